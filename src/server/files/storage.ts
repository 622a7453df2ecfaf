/**
 * The bytes of files on disk, in DATA_DIR/files: in `incoming` while they arrive, and one level up under their key when
 * complete. A file is completely written to the disk before anything refers to it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '../base/problem.ts';
import { randomToken } from '../base/randomToken.ts';

/** A complete upload that has no key yet: call `keep` or `discard`. */
export interface Received {
	path: string;
	/** Bytes. */
	byteSize: number;
	/** MD5 in base64. */
	checksum: string;
}

export interface Storage {
	/** Throws NO_ROOM_FOR_FILES while the disk is nearly full: the rest of it is for messages. */
	requireRoom(): Promise<void>;
	/**
	 * Writes `source` to the disk as it arrives. Throws FILE_TOO_BIG beyond `limit` bytes, NO_ROOM_FOR_FILES, and what
	 * `source` throws. Nothing stays on the disk then, and the rest of `source` is read and dropped, so that its connection
	 * can carry the answer.
	 */
	receive(source: Readable, limit: number): Promise<Received>;
	keep(received: Received, key: string): Promise<void>;
	discard(received: Received): Promise<void>;
	/** Undefined when there is no such file. The caller has to close it. */
	open(key: string): Promise<FileHandle | undefined>;
	remove(key: string): Promise<void>;
	/** Deletes unfinished files of killed processes from before `time` (milliseconds since the epoch). */
	removeUnfinished(time: number): Promise<void>;
}

/** @param floor bytes that have to stay free on the disk */
export function createStorage(dataDir: string, floor: number): Storage {
	const folder = join(dataDir, 'files');
	const incoming = join(folder, 'incoming');
	mkdirSync(incoming, { recursive: true });
	const discard = ({ path }: Pick<Received, 'path'>) => rm(path, { force: true });

	const requireRoom = async () => {
		const { bavail, bsize } = await statfs(folder);
		if (bavail * bsize < floor) throw new Problem({ code: 'NO_ROOM_FOR_FILES' });
	};

	return {
		requireRoom,

		async receive(source, limit) {
			const path = join(incoming, randomToken());
			try {
				await requireRoom();
				return { path, ...(await write(source, path, limit)) };
			} catch (error) {
				await discard({ path });
				source.resume();
				throw error;
			}
		},

		async keep({ path }, key) {
			await rename(path, join(folder, key));
			await syncFolder(folder);
		},

		discard,

		async open(key) {
			try {
				return await open(join(folder, key), 'r');
			} catch (error) {
				if (isMissing(error)) return undefined;
				throw error;
			}
		},

		remove: (key) => rm(join(folder, key), { force: true }),

		async removeUnfinished(time) {
			for (const name of await readdir(incoming)) {
				const path = join(incoming, name);
				// An upload may end, and its file disappear, at the same time.
				const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
				if (mtimeMs < time) await discard({ path });
			}
		},
	};
}

async function write(source: Readable, path: string, limit: number): Promise<Omit<Received, 'path'>> {
	const file = await open(path, 'wx', 0o600);
	const hash = createHash('md5');
	let byteSize = 0;
	try {
		// Destroying the request would make it impossible to answer it.
		for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
			byteSize += chunk.length;
			if (byteSize > limit) throw new Problem({ code: 'FILE_TOO_BIG' });
			hash.update(chunk);
			await file.appendFile(chunk);
		}
		await file.sync();
	} finally {
		await file.close();
	}
	return { byteSize, checksum: hash.digest('base64') };
}

/**
 * A renamed file survives a power failure only if its folder is synchronised as well. Windows cannot open folders, and does
 * not need it.
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

function isMissing(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
