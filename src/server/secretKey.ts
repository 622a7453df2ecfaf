/** The key that signs visitor tokens, kept beside the data so that a restart knows its visitors again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

/** The kept key; made on the first call, readable by its owner only. */
export function keptSecretKey(dataDir: string): string {
	const file = join(dataDir, 'secret-key');
	if (!existsSync(file)) {
		mkdirSync(dataDir, { recursive: true });
		writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
	}
	return readFileSync(file, 'utf8').trim();
}
