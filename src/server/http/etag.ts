/** ETags for small answers of routes that ask for them with `config: { hasETag: true }`. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

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

export function tagOf(payload: string): string {
	return `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
}

/** Whether the client already has this version. */
export function isKnown(request: FastifyRequest, tag: string): boolean {
	const known = request.headers['if-none-match']?.split(/,\s*/).map((known) => known.replace(/^W\//, ''));
	return known?.includes(tag) ?? false;
}
