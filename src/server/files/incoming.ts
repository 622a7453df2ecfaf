/**
 * Uploads while they arrive, in DATA_DIR/files/incoming: a file is completely on this machine's
 * disk before its type is read and before it goes to the storage.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '../base/problem.ts';
import { randomToken } from '../base/randomToken.ts';
import { filesFolder } from './folderStorage.ts';
import type { Received } from './storage.ts';

export interface Incoming {
	/** Throws NO_ROOM_FOR_FILES while the disk is nearly full: the rest of it is for messages. */
	requireRoom(): Promise<void>;
	/** On the disk of DATA_DIR. */
	freeBytes(): Promise<number>;
	/**
	 * Writes `source` to the disk as it arrives. Throws FILE_TOO_BIG beyond `limit` bytes,
	 * NO_ROOM_FOR_FILES, and what `source` throws. Nothing stays on the disk then, and the rest of
	 * `source` is read and dropped, so that its connection can carry the answer.
	 */
	receive(source: Readable, limit: number): Promise<Received>;
	discard(received: Received): Promise<void>;
	/**
	 * Deletes unfinished files of killed processes from before `time` (milliseconds since the
	 * epoch).
	 */
	removeUnfinished(time: number): Promise<void>;
}

/** @param floor bytes that have to stay free on the disk */
export function createIncoming(dataDir: string, floor: number): Incoming {
	const folder = join(filesFolder(dataDir), 'incoming');
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const discard = ({ path }: Pick<Received, 'path'>) => rm(path, { force: true });

	const freeBytes = async () => {
		const { bavail, bsize } = await statfs(folder);
		return bavail * bsize;
	};
	const requireRoom = async () => {
		if ((await freeBytes()) < floor) throw new Problem({ code: 'NO_ROOM_FOR_FILES' });
	};

	return {
		requireRoom,
		freeBytes,

		async receive(source, limit) {
			const path = join(folder, randomToken());
			try {
				await requireRoom();
				return { path, ...(await write(source, path, limit)) };
			} catch (error) {
				await discard({ path });
				source.resume();
				throw error;
			}
		},

		discard,

		async removeUnfinished(time) {
			for (const name of await readdir(folder)) {
				const path = join(folder, name);
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
