/** The key that signs visitor tokens, kept beside the data so that a restart knows its visitors again. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kept key; made on the first call, readable by its owner only. Processes that begin at once agree on one. */
export function keptSecretKey(dataDir: string): string {
	const file = join(dataDir, 'secret-key');
	if (!existsSync(file)) {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
		const draft = `${file}.${process.pid}`;
		writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
		try {
			// The file appears whole or not at all, so that no process reads half a key; another process may have been first.
			linkSync(draft, file);
		} catch (error) {
			if (!existsSync(file)) throw error;
		} finally {
			rmSync(draft);
		}
	}
	return readFileSync(file, 'utf8').trim();
}
