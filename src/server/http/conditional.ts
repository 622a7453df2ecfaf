/** Conditional requests for what the team edits (docs/application-api.md, Conditional requests; RFC 9110, section 13.1.1). */
import type { FastifyRequest } from 'fastify';
import type { Tagged } from '../present/tagged.ts';
import { withoutEncoding } from './etag.ts';
import { refuse } from './httpError.ts';

/** Throws 412 unless what is about to be changed is what the caller has read. */
export type RequireMatch = (current: Tagged) => void;

/** Tags are compared strongly: a weak one matches nothing. Without the header everything matches. */
export function createRequireMatch({ headers }: FastifyRequest): RequireMatch {
	const wanted = headers['if-match']?.split(',').map((tag) => tag.trim());
	return ({ etag }) => {
		if (!wanted || wanted.includes('*')) return;
		if (!wanted.some((tag) => tag === etag || withoutEncoding(tag) === etag))
			throw refuse(412, 'It has been changed since it was read');
	};
}

/** The tag of the item that is answered, which Chatwoot wraps in some places. */
export function itemTag(body: unknown): string {
	const { payload, webhook, etag } = body as { payload?: unknown; webhook?: unknown } & Partial<Tagged>;
	return etag ?? itemTag(payload ?? webhook);
}
