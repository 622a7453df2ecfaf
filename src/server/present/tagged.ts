import { tagOf } from '../base/entityTag.ts';

/** What the team edits carries its tag, since forms are filled from lists (docs/application-api.md, Conditional requests). */
export interface Tagged {
	etag: string;
}

/** @param edited what somebody may change, without what changes by itself, such as what the server counts, and its place in a list */
export function etagOf(edited: object): string {
	return tagOf(JSON.stringify(edited));
}

export function withTag<T extends object>(edited: T): T & Tagged {
	return { ...edited, etag: etagOf(edited) };
}
