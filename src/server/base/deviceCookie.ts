/**
 * The cookie of a browser in which a person has signed in at the desk. It does not sign in: wrong passwords that come with it
 * count for the browser alone, so that strangers who try passwords cannot keep the person out (docs/application-api.md, The
 * desk's session).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { DAY } from '#protocol/duration.ts';
import { randomToken } from './randomToken.ts';
import type { SecretKeys } from './secretKey.ts';

/** In seconds. */
const MAX_AGE = (400 * DAY) / 1000;

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
			const given = Buffer.from(signature);
			const isOurs = secretKeys.some((key) => {
				const expected = Buffer.from(sign(key, device, email));
				return given.length === expected.length && timingSafeEqual(given, expected);
			});
			return isOurs ? device : undefined;
		},

		write(email, isSecure) {
			const device = randomToken();
			return stringifySetCookie({
				name: nameOf(email),
				value: `${device}.${sign(current, device, email)}`,
				// Only what signs in reads it.
				path: '/auth',
				httpOnly: true,
				sameSite: 'lax',
				secure: isSecure,
				maxAge: MAX_AGE,
			});
		},
	};
}
