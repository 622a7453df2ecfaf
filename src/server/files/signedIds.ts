/**
 * References to files that only our server can make: a stranger can neither guess nor change one.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { isSameSecret } from '../base/isSameSecret.ts';
import type { SecretKeys } from '../base/secretKey.ts';

/**
 * What a reference permits, so that none can be used for another purpose:
 * - `address`: to read the file;
 * - `upload`: to send its bytes;
 * - `attachment`: to attach it to a message (the wire's `signed_id`).
 */
export type Purpose = 'address' | 'upload' | 'attachment';

export interface Signed {
	/** Key of the file. */
	key: string;
	/**
	 * The last day, counted from the epoch, on which the reference is valid; undefined where it
	 * does not say.
	 */
	lastDay?: number | undefined;
	/** Whose quota the bytes count on; undefined where it does not say. */
	sender?: number | undefined;
}

export interface SignedIds {
	/** At most 105 characters that need no escaping in a URL. */
	sign(purpose: Purpose, signed: Signed): string;
	/**
	 * What was signed for this purpose; undefined when the reference is forged, changed, or made
	 * for another purpose. The caller looks at the day.
	 */
	verify(purpose: Purpose, signedId: string): Signed | undefined;
}

const SIGNED = /^(([0-9a-f]{32})(?:-(\d{1,9}))?(?:-s(\d{1,16}))?)-([\w-]{43})$/;

export function createSignedIds(secretKeys: SecretKeys): SignedIds {
	const macKeyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'files', 32));
	const signingKey = macKeyOf(secretKeys[0]);
	const macKeys = secretKeys.map(macKeyOf);
	const textOf = ({ key, lastDay, sender }: Signed) =>
		`${key}${lastDay === undefined ? '' : `-${lastDay}`}${sender === undefined ? '' : `-s${sender}`}`;
	const macOf = (macKey: Buffer, purpose: Purpose, text: string) =>
		createHmac('sha256', macKey).update(`${purpose}:${text}`).digest('base64url');
	return {
		sign(purpose, signed) {
			const text = textOf(signed);
			return `${text}-${macOf(signingKey, purpose, text)}`;
		},

		verify(purpose, signedId) {
			const [, text = '', key, day, sender, mac] = SIGNED.exec(signedId) ?? [];
			if (key === undefined || mac === undefined) return undefined;
			const isOf = (macKey: Buffer) => isSameSecret(mac, macOf(macKey, purpose, text));
			if (!macKeys.some(isOf)) return undefined;
			return { key, lastDay: numberOf(day), sender: numberOf(sender) };
		},
	};
}

function numberOf(digits: string | undefined): number | undefined {
	return digits === undefined ? undefined : Number(digits);
}
