/** What pages of other origins may load and send. */
import { SANDBOXED_ORIGIN } from '../../base/origins.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** For responses that pages of other sites load: script, style and JSON without personal data. */
export function allowEveryOrigin(reply: FastifyReply): void {
	reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
}

/** Answers the preflight that browsers send before a page of another site may send JSON. */
export function allowEveryPreflight(app: FastifyInstance, path: string): void {
	app.options(path, async (_request, reply) => {
		allowEveryOrigin(reply);
		return answerPreflight(reply, 'GET, PATCH, PUT', 'Content-Type');
	});
}

const VISITORS = '/api/v1/widget/';
/** Path prefix of published articles. */
const HELP_CENTRE = '/hc/';

/**
 * Lets the frame make requests from a sandboxed page, where page and frame have no origin. These
 * routes use no cookies: the caller is named in a header, which such a page has to know.
 */
export function allowSandboxedPages(app: FastifyInstance): void {
	const isSandboxed = (request: FastifyRequest) => request.headers.origin === SANDBOXED_ORIGIN;
	app.addHook('onRequest', async (request, reply) => {
		if (![VISITORS, HELP_CENTRE].some((path) => request.url.startsWith(path))) return;
		reply.header('Vary', 'Origin');
		if (!isSandboxed(request)) return;
		reply.headers({
			'Access-Control-Allow-Origin': SANDBOXED_ORIGIN,
			'Access-Control-Expose-Headers': 'Retry-After',
			'Cross-Origin-Resource-Policy': 'cross-origin',
		});
	});
	app.options(`${VISITORS}*`, async (request, reply) => {
		if (!isSandboxed(request)) return reply.code(403).send();
		return answerPreflight(reply, 'GET, POST, PUT, PATCH, DELETE', 'Content-Type, X-Auth-Token');
	});
}

/** Allowed for a day. The header for the origin has been set before. */
function answerPreflight(reply: FastifyReply, methods: string, headers: string): FastifyReply {
	reply.headers({
		'Access-Control-Allow-Methods': methods,
		'Access-Control-Allow-Headers': headers,
		'Access-Control-Max-Age': '86400',
	});
	return reply.code(204).send();
}
