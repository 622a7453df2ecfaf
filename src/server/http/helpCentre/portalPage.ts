/** What a page of a portal is asked for with, and the addresses that keep it so. */
import * as v from 'valibot';
import { PortalPageQuery } from '#protocol/articles.ts';
import { chooseLocale } from '../../language/say.ts';
import type { ArticleRow, CategoryRow, PortalRow } from '../../store/schema.ts';

export interface PortalPage {
	portal: PortalRow;
	/** Of what is read. */
	locale: string;
	/** Of the page's own words: the same, where the product speaks it. */
	spoken: string;
	/** Without header and footer, for frames. */
	isPlain: boolean;
	theme: 'light' | 'dark' | undefined;
	/** Kept by every link between the portal's pages. */
	kept: ReadonlyMap<string, string>;
}

/** A query that is not understood is none. */
const LenientQuery = v.object({
	show_plain_layout: v.fallback(PortalPageQuery.entries.show_plain_layout, undefined),
	theme: v.fallback(PortalPageQuery.entries.theme, undefined),
});

export function readPortalPage(portal: PortalRow, locale: string, query: unknown): PortalPage {
	const { show_plain_layout, theme } = v.parse(LenientQuery, query);
	return {
		portal,
		locale,
		spoken: chooseLocale(locale),
		isPlain: show_plain_layout === 'true',
		theme,
		kept: new Map(Object.entries({ ...(show_plain_layout && { show_plain_layout }), ...(theme && { theme }) })),
	};
}

/** Paths from the server's root; text in them is encoded. */
export const paths = {
	home: (portal: PortalRow, locale: string) => `/hc/${encodeURIComponent(portal.slug)}/${encodeURIComponent(locale)}`,
	articles: (portal: PortalRow, locale: string) => `${paths.home(portal, locale)}/articles`,
	category: (portal: PortalRow, { locale, slug }: CategoryRow) =>
		`${paths.home(portal, locale)}/categories/${encodeURIComponent(slug)}`,
	article: (portal: PortalRow, { slug }: ArticleRow) =>
		`/hc/${encodeURIComponent(portal.slug)}/articles/${encodeURIComponent(slug)}`,
};

/** The address of another page that shows as this one does. */
export function linkTo({ kept }: PortalPage, path: string, query: Readonly<Record<string, string>> = {}): string {
	const search = new URLSearchParams({ ...query, ...Object.fromEntries(kept) }).toString();
	return search === '' ? path : `${path}?${search}`;
}
