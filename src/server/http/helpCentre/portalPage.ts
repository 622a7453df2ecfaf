/** The parameters of a portal's page, and addresses that keep them. */
import * as v from 'valibot';
import { PortalPageQuery } from '#protocol/entities/articles.ts';
import { selectLocale } from '#protocol/base/locales.ts';
import { acceptedLanguages } from '../../language/acceptedLanguages.ts';
import { chooseLocale } from '../../language/translate.ts';
import type { ArticleRow, CategoryRow, PortalRow } from '../../store/tables/schema.ts';

export interface PortalPage {
	portal: PortalRow;
	/** The language of the articles. */
	locale: string;
	/** The language of the page's own texts: the same, where the product has it. */
	spoken: string;
	/** Without header and footer, for frames. */
	isPlain: boolean;
	theme: 'light' | 'dark' | undefined;
	/** Query parameters that every link between the portal's pages keeps. */
	kept: ReadonlyMap<string, string>;
}

/** An invalid parameter counts as missing. */
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

/** Paths from the server's root; texts in them are encoded. */
export const paths = {
	home: (portal: PortalRow, locale: string) => `/hc/${encodeURIComponent(portal.slug)}/${encodeURIComponent(locale)}`,
	articles: (portal: PortalRow, locale: string) => `${paths.home(portal, locale)}/articles`,
	category: (portal: PortalRow, { locale, slug }: CategoryRow) =>
		`${paths.home(portal, locale)}/categories/${encodeURIComponent(slug)}`,
	article: (portal: PortalRow, { slug }: Pick<ArticleRow, 'slug'>) =>
		`/hc/${encodeURIComponent(portal.slug)}/articles/${encodeURIComponent(slug)}`,
};

/** The address of another page, in the same layout as this one. */
export function linkTo({ kept }: PortalPage, path: string, query: Readonly<Record<string, string>> = {}): string {
	const search = new URLSearchParams({ ...query, ...Object.fromEntries(kept) }).toString();
	return search === '' ? path : `${path}?${search}`;
}

/**
 * The language in which a reader arrives: the first of their browser's that the portal has, else
 * its default.
 */
export function localeForReader(portal: PortalRow, header: string | undefined): string {
	const offered = acceptedLanguages(header).map((wish) => selectLocale(wish, portal.allowed_locales));
	return offered.find((locale) => locale !== undefined) ?? portal.default_locale;
}
