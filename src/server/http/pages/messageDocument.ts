/** A page with little but a message, readable without a style sheet. */
import { languageTag, textDirection } from '#protocol/base/locales.ts';
import { html, type Html } from '#markdown/html.ts';

interface More {
	/** Address of a style sheet. */
	style?: string;
	/** Stands after the paragraphs. */
	content?: Html;
}

export function messageDocument(
	locale: string,
	title: string,
	paragraphs: readonly string[],
	{ style, content }: More = {},
): string {
	return html`<!doctype html>
		<html lang="${languageTag(locale)}" dir="${textDirection(locale)}">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>${title}</title>
				${style === undefined ? '' : html`<link rel="stylesheet" href="${style}" />`}
			</head>
			<body>
				<main>
					<h1>${title}</h1>
					${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)} ${content ?? ''}
				</main>
			</body>
		</html> `.text;
}
