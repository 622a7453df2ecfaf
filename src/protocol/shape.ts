import * as v from 'valibot';

/** An object of these entries and no others: what a host page has added to all objects, for loops to find, is none of them. */
export function shape<const E extends v.ObjectEntries>(entries: E) {
	return v.object(Object.setPrototypeOf(entries, null) as E);
}
