import * as v from 'valibot';

/** A whole number: in paths, queries and forms it arrives as text. Junk is refused by name. */
export const numeric = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger(), v.minValue(0));

/** Of every route below an account. */
export const accountParams = v.object({ account_id: numeric });
