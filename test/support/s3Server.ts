/** A storage that speaks S3, in a process of its own (s3ServerProgram.ts). */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../src/build/root.ts';

export interface S3Bucket {
	/** As in `S3_URL`. */
	url: string;
	/** Where the server has the objects, under their keys with `ending`. */
	folder: string;
	ending: string;
	/** Id of the server's process. */
	pid: number;
}

export interface S3Server {
	/**
	 * One that has no files yet: a part of `files`, which strangers cannot read, or of `open`,
	 * which they can.
	 */
	createBucket(name?: 'files' | 'open'): S3Bucket;
	stop(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
	const directory = realpathSync(mkdtempSync(join(tmpdir(), 'live-chat-s3-')));
	const child = fork(join(ROOT, 'test/support/s3ServerProgram.ts'), [directory]);
	const [port] = (await once(child, 'message')) as [number];
	return {
		createBucket(name = 'files') {
			const part = randomUUID();
			return {
				// The key and the secret that the package knows.
				url: `http://S3RVER:S3RVER@127.0.0.1:${port}/${name}/${part}?region=eu-central-1`,
				folder: join(directory, name, part),
				ending: '._S3rver_object',
				pid: child.pid ?? 0,
			};
		},
		async stop() {
			child.kill();
			await once(child, 'exit');
			rmSync(directory, { recursive: true });
		},
	};
}
