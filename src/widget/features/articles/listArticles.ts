import type { Getter } from 'jotai/vanilla';
import type { Article } from '#protocol/entities/articles.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import { createRestClient } from '#client/rest.ts';
import { articleLocaleAtom, portalAtom } from './portal.ts';

/** How many popular articles home offers, and how many results a search shows. */
const ARTICLES = 6;

/** Articles are public, so the calls carry neither the visitor's token nor the channel's. */
const call = createRestClient({ baseUrl: '', headers: () => ({}), query: () => ({}) });

interface Query {
	sort?: string;
	status: string;
	query?: string;
	match?: string;
}

/**
 * Loads one page of articles in the visitor's language, and keeps as many as there is room for.
 */
export async function listArticles(get: Getter, query: Query, max = ARTICLES): Promise<readonly Article[]> {
	const params = { slug: get(portalAtom)?.slug ?? '', locale: get(articleLocaleAtom) };
	const input = { params, query: { page: 1, per_page: max, content: 'false', ...query } };
	const { payload } = await call(publicRoutes.listArticles, input, { timeout: SEND_TIMEOUT });
	return payload.slice(0, max);
}
