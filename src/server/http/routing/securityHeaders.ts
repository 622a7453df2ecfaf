/** Headers that protect every answer from misuse. Pages add their own Content-Security-Policy. */
import type { FastifyInstance } from 'fastify';
import type { CaptchaProvider } from '#protocol/entities/captcha.ts';
import { inlineStyleHashes } from './builtFiles.ts';

export const SECURITY_HEADERS = {
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'strict-origin-when-cross-origin',
	'X-DNS-Prefetch-Control': 'off',
	'X-Permitted-Cross-Domain-Policies': 'none',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Path prefixes of personal answers, which caches must not store although the address is the same
 * for everyone. Routes with public answers override it.
 */
const PERSONAL = ['/api/', '/auth/', '/public/api/'];

export function setSecurityHeaders(app: FastifyInstance): void {
	app.addHook('onRequest', async (request, reply) => {
		reply.headers(SECURITY_HEADERS);
		if (PERSONAL.some((path) => request.url.startsWith(path))) reply.header('Cache-Control', 'no-store');
	});
}

/** Joins directives to a policy; those without a value are left out. */
export function policy(directives: Record<string, string | undefined>): string {
	return Object.entries(directives)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name} ${value}`)
		.join('; ');
}

/**
 * The sites that may frame what these channels show: those that each channel allows (an empty list
 * allows all), and our own pages. Browsers check all pages around a frame, so a page within the
 * widget's frame has to allow the widget's sites as well. Undefined where a channel allows all
 * sites: `*` would not match pages without an origin, such as sandboxed ones.
 */
export function ancestorsOf(channels: readonly (readonly string[])[]): string | undefined {
	if (channels.some((domains) => domains.length === 0)) return undefined;
	return ["'self'", ...new Set(channels.flat())].join(' ');
}

/**
 * The directives of our own apps: nothing from other origins except pictures, and nothing inline.
 * `host` is the host of the sockets.
 */
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

const CLOUDFLARE = 'https://challenges.cloudflare.com';
const HCAPTCHA = 'https://hcaptcha.com https://*.hcaptcha.com';

/**
 * What each provider of challenges says that its own load: see “Content Security Policy” in its
 * documentation.
 */
const CAPTCHA_SOURCES: Record<CaptchaProvider, Record<string, string>> = {
	turnstile: { 'script-src': CLOUDFLARE, 'frame-src': CLOUDFLARE },
	hcaptcha: {
		'script-src': HCAPTCHA,
		'frame-src': HCAPTCHA,
		'style-src': HCAPTCHA,
		'style-src-elem': HCAPTCHA,
		'connect-src': HCAPTCHA,
	},
	recaptcha: {
		'script-src': 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
		'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
	},
};

/**
 * The directives, in which also that provider's challenge may load; a directive that is not there
 * allows it by another one.
 */
export function withCaptcha(
	directives: Record<string, string | undefined>,
	provider: CaptchaProvider | undefined,
): Record<string, string | undefined> {
	const sources = Object.entries(provider ? CAPTCHA_SOURCES[provider] : {});
	return {
		...directives,
		...Object.fromEntries(
			sources
				.filter(([name]) => directives[name] !== undefined)
				.map(([name, added]) => [name, `${directives[name]} ${added}`]),
		),
	};
}

/**
 * Additional directives for the view of a conversation: players, recordings before they are sent,
 * calls, and the emoji picker.
 */
export function conversationDirectives(callOrigin: string): Record<string, string> {
	const hashes = inlineStyleHashes();
	return {
		'media-src': "'self' https: blob:",
		'frame-src': callOrigin,
		// The emoji picker adds one style sheet, which its hash allows, and positions its tabs by
		// style attributes.
		...(hashes.length > 0
			? {
					'style-src': `'self' ${hashes.join(' ')}`,
					'style-src-elem': `'self' ${hashes.join(' ')}`,
					'style-src-attr': "'unsafe-inline'",
				}
			: {}),
	};
}
