/** A page with nothing but a message, readable without a style sheet. */
import { languageTag, textDirection } from '#protocol/locales.ts';
import { html } from '#markdown/html.ts';

export function messageDocument(locale: string, title: string, paragraphs: readonly string[]): string {
	return html`<!doctype html>
		<html lang="${languageTag(locale)}" dir="${textDirection(locale)}">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>${title}</title>
			</head>
			<body>
				<main>
					<h1>${title}</h1>
					${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
				</main>
			</body>
		</html> `.text;
}
