/** The account's help centres, and their articles in all languages. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { ArticleStatus } from '#protocol/articles.ts';
import type { TeamArticle, TeamPortal } from '#protocol/helpCentreRoutes.ts';
import type { Locale } from '#protocol/locales.ts';
import { account, call } from '../../session/api.ts';
import { agentAtom } from '../../session/session.ts';

/** An article with the language in which the server lists it. */
export interface LocalArticle extends TeamArticle {
	locale: string;
}

export interface ArticleFacts {
	title: string;
	description: string;
	/** Markdown. */
	content: string;
	status: ArticleStatus;
}

export interface NewPortal {
	name: string;
	slug: string;
	locale: Locale;
}

/** Articles of one page of the server's list. */
const PER_PAGE = 25;

export const loadPortalList = atom(
	null,
	async (get) => (await call(get, applicationRoutes.listPortals, { params: account(get) })).payload,
);

export const createPortal = atom(null, (get, _set, { name, slug, locale }: NewPortal) => {
	const body = { name, slug, config: { default_locale: locale, allowed_locales: [locale] } };
	return call(get, applicationRoutes.createPortal, { params: account(get), body });
});

/** All articles of any status, language by language, and in each the one first that was changed last. */
export const loadArticleList = atom(
	null,
	async (get, _set, { slug, config }: TeamPortal): Promise<readonly LocalArticle[]> => {
		const params = { ...account(get), slug };
		const readAll = async (locale: string, page = 1): Promise<LocalArticle[]> => {
			const { payload } = await call(get, applicationRoutes.listTeamArticles, { params, query: { locale, page } });
			const articles = payload.map((article) => ({ ...article, locale }));
			return payload.length < PER_PAGE ? articles : [...articles, ...(await readAll(locale, page + 1))];
		};
		return (await Promise.all(config.allowed_locales.map(({ code }) => readAll(code)))).flat();
	},
);

/** Writes an article, or changes it. Resolves with its id. */
export const saveArticle = atom(
	null,
	async (get, _set, slug: string, place: { id: number } | { locale: Locale }, facts: ArticleFacts): Promise<number> => {
		const params = { ...account(get), slug };
		if ('id' in place) {
			await call(get, applicationRoutes.updateArticle, { params: { ...params, id: place.id }, body: facts });
			return place.id;
		}
		const author_id = get(agentAtom)?.id ?? 0;
		const { payload } = await call(get, applicationRoutes.createArticle, {
			params,
			body: { ...facts, author_id, locale: place.locale },
		});
		return payload.id;
	},
);

export const deleteArticle = atom(null, (get, _set, slug: string, id: number) =>
	call(get, applicationRoutes.deleteArticle, { params: { ...account(get), slug, id } }),
);
