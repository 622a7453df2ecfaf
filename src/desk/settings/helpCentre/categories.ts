/** The categories of a help centre, which each language has of its own. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Locale } from '#protocol/base/locales.ts';
import { slugOf } from '#protocol/base/slug.ts';
import { account, call, unlessChanged } from '../../session/api.ts';

interface CategoryFacts {
	name: string;
	description: string;
}

type Place = { id: number; etag: string | undefined } | { locale: Locale };

export const loadCategories = atom(null, async (get, _set, slug: string, locale: string) => {
	const params = { ...account(get), slug };
	return (await call(get, applicationRoutes.listCategories, { params, query: { locale } })).payload;
});

/**
 * Makes a category in a language, whose address follows from its name; or changes it, and the
 * address stays.
 */
export const saveCategory = atom(
	null,
	(get, _set, slug: string, place: Place, { name, description }: CategoryFacts) => {
		const params = { ...account(get), slug };
		const body = { name: name.trim(), description };
		if (!('id' in place))
			return call(get, applicationRoutes.createCategory, {
				params,
				body: { ...body, ...place, slug: slugOf(body.name) },
			});
		const { id, etag } = place;
		return call(get, applicationRoutes.updateCategory, { params: { ...params, id }, body }, unlessChanged(etag));
	},
);

export const deleteCategory = atom(null, (get, _set, slug: string, id: number) =>
	call(get, applicationRoutes.deleteCategory, { params: { ...account(get), slug, id } }),
);
