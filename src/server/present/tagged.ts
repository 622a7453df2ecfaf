import { tagOf } from '../base/entityTag.ts';

/**
 * What the team edits carries its tag, since forms are filled from lists (docs/application-api.md,
 * Conditional requests).
 */
export interface Tagged {
	etag: string;
}

/**
 * @param edited what requests may change, without its place in a list and what changes by itself,
 * such as what the server counts and the time of the last change
 */
export function etagOf(edited: object): string {
	return tagOf(JSON.stringify(edited, sortKeys));
}

/** PostgreSQL keeps the keys of an object in another order than they were written in. */
function sortKeys(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function withTag<T extends object>(edited: T): T & Tagged {
	return { ...edited, etag: etagOf(edited) };
}
