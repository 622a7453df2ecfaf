/** The cookie of the desk's session, and whose requests it counts for (docs/application-api.md, The desk's session). */
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { DAY } from '#protocol/duration.ts';

/** A browser takes this name from its host alone, over TLS, for the whole host. */
const SECURE_NAME = '__Host-desk-session';
const PLAIN_NAME = 'desk-session';

/** As long as browsers keep one; the session itself ends earlier, in the database. */
const MAX_AGE = (400 * DAY) / 1000;

/** The token of the session; `isSecure`: the request came over TLS. */
export function readDeskCookie(header: string | undefined, isSecure: boolean): string | undefined {
	return parseCookie(header ?? '')[isSecure ? SECURE_NAME : PLAIN_NAME] || undefined;
}

/** The header that sets the cookie, or with null takes it away. */
export function writeDeskCookie(token: string | null, isSecure: boolean): string {
	return stringifySetCookie({
		name: isSecure ? SECURE_NAME : PLAIN_NAME,
		value: token ?? '',
		path: '/',
		httpOnly: true,
		sameSite: 'lax',
		secure: isSecure,
		maxAge: token === null ? 0 : MAX_AGE,
	});
}

/**
 * The token of the session of a socket that a page of ours has opened. Browsers let any page open one, with our cookie, and say
 * which has; whether it came over TLS to the proxy is not known here, but nobody else can set the secure cookie.
 */
export function readDeskCookieOfSocket(headers: IncomingHttpHeaders, publicOrigin: string): string | undefined {
	const { host = '', origin, cookie } = headers;
	if (origin === undefined) return undefined;
	const isSecure = origin.startsWith('https:');
	if (!isFromOwnPage(headers, [`${isSecure ? 'https' : 'http'}://${host}`, publicOrigin])) return undefined;
	return readDeskCookie(cookie, isSecure);
}

/**
 * Whether a page of ours has made the request. Browsers say where a page is from with everything that writes and with every
 * WebSocket; what says nothing is none of them, or reads within its own page.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, ownOrigins: readonly string[]): boolean {
	const { origin, 'sec-fetch-site': site } = headers;
	if (site !== undefined && site !== 'same-origin') return false;
	return origin === undefined || ownOrigins.includes(origin);
}
