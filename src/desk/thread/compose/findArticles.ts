import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Article } from '#protocol/entities/articles.ts';
import { selectLocale } from '#protocol/base/locales.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import { account, call } from '../../session/api.ts';

interface Wanted {
	/** Slug of the help centre. */
	portal: string;
	/** The visitor's language, such as `pt-BR`. */
	language: string | undefined;
	words: string;
}

const LISTED = 10;

/**
 * Published articles in the visitor's language, or in the help centre's own where it lacks that.
 * Rejects with a RequestError.
 */
export const findArticles = atom(
	null,
	async (get, _set, { portal, language, words }: Wanted): Promise<readonly Article[]> => {
		const { config, meta } = await call(get, applicationRoutes.showPortal, {
			params: { ...account(get), slug: portal },
		});
		const offered = config.allowed_locales.map(({ code }) => code);
		const { payload } = await call(get, publicRoutes.listArticles, {
			params: { slug: portal, locale: selectLocale(language, offered) ?? meta.default_locale },
			query: { query: words, content: 'false', per_page: LISTED, page: 1 },
		});
		return payload;
	},
);
