/** The document of a mail, or of a file. */
import { languageTag, textDirection } from '#protocol/base/locales.ts';
import { html, type Html } from '#markdown/html.ts';

export function drawPage(locale: string, title: string, content: Html | Html[]): Html {
	return html`<!doctype html>
		<html lang="${languageTag(locale)}" dir="${textDirection(locale)}">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<title>${title}</title>
			</head>
			<body
				style="margin:0;padding:24px;background:#ffffff;color:#1f2933;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
			>
				<div style="max-width:640px;margin:0 auto;overflow-wrap:anywhere">
					<h1 style="margin:0 0 24px;font-size:20px">${title}</h1>
					${content}
				</div>
			</body>
		</html>`;
}
