/**
 * Secrets that the database keeps and the server needs in clear text, such as the password of a
 * mail server: AES-256-GCM under a key that is derived from the installation's.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKeys } from './secretKey.ts';

const CIPHER = 'aes-256-gcm';
/** Bytes; those that NIST SP 800-38D recommends. */
const NONCE = 12;
const TAG = 16;
/** What a sealed secret begins with, so that another way can follow. */
const PREFIX = 'v1.';

/** @param purpose what the secret is, such as `smtp_password`: it can be opened as nothing else */
export function seal([key]: SecretKeys, purpose: string, secret: string): string {
	const nonce = randomBytes(NONCE);
	const cipher = createCipheriv(CIPHER, keyOf(key), nonce).setAAD(Buffer.from(purpose));
	const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
	return `${PREFIX}${sealed.toString('base64url')}`;
}

/** Undefined where none of the keys has sealed it, as after a change of `SECRET_KEY`. */
export function unseal(keys: SecretKeys, purpose: string, sealed: string): string | undefined {
	if (!sealed.startsWith(PREFIX)) return undefined;
	const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
	if (bytes.length < NONCE + TAG) return undefined;
	for (const key of keys)
		try {
			const decipher = createDecipheriv(CIPHER, keyOf(key), bytes.subarray(0, NONCE), { authTagLength: TAG })
				.setAAD(Buffer.from(purpose))
				.setAuthTag(bytes.subarray(-TAG));
			return decipher.update(bytes.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8');
		} catch {
			// Another key has sealed it.
		}
	return undefined;
}

/** Apart from what the key itself signs. */
function keyOf(secretKey: string): Buffer {
	return Buffer.from(hkdfSync('sha256', secretKey, '', 'live-chat sealed secrets', 32));
}
