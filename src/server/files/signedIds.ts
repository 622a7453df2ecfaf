/** References to files that only our server can make: a stranger can neither guess nor change one. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * What a reference permits, so that none can be used for another purpose:
 * - `address`: to read the file;
 * - `upload`: to send its bytes;
 * - `attachment`: to attach it to a message (the wire's `signed_id`).
 */
export type Purpose = 'address' | 'upload' | 'attachment';

export interface SignedIds {
	/** 76 characters that need no escaping in a URL. */
	sign(purpose: Purpose, key: string): string;
	/**
	 * The key that was signed for this purpose; undefined when the reference is forged, changed, or made for another purpose.
	 */
	verify(purpose: Purpose, signedId: string): string | undefined;
}

export function createSignedIds(secretKey: string): SignedIds {
	const macKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'files', 32));
	const macOf = (purpose: Purpose, key: string) =>
		createHmac('sha256', macKey).update(`${purpose}:${key}`).digest('base64url');
	return {
		sign: (purpose, key) => `${key}-${macOf(purpose, key)}`,

		verify(purpose, signedId) {
			const [, key, mac] = /^([0-9a-f]{32})-([\w-]{43})$/.exec(signedId) ?? [];
			if (key === undefined || mac === undefined) return undefined;
			return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(purpose, key))) ? key : undefined;
		},
	};
}
