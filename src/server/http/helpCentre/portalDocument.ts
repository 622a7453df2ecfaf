/**
 * The document around every page of a portal: header, footer, metadata for search engines, and the
 * chat.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { languageTag, textDirection } from '#protocol/base/locales.ts';
import { msg } from '../../language/msg.ts';
import { translate } from '../../language/translate.ts';
import { html, type Html } from '#markdown/html.ts';
import { linkTo, paths, type PortalPage } from './portalPage.ts';

export const STYLE = readFileSync(new URL('./portal.css', import.meta.url), 'utf8');
export const SCRIPT = readFileSync(new URL('./portal.js', import.meta.url), 'utf8');
const STYLE_VERSION = versionOf(STYLE);
const SCRIPT_VERSION = versionOf(SCRIPT);

export interface PortalDocument {
	page: PortalPage;
	/** The page's title, which comes before the portal's name. */
	title?: string;
	description?: string;
	/** Address at which browsers reach the server, without a slash at the end. */
	origin: string;
	/** Language → the page's path in it; undefined for pages that search engines shall not list. */
	paths?: ReadonlyMap<string, string> | undefined;
	main: Html;
	/** Token of the website whose chat stands on the page. */
	chat?: string | undefined;
}

export function portalDocument({ page, title, description, origin, paths: own, main, chat }: PortalDocument): string {
	const { portal, locale, spoken, isPlain, theme } = page;
	const name = portal.page_title ?? portal.name;
	return html`<!doctype html>
		<html lang="${languageTag(locale)}" dir="${textDirection(locale)}" ${theme ? html`data-theme="${theme}"` : ''}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="${theme ?? 'light dark'}" />
				<title>${title === undefined ? name : `${title} · ${name}`}</title>
				${description ? html`<meta name="description" content="${description}" />` : ''}
				${own ? addressesOf(own, locale, origin) : html`<meta name="robots" content="noindex" />`}
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/hc/portal.css?v=${STYLE_VERSION}&amp;color=${portal.color.replace('#', '')}" />
				${isPlain ? '' : scripts(page, chat)}
			</head>
			<body class="${isPlain ? 'plain' : 'whole'}">
				${isPlain ? '' : html`<a class="skip" href="#main">${translate(spoken, msg`Skip to content`)}</a>${header(page, own)}`}
				<main id="main" tabindex="-1">${main}</main>
				${isPlain ? '' : footer(page)}
				${chat === undefined ? '' : html`<live-chat-widget website-token="${chat}" locale="${spoken}"></live-chat-widget>`}
			</body>
		</html> `.text;
}

function versionOf(file: string): string {
	return createHash('sha256').update(file).digest('base64url').slice(0, 8);
}

function scripts(page: PortalPage, chat: string | undefined): Html {
	return html`<link rel="search" href="${linkTo(page, paths.articles(page.portal, page.locale))}" />
		<script type="module" src="/hc/portal.js?v=${SCRIPT_VERSION}"></script>
		${chat === undefined ? '' : html`<script type="module" src="/live-chat-widget.js"></script>`}`;
}

function addressesOf(own: ReadonlyMap<string, string>, locale: string, origin: string): Html {
	const alternates = own.size < 2 ? [] : [...own];
	return html`<link rel="canonical" href="${origin}${own.get(locale) ?? ''}" />
		${alternates.map(([of, path]) => html`<link rel="alternate" hreflang="${languageTag(of)}" href="${origin}${path}" />`)}`;
}

function header(page: PortalPage, own: ReadonlyMap<string, string> | undefined): Html {
	const { portal, locale, spoken } = page;
	const others = portal.allowed_locales.length < 2 ? [] : portal.allowed_locales;
	return html`<header class="bar">
		<a class="name" href="${linkTo(page, paths.home(portal, locale))}">${portal.name}</a>
		${portal.homepage_link === null ? '' : html`<a class="site" href="${portal.homepage_link}">${hostOf(portal.homepage_link)}</a>`}
		${
			others.length === 0
				? ''
				: html`<nav aria-label="${translate(spoken, msg`Language`)}">
						<ul>
							${others.map((other) => language(page, other, own?.get(other) ?? paths.home(portal, other)))}
						</ul>
					</nav>`
		}
	</header>`;
}

function language(page: PortalPage, locale: string, path: string): Html {
	const tag = languageTag(locale);
	const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? locale;
	return html`<li>
		<a
			href="${linkTo(page, path)}"
			lang="${tag}"
			hreflang="${tag}"
			${locale === page.locale ? html`aria-current="true"` : ''}
			>${name}</a
		>
	</li>`;
}

function footer({ portal }: PortalPage): Html {
	return html`<footer class="bar">
		<p>${portal.name}</p>
		${portal.homepage_link === null ? '' : html`<p><a href="${portal.homepage_link}">${hostOf(portal.homepage_link)}</a></p>`}
	</footer>`;
}

function hostOf(link: string): string {
	return URL.canParse(link) ? new URL(link).host : link;
}
