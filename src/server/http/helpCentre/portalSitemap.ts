/** A portal's pages for search engines (https://www.sitemaps.org/protocol.html). */
import { languageTag } from '#protocol/base/locales.ts';
import { html, type Html } from '#markdown/html.ts';
import type { ArticleAddress } from '../../store/helpCentre/articles.ts';
import type { PortalRow } from '../../store/tables/schema.ts';
import { paths } from './portalPage.ts';

interface Entry {
	locale: string;
	path: string;
	/** Milliseconds since the epoch; undefined where it is not known. */
	changedAt?: number;
}

/** The home pages and the published articles, each with its translations. */
export function portalSitemap(origin: string, portal: PortalRow, articles: readonly ArticleAddress[]): string {
	const homes = portal.allowed_locales.map((locale): Entry => ({ locale, path: paths.home(portal, locale) }));
	const shown = articles.filter(({ locale }) => portal.allowed_locales.includes(locale));
	const groups = Map.groupBy(shown, ({ id, original_id }) => original_id ?? id);
	const translated = [...groups.values()].map((group) =>
		group.map((article): Entry => ({
			locale: article.locale,
			path: paths.article(portal, article),
			changedAt: article.updated_at,
		})),
	);
	const entries = [homes, ...translated].flatMap((group) => group.map((entry) => drawEntry(origin, entry, group)));
	return html`<?xml version="1.0" encoding="UTF-8"?>
		<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
			${entries}
		</urlset> `.text;
}

function drawEntry(origin: string, { path, changedAt }: Entry, group: readonly Entry[]): Html {
	const others = group.length < 2 ? [] : group;
	return html`<url>
		<loc>${origin}${path}</loc>
		${changedAt === undefined ? '' : html`<lastmod>${new Date(changedAt).toISOString()}</lastmod>`}
		${others.map((other) => html`<xhtml:link rel="alternate" hreflang="${languageTag(other.locale)}" href="${origin}${other.path}" />`)}
	</url>`;
}
