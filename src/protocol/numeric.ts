/** Numbers and truth values that arrive as text where JSON has no say: in paths, queries and forms. */
import * as v from 'valibot';

/** A whole number. Junk is refused by name. */
export const numeric = v.pipe(
	v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
	v.safeInteger(),
	v.minValue(0),
);

/** Any number. */
export const decimal = v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]);

/** True or false. */
export const truth = v.union([
	v.boolean(),
	v.pipe(
		v.picklist(['true', 'false', '1', '0']),
		v.transform((text) => text === 'true' || text === '1'),
	),
]);

/** A value, or null, which a form can only leave empty. */
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

/** Number of a page, from 1; anything else is the first. */
export const pageNumber = v.optional(v.fallback(v.pipe(numeric, v.minValue(1)), 1));

/** Of every route below an account. */
export const accountParams = v.object({ account_id: numeric });
