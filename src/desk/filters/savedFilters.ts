/** Filters that the server keeps by name, an agent's own and shared ones. */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { filterBody, type FilterCondition } from '#protocol/application/filters/conditions.ts';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import { account, call, unlessChanged } from '../session/api.ts';

export type FilterFacts = Pick<CustomFilter, 'name' | 'shared' | 'query'>;

/** Rejects with a RequestError. */
export const loadFilters = atom(null, (get, _set, filter_type: CustomFilter['filter_type']) =>
	call(get, applicationRoutes.listCustomFilters, { params: account(get), query: { filter_type } }),
);

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
