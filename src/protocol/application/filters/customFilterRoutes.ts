/** Filters that agents keep by name: the desk's views (docs/application-api.md, Filters). */
import * as v from 'valibot';
import { Attributes } from '../../entities/attributes.ts';
import { maxCharacters } from '../../base/characters.ts';
import { entityTag } from '../../base/entityTag.ts';
import { accountParams, numeric, truth } from '../../base/numeric.ts';
import type { RouteTable } from '../../base/routes.ts';

export const CUSTOM_FILTER_TYPES = ['conversation', 'contact', 'report'] as const;
const filterType = v.picklist(CUSTOM_FILTER_TYPES, `Filter type must be one of ${CUSTOM_FILTER_TYPES.join(', ')}`);

export const CustomFilter = v.object({
	id: v.number(),
	name: v.string(),
	filter_type: v.picklist(CUSTOM_FILTER_TYPES),
	/** What clients keep there: `{ payload }` with conditions. */
	query: Attributes,
	/** Whether all of the team see it. Chatwoot has no such field, nor the next one. */
	shared: v.boolean(),
	/** Whose it is. */
	user_id: v.number(),
	/** ISO 8601. */
	created_at: v.string(),
	/** ISO 8601. */
	updated_at: v.string(),
	etag: entityTag,
});
export type CustomFilter = v.InferOutput<typeof CustomFilter>;

const name = v.pipe(
	v.string(),
	v.trim(),
	v.minLength(1, "Name can't be blank"),
	maxCharacters(255, 'Name is too long (maximum is 255 characters)'),
);
const customFilter = v.object({ ...accountParams.entries, id: numeric });
const wrapper = 'custom_filter';
const CUSTOM_FILTERS = '/api/v1/accounts/:account_id/custom_filters';

export const customFilterRoutes = {
	listCustomFilters: {
		method: 'GET',
		path: CUSTOM_FILTERS,
		role: 'member',
		summary: 'The filters of one type that the caller keeps, and those that others share, by name',
		params: accountParams,
		query: v.object({ filter_type: v.optional(filterType, 'conversation') }),
		response: v.array(CustomFilter),
	},
	showCustomFilter: {
		method: 'GET',
		path: `${CUSTOM_FILTERS}/:id`,
		role: 'member',
		summary: 'One filter, of any type',
		params: customFilter,
		isConditional: true,
		response: CustomFilter,
	},
	createCustomFilter: {
		method: 'POST',
		path: CUSTOM_FILTERS,
		role: 'member',
		summary: 'Keeps a filter',
		params: accountParams,
		/** In place of the body's. */
		query: v.object({ filter_type: v.optional(filterType, 'conversation') }),
		wrapper,
		body: v.object({
			name,
			filter_type: v.optional(filterType),
			query: v.optional(Attributes, {}),
			shared: v.optional(truth, false),
		}),
		response: CustomFilter,
	},
	updateCustomFilter: {
		method: 'PATCH',
		path: `${CUSTOM_FILTERS}/:id`,
		role: 'member',
		summary: 'Changes a filter of the caller’s, or a shared one',
		params: customFilter,
		wrapper,
		body: v.object({ name: v.optional(name), query: v.optional(Attributes), shared: v.optional(truth) }),
		isConditional: true,
		response: CustomFilter,
	},
	deleteCustomFilter: {
		method: 'DELETE',
		path: `${CUSTOM_FILTERS}/:id`,
		role: 'member',
		summary: 'Deletes a filter of the caller’s, or a shared one',
		params: customFilter,
		status: 204,
	},
} as const satisfies RouteTable;
