/** The categories of a help centre, which each language has of its own. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Locale } from '#protocol/locales.ts';
import { slugOf } from '#protocol/slug.ts';
import { account, call } from '../../session/api.ts';

interface CategoryFacts {
	name: string;
	description: string;
}

export const loadCategories = atom(null, async (get, _set, slug: string, locale: string) => {
	const params = { ...account(get), slug };
	return (await call(get, applicationRoutes.listCategories, { params, query: { locale } })).payload;
});

/** Makes a category in a language, whose address follows from its name; or changes it, and the address stays. */
export const saveCategory = atom(
	null,
	(get, _set, slug: string, place: { id: number } | { locale: Locale }, { name, description }: CategoryFacts) => {
		const params = { ...account(get), slug };
		const facts = { name: name.trim(), description };
		return 'id' in place
			? call(get, applicationRoutes.updateCategory, { params: { ...params, id: place.id }, body: facts })
			: call(get, applicationRoutes.createCategory, { params, body: { ...facts, ...place, slug: slugOf(facts.name) } });
	},
);

export const deleteCategory = atom(null, (get, _set, slug: string, id: number) =>
	call(get, applicationRoutes.deleteCategory, { params: { ...account(get), slug, id } }),
);
