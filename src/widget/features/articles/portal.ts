// chunk: shared
/** The channel's help centre (docs/wire.md, Help centre). */
import { atom } from 'jotai/vanilla';
import type { Portal } from '#protocol/entities/articles.ts';
import { DEFAULT_LOCALE, selectLocale } from '#protocol/base/locales.ts';
import { channelAtom } from '../channel/channel.ts';
import { localeAtom } from '../language/language.ts';

/** Undefined where the channel has no help centre. */
export const portalAtom = atom((get): Portal | undefined => {
	const { portal } = get(channelAtom);
	return portal && !portal.archived ? portal : undefined;
});

/**
 * The locale of the articles: the interface language if the portal has it, else its language
 * without the region, else the portal's own.
 */
export const articleLocaleAtom = atom((get) => {
	const { allowed_locales: allowed, default_locale: own } = get(portalAtom)?.config ?? NO_LOCALES;
	return selectLocale(get(localeAtom), allowed) ?? (own || DEFAULT_LOCALE);
});

/** Path of the portal's home page, from the server's root. */
export const portalPathAtom = atom((get) => {
	const portal = get(portalAtom);
	return portal && `/hc/${encodeURIComponent(portal.slug)}/${encodeURIComponent(get(articleLocaleAtom))}`;
});

/**
 * The path of a portal's page on this server, without query, or undefined when `link` leads
 * anywhere else. Links come from messages, answers and the hash, so they are not trusted: the
 * viewer shows only the channel's own help centre.
 */
export function portalPath(link: string | undefined, portal: Portal | undefined): string | undefined {
	if (link === undefined || portal === undefined || !URL.canParse(link, location.origin)) return undefined;
	const { origin, pathname } = new URL(link, location.origin);
	const home = `/hc/${encodeURIComponent(portal.slug)}`;
	return origin === location.origin && `${pathname}/`.startsWith(`${home}/`) ? pathname : undefined;
}

const NO_LOCALES = { allowed_locales: [], default_locale: DEFAULT_LOCALE };
