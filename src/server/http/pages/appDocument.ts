/** The document around one of our apps: styles and modules in parallel, nothing inline but data. */
import { languageTag, textDirection } from '#protocol/locales.ts';
import type { FastifyReply } from 'fastify';
import type { PageFiles } from './builtFiles.ts';
import { html, type Html } from './html.ts';
import { messageDocument } from './messageDocument.ts';

export interface AppDocument {
	title: string;
	locale: string;
	/** Undefined: not built yet. */
	files: PageFiles | undefined;
	/** Nothing is to be seen yet: the app enables the style sheets, which are not loaded until then, when something is. */
	isHidden?: boolean;
	/** Further elements of the head. */
	head?: Html;
	/** Data blocks after `#app`. */
	data?: Html;
}

export function sendApp(reply: FastifyReply, app: AppDocument): FastifyReply {
	if (app.files) return reply.send(appDocument(app, app.files));
	return reply
		.code(503)
		.send(messageDocument('Not built yet', ['Run "npm run build" in the repository, then load this page again.']));
}

function appDocument(
	{ title, locale, isHidden = false, head = html``, data = html`` }: AppDocument,
	files: PageFiles,
): string {
	return html`<!doctype html>
		<html lang="${languageTag(locale)}" dir="${textDirection(locale)}">
			<head>
				<meta charset="utf-8" />
				<meta
					name="viewport"
					content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
				/>
				<title>${title}</title>
				${files.styles.map((address) => html`<link rel="stylesheet" href="${address}" ${isHidden ? html`disabled` : ''} />`)}
				${files.modules.map((address) => html`<link rel="modulepreload" href="${address}" />`)}
				<script type="module" src="${files.entry}"></script>
				${head}
			</head>
			<body>
				<div id="app"></div>
				${data}
			</body>
		</html> `.text;
}
