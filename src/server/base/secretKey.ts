/**
 * The keys that sign visitor tokens and addresses of files. One is stored beside the data, so that
 * tokens stay valid after a restart.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError, type Settings } from './settings.ts';

export function secretKeyFile(dataDir: string): string {
	return join(dataDir, 'secret-key');
}

/**
 * The first signs, and what any of them has signed is valid: so a key can be replaced while
 * visitors have tokens of the last one.
 */
export type SecretKeys = readonly [string, ...string[]];

type KeySettings = Pick<Settings, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>;

/**
 * The server's, for a command: a key that is made for the purpose has signed nothing, and nothing
 * that it seals could be read by the server.
 */
export function readExistingKeys(settings: KeySettings): SecretKeys {
	if (settings.SECRET_KEY === undefined && !existsSync(secretKeyFile(settings.DATA_DIR)))
		throw new SettingError(`there is no key in ${settings.DATA_DIR}: set the server's DATA_DIR or SECRET_KEY`);
	return readSecretKeys(settings);
}

/** The keys of the settings; without any, the one in the folder. */
export function readSecretKeys({ SECRET_KEY, SECRET_KEY_PREVIOUS, DATA_DIR }: KeySettings): SecretKeys {
	return [SECRET_KEY ?? keptSecretKey(DATA_DIR), ...SECRET_KEY_PREVIOUS];
}

/**
 * The stored key; the first call creates it, readable by its owner only. Processes that start at
 * the same time agree on one.
 */
function keptSecretKey(dataDir: string): string {
	const file = secretKeyFile(dataDir);
	if (!existsSync(file)) {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
		const draft = `${file}.${process.pid}`;
		writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
		try {
			// A link makes the complete file appear at once, so that no process reads half a key;
			// another process may have been first.
			linkSync(draft, file);
		} catch (error) {
			if (!existsSync(file)) throw error;
		} finally {
			rmSync(draft);
		}
	}
	return readFileSync(file, 'utf8').trim();
}
