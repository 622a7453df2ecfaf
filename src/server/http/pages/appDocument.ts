/**
 * The document around one of our apps. Styles and modules load in parallel, and nothing but data is
 * inline.
 */
import { DEFAULT_LOCALE, languageTag, textDirection } from '#protocol/base/locales.ts';
import type { FastifyReply } from 'fastify';
import type { PageFiles } from '../routing/builtFiles.ts';
import { html, type Html } from '#markdown/html.ts';
import { messageDocument } from './messageDocument.ts';

export interface AppDocument {
	title: string;
	locale: string;
	/** Undefined before the first build. */
	files: PageFiles | undefined;
	/**
	 * Nothing is visible at first: the style sheets stay disabled, and do not load, until the app
	 * enables them.
	 */
	isHidden?: boolean;
	/**
	 * Modules that the app loads once something is visible. The template `#later` lists them, so
	 * that the app can request all of them at once.
	 */
	later?: readonly string[];
	/** Those of them that the app fetches before, while the browser is idle. */
	ahead?: readonly string[];
	/** Further elements of the head. */
	head?: Html;
	/** Data blocks after `#app`. */
	data?: Html;
}

export function sendApp(reply: FastifyReply, app: AppDocument): FastifyReply {
	if (app.files) return reply.send(appDocument(app, app.files));
	return reply
		.code(503)
		.send(
			messageDocument(DEFAULT_LOCALE, 'Not built yet', [
				'Run "npm run build" in the repository, then load this page again.',
			]),
		);
}

function appDocument(
	{ title, locale, isHidden = false, later = [], ahead = [], head = html``, data = html`` }: AppDocument,
	files: PageFiles,
): string {
	const missing = later.filter((address) => !files.modules.includes(address));
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
				${files.modules.map((address) => preload(address))}
				<script type="module" src="${files.entry}"></script>
				${head}
			</head>
			<body>
				<div id="app"></div>
				${missing.length > 0 ? html`<template id="later">${missing.map((address) => preload(address, ahead.includes(address)))}</template>` : ''}
				${data}
			</body>
		</html> `.text;
}

function preload(address: string, isAhead = false): Html {
	return html`<link rel="modulepreload" href="${address}" ${isAhead ? html`data-ahead` : ''} />`;
}
