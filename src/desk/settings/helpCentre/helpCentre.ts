/** The account's help centres, and their articles in all languages. */
import { atom } from 'jotai/vanilla';
import type { InferInput } from 'valibot';
import { RequestError } from '#client/rest.ts';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { ArticleStatus } from '#protocol/entities/articles.ts';
import type { TeamArticle, TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import type { Locale } from '#protocol/base/locales.ts';
import { account, call, unlessChanged } from '../../session/api.ts';
import { agentAtom } from '../../session/session.ts';

export interface ArticleFacts {
	title: string;
	description: string;
	/** Markdown. */
	content: string;
	status: ArticleStatus;
	category_id: number | null;
}

export interface NewPortal {
	name: string;
	slug: string;
	locale: Locale;
}

export type PortalChange = InferInput<typeof applicationRoutes.updatePortal.body>;

/** Articles of one page of the server's list. */
const PER_PAGE = 25;
/** Between the positions of two articles, so that a script can put another there. */
const POSITION_STEP = 10;

export const loadPortalList = atom(
	null,
	async (get) => (await call(get, applicationRoutes.listPortals, { params: account(get) })).payload,
);

export const loadPortal = atom(null, (get, _set, slug: string) =>
	call(get, applicationRoutes.showPortal, { params: { ...account(get), slug } }),
);

export const changePortal = atom(null, (get, _set, slug: string, body: PortalChange, etag?: string) =>
	call(get, applicationRoutes.updatePortal, { params: { ...account(get), slug }, body }, unlessChanged(etag)),
);

export const createPortal = atom(null, (get, _set, { name, slug, locale }: NewPortal) => {
	const body = { name, slug, config: { default_locale: locale, allowed_locales: [locale] } };
	return call(get, applicationRoutes.createPortal, { params: account(get), body });
});

/**
 * All articles of any status, language by language, and in each the one first that was changed
 * last.
 */
export const loadArticleList = atom(
	null,
	async (get, _set, { slug, config }: TeamPortal): Promise<readonly TeamArticle[]> => {
		const params = { ...account(get), slug };
		const readAll = async (locale: string, page = 1): Promise<TeamArticle[]> => {
			const { payload } = await call(get, applicationRoutes.listTeamArticles, { params, query: { locale, page } });
			return payload.length < PER_PAGE ? payload : [...payload, ...(await readAll(locale, page + 1))];
		};
		return (await Promise.all(config.allowed_locales.map(({ code }) => readAll(code)))).flat();
	},
);

/**
 * One article and its translations, in the languages that the help centre offers; none where it is
 * no longer there.
 */
export const loadArticle = atom(
	null,
	async (get, _set, { slug, config }: TeamPortal, id: number): Promise<readonly TeamArticle[]> => {
		try {
			const { payload } = await call(get, applicationRoutes.showArticle, { params: { ...account(get), slug, id } });
			return [payload, ...payload.associated_articles].filter(({ locale }) =>
				config.allowed_locales.some(({ code }) => code === locale),
			);
		} catch (error) {
			if (error instanceof RequestError && error.status === 404) return [];
			throw error;
		}
	},
);

type Place = { id: number; etag: string | undefined } | { locale: Locale; associated_article_id: number | undefined };

/** Writes an article or a translation of one, or changes it. */
export const saveArticle = atom(
	null,
	async (get, _set, slug: string, place: Place, facts: ArticleFacts): Promise<void> => {
		const params = { ...account(get), slug };
		if ('id' in place) {
			const { id, etag } = place;
			await call(get, applicationRoutes.updateArticle, { params: { ...params, id }, body: facts }, unlessChanged(etag));
			return;
		}
		const author_id = get(agentAtom)?.id ?? 0;
		await call(get, applicationRoutes.createArticle, { params, body: { ...facts, ...place, author_id } });
	},
);

/** Puts all articles of a language into this order. */
export const orderArticles = atom(null, (get, _set, slug: string, ids: readonly number[]) =>
	call(get, applicationRoutes.reorderArticles, {
		params: { ...account(get), slug },
		body: { positions_hash: Object.fromEntries(ids.map((id, index) => [id, (index + 1) * POSITION_STEP])) },
	}),
);

export const deleteArticle = atom(null, (get, _set, slug: string, id: number) =>
	call(get, applicationRoutes.deleteArticle, { params: { ...account(get), slug, id } }),
);
