/** Files under their keys in DATA_DIR/files. Several machines have to share that folder. */
import { mkdirSync } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage.ts';

export function filesFolder(dataDir: string): string {
	return join(dataDir, 'files');
}

export function createFolderStorage(dataDir: string): Storage {
	const folder = filesFolder(dataDir);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	return {
		kind: 'folder',

		async keep({ path }, key) {
			await rename(path, join(folder, key));
			await syncFolder(folder);
		},

		async read(key, { first, last } = WHOLE) {
			const file = await unlessMissing(open(join(folder, key), 'r'));
			return file?.createReadStream({ start: first, end: last });
		},

		has: async (key) => (await unlessMissing(access(join(folder, key)).then(() => true))) ?? false,

		remove: (key) => rm(join(folder, key), { force: true }),
	};
}

const WHOLE = { first: 0, last: Infinity };

/**
 * A renamed file survives a power failure only if its folder is synchronised as well. Windows
 * cannot open folders, and does not need it.
 */
async function syncFolder(path: string): Promise<void> {
	if (process.platform === 'win32') return;
	const folder = await open(path, 'r');
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}
