/**
 * Conditional requests for what the team edits (docs/application-api.md, Conditional requests; RFC
 * 9110, section 13.1.1).
 */
import type { FastifyRequest } from 'fastify';
import type { Tagged } from '../../present/tagged.ts';
import { withoutEncoding } from './etag.ts';
import { refuse } from './httpError.ts';

/**
 * Resolves with what `change` makes of `before`, if that is what the caller has read. Otherwise it
 * throws 412, unless the change leaves everything as it is: then it has been made before, and
 * perhaps the caller only did not get the answer.
 */
export type ChangeIfMatch = <T>(
	before: T,
	present: (item: T) => Tagged | Promise<Tagged>,
	change: () => Promise<T>,
) => Promise<T>;

/**
 * Tags are compared strongly: a weak one matches nothing. Without the header everything matches,
 * and nothing is presented.
 */
export function createChangeIfMatch({ headers }: FastifyRequest): ChangeIfMatch {
	const wanted = headers['if-match']?.split(',').map((tag) => tag.trim());
	return async (before, present, change) => {
		if (!wanted || wanted.includes('*')) return change();
		const { etag } = await present(before);
		const changed = await change();
		const isMatch = wanted.some((tag) => tag === etag || withoutEncoding(tag) === etag);
		// What the transaction has changed goes with the error.
		if (!isMatch && (await present(changed)).etag !== etag) throw refuse(412, 'It has been changed since it was read');
		return changed;
	};
}

/** The tag of the item that is answered, which Chatwoot wraps in some places. */
export function itemTag(body: unknown): string {
	const { payload, webhook, etag } = body as { payload?: unknown; webhook?: unknown } & Partial<Tagged>;
	return etag ?? itemTag(payload ?? webhook);
}
