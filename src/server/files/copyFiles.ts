/**
 * Copies files from one storage into another: for backups, and where an installation moves from its
 * folder to a bucket.
 */
import { inParallel } from '../base/inParallel.ts';
import type { Incoming } from './incoming.ts';
import type { Storage } from './storage.ts';

/**
 * @param incoming on the disk to which they go, if they go to a folder. Answers the keys that
 * `from` does not have.
 */
export async function copyFiles(
	keys: readonly string[],
	{ from, to, incoming }: { from: Storage; to: Storage; incoming: Incoming },
): Promise<string[]> {
	const absent: string[] = [];
	await inParallel(keys, async (key) => {
		const bytes = await from.read(key);
		if (bytes) await to.keep(await incoming.receive(bytes, Infinity), key);
		else absent.push(key);
	});
	return absent;
}

/** Those of the keys that the storage does not have. */
export async function listMissing(keys: readonly string[], storage: Storage): Promise<string[]> {
	const missing: string[] = [];
	await inParallel(keys, async (key) => {
		if (!(await storage.has(key))) missing.push(key);
	});
	return missing;
}
