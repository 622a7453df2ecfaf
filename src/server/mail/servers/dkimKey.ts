/** The key that signs mails, so that receivers know that the domain has sent them (RFC 6376). */
import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describeError } from '../../base/describeError.ts';
import { SettingError, type Settings } from '../../base/settings.ts';

/** In nodemailer's form. */
export interface DkimKey {
	domainName: string;
	keySelector: string;
	/** PEM. */
	privateKey: string;
}

/** A private key as PEM, of the length that all receivers accept (RFC 8301 section 3.2). */
export async function createDkimKey(): Promise<string> {
	const { privateKey } = await promisify(generateKeyPair)('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	});
	return privateKey;
}

/** The public key as DNS has it, in base64. */
export function publicKeyOf({ privateKey }: DkimKey): string {
	return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
}

/**
 * Undefined where none is set. Throws SettingError for a part of a key, and for a file without one.
 */
export function readDkimKey({
	DKIM_DOMAIN: domainName,
	DKIM_SELECTOR: keySelector,
	DKIM_KEY_FILE: file,
}: Pick<Settings, 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_KEY_FILE'>): DkimKey | undefined {
	const given = [domainName, keySelector, file].filter((part) => part !== undefined);
	if (given.length === 0) return undefined;
	if (domainName === undefined || keySelector === undefined || file === undefined)
		throw new SettingError('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE need each other');
	try {
		const privateKey = readFileSync(file, 'utf8');
		createPrivateKey(privateKey);
		return { domainName, keySelector, privateKey };
	} catch (error) {
		throw new SettingError(`DKIM_KEY_FILE has no private key that can be read: ${describeError(error)}`);
	}
}
