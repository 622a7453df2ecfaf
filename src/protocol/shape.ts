import * as v from 'valibot';

/**
 * An object schema with these entries and no others. Its entries have no prototype, because a page's script may have added
 * enumerable members to `Object.prototype`, which valibot's loop would take for entries.
 */
export function shape<const E extends v.ObjectEntries>(entries: E) {
	return v.object(Object.setPrototypeOf(entries, null) as E);
}
