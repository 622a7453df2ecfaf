/** Headers that keep every answer from being misused. Pages add their own Content-Security-Policy. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { inlineStyleHashes } from './builtFiles.ts';

const HEADERS = {
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'strict-origin-when-cross-origin',
	'X-DNS-Prefetch-Control': 'off',
	'X-Permitted-Cross-Domain-Policies': 'none',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

export function setSecurityHeaders(app: FastifyInstance): void {
	app.addHook('onRequest', async (_request, reply) => {
		reply.headers(HEADERS);
	});
}

/** For what pages of other sites load: script, style and JSON without anything personal in them. */
export function allowEveryOrigin(reply: FastifyReply): void {
	reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
}

/** What browsers ask before pages of other sites may send JSON there. */
export function allowEveryPreflight(app: FastifyInstance, path: string): void {
	app.options(path, async (_request, reply) => {
		allowEveryOrigin(reply);
		reply.headers({
			'Access-Control-Allow-Methods': 'GET, PATCH, PUT',
			'Access-Control-Allow-Headers': 'Content-Type',
			'Access-Control-Max-Age': '86400',
		});
		return reply.code(204).send();
	});
}

/** A policy from its directives. */
export function policy(directives: Record<string, string>): string {
	return Object.entries(directives)
		.map(([name, value]) => `${name} ${value}`)
		.join('; ');
}

/** What our own apps need: nothing from anywhere else but pictures, nothing inline. `host` is where the sockets go. */
export function appDirectives(host: string): Record<string, string> {
	// Older Safari does not count WebSockets of the same host as 'self'.
	const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
	return {
		'default-src': "'none'",
		'script-src': "'self'",
		'style-src': "'self'",
		'img-src': "'self' https: data: blob:",
		'connect-src': `'self'${sockets}`,
		'base-uri': "'none'",
		'form-action': "'none'",
	};
}

/** What the view of a conversation needs besides: players, recordings before they are sent, calls, and the emoji picker. */
export function conversationDirectives(callOrigin: string): Record<string, string> {
	const hashes = inlineStyleHashes();
	return {
		'media-src': "'self' https: blob:",
		'frame-src': callOrigin,
		// The picker brings one sheet of its own, known by its hash, and places its tabs with style attributes.
		...(hashes.length > 0
			? {
					'style-src': `'self' ${hashes.join(' ')}`,
					'style-src-elem': `'self' ${hashes.join(' ')}`,
					'style-src-attr': "'unsafe-inline'",
				}
			: {}),
	};
}
