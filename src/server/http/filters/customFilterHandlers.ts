/** Filters that agents keep by name, by REST. */
import type { CustomFilter, customFilterRoutes } from '#protocol/application/filters/customFilterRoutes.ts';
import { changeCustomFilter, createCustomFilter } from '../../domain/filters/editCustomFilter.ts';
import { withTag } from '../../present/tagged.ts';
import { iso } from '../../present/times.ts';
import { withAccountLock, type Services } from '../../services/services.ts';
import type { CustomFilterRow } from '../../store/tables/schema.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function customFilterHandlers(services: Services): Handlers<typeof customFilterRoutes> {
	const { store } = services;

	return {
		listCustomFilters: async ({ member, query }) =>
			(await store.customFilters.list(member, query.filter_type)).map(present),

		showCustomFilter: async ({ member, params }) => present(await store.customFilters.require(member, params.id)),

		createCustomFilter: ({ member, query, body: { filter_type = query.filter_type, ...facts } }) =>
			store.transaction(async (repositories) =>
				present(await createCustomFilter(repositories, member, { ...facts, filter_type })),
			),

		updateCustomFilter: ({ account, member, params, body, changeIfMatch }) =>
			withAccountLock(services, account.id, async (repositories) => {
				const before = await repositories.customFilters.require(member, params.id);
				return present(await changeIfMatch(before, present, () => changeCustomFilter(repositories, before, body)));
			}),

		deleteCustomFilter: ({ member, params }) =>
			store.transaction(async ({ customFilters }) =>
				customFilters.delete((await customFilters.require(member, params.id)).id),
			),
	};
}

function present({ account_id: _own, created_at, updated_at, ...facts }: CustomFilterRow): CustomFilter {
	return { ...withTag({ ...facts, created_at: iso(created_at) }), updated_at: iso(updated_at) };
}
