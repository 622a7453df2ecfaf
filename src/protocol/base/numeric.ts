/**
 * Numbers and booleans that may also arrive as text, where the encoding is not JSON: in paths,
 * queries and forms.
 */
import * as v from 'valibot';

/** A whole number. The refusal names the field. */
export const numeric = v.pipe(
	v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
	v.safeInteger(),
	v.minValue(0),
);

/** Any number. */
export const decimal = v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]);

/** The last moment that dates can tell (ECMAScript, time values), in seconds since the epoch. */
const SECONDS_MAX = 8_640_000_000_000;

/** A time in seconds since the epoch. */
export const moment = v.pipe(decimal, v.minValue(0), v.maxValue(SECONDS_MAX));

/** True or false. */
export const truth = v.union([
	v.boolean(),
	v.pipe(
		v.picklist(['true', 'false', '1', '0']),
		v.transform((text) => text === 'true' || text === '1'),
	),
]);

/** A value or null. A form has no null and sends an empty field for it. */
export function orNone<S extends v.GenericSchema>(schema: S) {
	return v.nullable(
		v.union([
			v.pipe(
				v.literal(''),
				v.transform(() => null),
			),
			schema,
		]),
	);
}

/** The number of a page, from 1; an invalid one means the first. */
export const pageNumber = v.optional(v.fallback(v.pipe(numeric, v.minValue(1)), 1));

/** The path parameters of every route below an account. */
export const accountParams = v.object({ account_id: numeric });

/** Some people of the account. */
export const UserIds = v.pipe(v.array(numeric), v.maxLength(1_000, 'are too many (maximum is 1000)'));
