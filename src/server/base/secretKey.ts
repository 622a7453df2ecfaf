/** The key that signs visitor tokens. It is stored beside the data, so that tokens stay valid after a restart. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The stored key; the first call creates it, readable by its owner only. Processes that start at the same time agree on one.
 */
export function keptSecretKey(dataDir: string): string {
	const file = join(dataDir, 'secret-key');
	if (!existsSync(file)) {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
		const draft = `${file}.${process.pid}`;
		writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
		try {
			// A link makes the complete file appear at once, so that no process reads half a key; another process may have
			// been first.
			linkSync(draft, file);
		} catch (error) {
			if (!existsSync(file)) throw error;
		} finally {
			rmSync(draft);
		}
	}
	return readFileSync(file, 'utf8').trim();
}
