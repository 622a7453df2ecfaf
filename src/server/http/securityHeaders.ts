/** Headers that keep every answer from being misused. Pages add their own Content-Security-Policy. */
import type { FastifyInstance } from 'fastify';
import { inlineStyleHashes } from './builtFiles.ts';

export const SECURITY_HEADERS = {
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'strict-origin-when-cross-origin',
	'X-DNS-Prefetch-Control': 'off',
	'X-Permitted-Cross-Domain-Policies': 'none',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** These answers are personal although their address is the same for everybody. Routes whose answer is for all say so themselves. */
const PERSONAL = ['/api/v1/', '/auth/', '/public/api/'];

export function setSecurityHeaders(app: FastifyInstance): void {
	app.addHook('onRequest', async (request, reply) => {
		reply.headers(SECURITY_HEADERS);
		if (PERSONAL.some((path) => request.url.startsWith(path))) reply.header('Cache-Control', 'no-store');
	});
}

/** A policy from its directives; those without a value are left out. */
export function policy(directives: Record<string, string | undefined>): string {
	return Object.entries(directives)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name} ${value}`)
		.join('; ');
}

/**
 * Who may frame what these channels show: the sites that each allows (none named: any), and our own pages. Browsers compare all
 * pages around a frame, so what the widget frames needs its sites too. Where any may there is no directive: `*` would leave out
 * pages without an origin, such as those in a sandbox.
 */
export function ancestorsOf(channels: readonly (readonly string[])[]): string | undefined {
	if (channels.some((domains) => domains.length === 0)) return undefined;
	return ["'self'", ...new Set(channels.flat())].join(' ');
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
