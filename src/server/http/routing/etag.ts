/** ETags for small answers of routes that ask for them with `config: { hasETag: true }`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tagOf } from '../../base/entityTag.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		hasETag?: boolean;
	}
}

export function tagAnswers(app: FastifyInstance): void {
	app.addHook('onSend', async (request, reply, payload) => {
		if (!request.routeOptions.config.hasETag || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
		const tag = tagOf(payload);
		reply.header('ETag', tag);
		if (!isKnown(request, tag)) return payload;
		reply.code(304);
		return null;
	});
}

/** Whether the client already has this version. */
export function isKnown(request: FastifyRequest, tag: string): boolean {
	const known = request.headers['if-none-match']?.split(/,\s*/).map((known) => known.replace(/^W\//, ''));
	return known?.some((one) => one === tag || withoutEncoding(one) === tag) ?? false;
}

/** The tag of the same text as it is before it is compressed (compress.ts). */
export function withoutEncoding(tag: string): string {
	return tag.replace(/-(br|gzip)"$/, '"');
}
