/**
 * The desk's two cookies: that of a session, with the requests that it authenticates, and that of a
 * browser (docs/application-api.md, The desk's session).
 */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { DAY } from '#protocol/base/duration.ts';
import { isSameSecret } from './isSameSecret.ts';
import { randomToken } from './randomToken.ts';
import type { SecretKeys } from './secretKey.ts';

/**
 * With this prefix a browser accepts the cookie only over TLS, and only for the host that set it.
 */
const SECURE = '__Host-';

/**
 * The longest time for which browsers keep a cookie, in seconds. The session in the database ends
 * earlier.
 */
const MAX_AGE = (400 * DAY) / 1000;
/**
 * No script reads them, and no other site's requests bring them along, but for links that lead
 * here.
 */
const ATTRIBUTES = { httpOnly: true, sameSite: 'lax' } as const;

export interface DeskCookie {
	/** The session's token; `isSecure`: the request came over TLS. */
	read(header: string | undefined, isSecure: boolean): string | undefined;
	/**
	 * The headers that set the cookie, or remove it when `token` is null, and that remove what is
	 * in `header`, the request's, under the name that a former key gave it.
	 */
	write(token: string | null, isSecure: boolean, header: string | undefined): string[];
	/**
	 * The session's token for a socket, if one of our pages opened it. Browsers let any page open a
	 * socket with our cookie, and name the page's origin, but not in the handshake of polling from
	 * the page's own origin, which no other page can go on with. Whether the request to the proxy
	 * came over TLS is not known here, but only our server can have set the secure cookie.
	 */
	readOfSocket(headers: IncomingHttpHeaders, publicOrigin: string): string | undefined;
}

/**
 * Its name is the installation's own, made from the secret key that all its processes share: a
 * browser gives the cookies of a host to all of that host's ports, where another installation would
 * take away what it did not set.
 */
export function createDeskCookie(secretKeys: SecretKeys): DeskCookie {
	const names = secretKeys.map(
		(secretKey) => `desk-session-${createHash('sha256').update(`desk cookie ${secretKey}`).digest('hex').slice(0, 8)}`,
	);
	const nameOf = (name: string, isSecure: boolean) => (isSecure ? `${SECURE}${name}` : name);
	// Agents stay signed in when the key is replaced.
	const read: DeskCookie['read'] = (header, isSecure) => {
		const cookies = parseCookie(header ?? '');
		return names.map((name) => cookies[nameOf(name, isSecure)]).find((token) => token);
	};
	const writeOne = (name: string, token: string | null, isSecure: boolean) =>
		stringifySetCookie({
			name: nameOf(name, isSecure),
			value: token ?? '',
			path: '/',
			...ATTRIBUTES,
			secure: isSecure,
			maxAge: token === null ? 0 : MAX_AGE,
		});
	return {
		read,

		write(token, isSecure, header) {
			const [name = '', ...former] = names;
			const cookies = parseCookie(header ?? '');
			const left = former.filter((one) => cookies[nameOf(one, isSecure)] !== undefined);
			return [writeOne(name, token, isSecure), ...left.map((one) => writeOne(one, null, isSecure))];
		},

		readOfSocket(headers, publicOrigin) {
			const { host = '', origin, upgrade, cookie } = headers;
			if (origin === undefined && upgrade !== undefined) return undefined;
			if (!isFromOwnPage(headers, [`https://${host}`, `http://${host}`, publicOrigin])) return undefined;
			const isSecure = origin?.startsWith('https:');
			return isSecure === undefined ? (read(cookie, true) ?? read(cookie, false)) : read(cookie, isSecure);
		},
	};
}

/**
 * Whether one of our pages made the request. Browsers name the page's origin in every request that
 * writes, and in every WebSocket handshake; a request without it does not come from such a page, or
 * only reads within its own.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, ownOrigins: readonly string[]): boolean {
	const { origin, 'sec-fetch-site': site } = headers;
	if (site !== undefined && site !== 'same-origin') return false;
	return origin === undefined || ownOrigins.includes(origin);
}

/**
 * The cookie of a browser in which a person has signed in at the desk. It does not sign in: wrong
 * passwords that come with it count for the browser alone, so that strangers who try passwords
 * cannot keep the person out (docs/application-api.md, The desk's session).
 */
export interface DeviceCookie {
	/** What names the browser; undefined for one in which this address has not signed in. */
	read(header: string | undefined, email: string): string | undefined;
	/** The header that sets the cookie. */
	write(email: string, isSecure: boolean): string;
}

/** Each person who signs in has one of their own, so that several may share the browser. */
export function createDeviceCookie(secretKeys: SecretKeys): DeviceCookie {
	const [current] = secretKeys;
	const nameOf = (email: string) =>
		`desk-device-${createHash('sha256').update(`${current} ${email.toLowerCase()}`).digest('hex').slice(0, 16)}`;
	const sign = (key: string, device: string, email: string) =>
		createHmac('sha256', key).update(`desk device ${device} ${email.toLowerCase()}`).digest('base64url');
	return {
		read(header, email) {
			const [device = '', signature = ''] = parseCookie(header ?? '')[nameOf(email)]?.split('.') ?? [];
			return secretKeys.some((key) => isSameSecret(signature, sign(key, device, email))) ? device : undefined;
		},

		write(email, isSecure) {
			const device = randomToken();
			return stringifySetCookie({
				name: nameOf(email),
				value: `${device}.${sign(current, device, email)}`,
				// Only what signs in reads it.
				path: '/auth',
				...ATTRIBUTES,
				secure: isSecure,
				maxAge: MAX_AGE,
			});
		},
	};
}
