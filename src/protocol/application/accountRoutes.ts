/** The settings of an account as a whole (docs/application-api.md, Account). */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { entityTag } from '../base/entityTag.ts';
import { NAME_MAX } from '../base/limits.ts';
import { accountParams, numeric, orNone } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

export const Account = v.object({
	id: v.number(),
	name: v.string(),
	status: v.string(),
	/** Days without a message after which an open conversation is resolved; null for never. */
	auto_resolve_duration: v.nullable(v.number()),
	etag: entityTag,
});
export type Account = v.InferOutput<typeof Account>;

export const AUTO_RESOLVE_DAYS_MAX = 999;

/** Each setting with the rule for its value; the texts of refusals follow the name of the field. */
export const accountSettings = {
	name: v.pipe(
		v.string(),
		v.trim(),
		v.minLength(1, "can't be blank"),
		maxCharacters(NAME_MAX, `is too long (maximum is ${NAME_MAX} characters)`),
	),
	auto_resolve_duration: orNone(
		v.pipe(
			numeric,
			v.minValue(1, 'must be at least 1 day'),
			v.maxValue(AUTO_RESOLVE_DAYS_MAX, `must be at most ${AUTO_RESOLVE_DAYS_MAX} days`),
		),
	),
};

/** Absent settings stay as they are. */
export const AccountChange = v.partial(v.object(accountSettings));
export type AccountChange = v.InferOutput<typeof AccountChange>;

const ACCOUNT = '/api/v1/accounts/:account_id';

export const accountRoutes = {
	showAccount: {
		method: 'GET',
		path: ACCOUNT,
		role: 'member',
		summary: 'The account with its settings',
		params: accountParams,
		isConditional: true,
		response: Account,
	},
	updateAccount: {
		method: 'PATCH',
		path: ACCOUNT,
		role: 'administrator',
		summary: 'Changes settings of the account',
		params: accountParams,
		wrapper: 'account',
		body: AccountChange,
		isConditional: true,
		response: Account,
	},
} as const satisfies RouteTable;
