/**
 * Keeps and changes the filters of agents (docs/application-api.md, Filters). What a filter's query
 * says is for the client that keeps it.
 */
import type { Attributes } from '#protocol/entities/attributes.ts';
import { Problem } from '../../base/problem.ts';
import type { CustomFilterRow } from '../../store/tables/schema.ts';
import type { Member } from '../../store/people/users.ts';
import type { Repositories } from '../../store/store.ts';

/** That one agent may keep, of all types. */
const CUSTOM_FILTERS_MAX = 50;

/** Bytes of a query, as JSON. */
const QUERY_MAX = 20_000;

type FilterFacts = Pick<CustomFilterRow, 'name' | 'filter_type' | 'shared'> & { query: Attributes };

type CustomFilterChange = { [F in 'name' | 'shared' | 'query']?: FilterFacts[F] | undefined };

/** Throws TOO_MANY or FILTER_TOO_LARGE. */
export async function createCustomFilter(
	{ accounts, customFilters }: Repositories,
	member: Member,
	{ name, filter_type, shared, query }: FilterFacts,
): Promise<CustomFilterRow> {
	await accounts.lock(member.account_id);
	if ((await customFilters.countOwn(member)) >= CUSTOM_FILTERS_MAX)
		throw new Problem({ code: 'TOO_MANY', things: 'filters', maximum: CUSTOM_FILTERS_MAX });
	const { account_id, user_id } = member;
	return customFilters.insert({ account_id, user_id, name, filter_type, shared, query: checkQuery(query) });
}

/**
 * Undefined fields stay unchanged. What is shared every member may change, as they may the team's
 * canned responses. Throws FILTER_TOO_LARGE.
 */
export async function changeCustomFilter(
	{ customFilters }: Repositories,
	before: CustomFilterRow,
	{ name = before.name, shared = before.shared, query = before.query }: CustomFilterChange,
): Promise<CustomFilterRow> {
	return customFilters.update(before.id, { name, shared, query: checkQuery(query) });
}

function checkQuery(query: Attributes): Attributes {
	if (Buffer.byteLength(JSON.stringify(query)) > QUERY_MAX)
		throw new Problem({ code: 'FILTER_TOO_LARGE', maximum: QUERY_MAX });
	return query;
}
