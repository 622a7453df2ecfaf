/** Filters that the server keeps by name, an agent's own and shared ones. */
import { type Atom, atom, type WritableAtom } from 'jotai/vanilla';
import * as v from 'valibot';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { filterBody, type FilterCondition } from '#protocol/application/filters/conditions.ts';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import { account, call, unlessChanged } from '../session/api.ts';

export type FilterFacts = Pick<CustomFilter, 'name' | 'shared' | 'query'>;

const loadFilters = atom(null, (get, _set, filter_type: CustomFilter['filter_type']) =>
	call(get, applicationRoutes.listCustomFilters, { params: account(get), query: { filter_type } }),
);

/**
 * The filters of one type: the agent's own, and shared ones.
 *
 * @param shownIdAtom id of the one that is shown
 * @param show shows another one, or none
 */
export function createSavedFilters(
	filtered: CustomFilter['filter_type'],
	shownIdAtom: Atom<number | undefined>,
	show: WritableAtom<null, [id: number | undefined], unknown>,
) {
	const filtersAtom = atom<readonly CustomFilter[]>();
	/** By name; undefined until they have been loaded. */
	const listAtom: Atom<readonly CustomFilter[] | undefined> = filtersAtom;

	/** The one that is shown, as far as it is known. */
	const shownAtom = atom((get) => {
		const shownId = get(shownIdAtom);
		return get(filtersAtom)?.find(({ id }) => id === shownId);
	});

	/** Loads them again, since others may have shared some. Rejects with a RequestError. */
	const load = atom(null, async (_get, set) => set(filtersAtom, await set(loadFilters, filtered)));

	/** Takes one in that was added or changed, and shows it. */
	const take = atom(null, (get, set, filter: CustomFilter) => {
		const others = (get(filtersAtom) ?? []).filter(({ id }) => id !== filter.id);
		set(
			filtersAtom,
			[...others, filter].toSorted((a, b) => a.name.localeCompare(b.name)),
		);
		set(show, filter.id);
	});

	const drop = atom(null, (get, set, id: number) => {
		set(
			filtersAtom,
			get(filtersAtom)?.filter((filter) => filter.id !== id),
		);
		if (get(shownIdAtom) === id) set(show, undefined);
	});

	return { listAtom, shownAtom, load, take, drop };
}

/** Rejects with a RequestError. */
export const showFilter = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.showCustomFilter, { params: { ...account(get), id } }),
);

/** Adds a filter of a type, or changes one. Rejects with a RequestError. */
export const saveFilter = atom(
	null,
	(
		get,
		_set,
		filter: CustomFilter | undefined,
		filter_type: CustomFilter['filter_type'],
		body: FilterFacts,
		etag: string | undefined,
	) => {
		const params = account(get);
		return filter
			? call(
					get,
					applicationRoutes.updateCustomFilter,
					{ params: { ...params, id: filter.id }, body },
					unlessChanged(etag),
				)
			: call(get, applicationRoutes.createCustomFilter, { params, query: {}, body: { ...body, filter_type } });
	},
);

/** Rejects with a RequestError. */
export const removeFilter = atom(null, async (get, _set, id: number) => {
	await call(get, applicationRoutes.deleteCustomFilter, { params: { ...account(get), id } });
});

/** What a filter asks; nothing where another program keeps something else there. */
export function conditionsOf({ query }: Pick<CustomFilter, 'query'>): FilterCondition[] {
	const body = v.safeParse(filterBody, query);
	return body.success ? body.output.payload : [];
}
