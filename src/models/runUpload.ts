import type { Setter } from 'jotai/vanilla';
import { readFile } from '#client/fileStore.ts';
import type { UploadOptions } from '#client/upload.ts';
import { beginUpload, endUpload, FileGoneError, noteProgress } from './uploads.ts';

/**
 * An upload that has transferred no byte for this long has failed, and is tried again with the same
 * echo id.
 */
export const UPLOAD_TIMEOUT = 30_000;

/**
 * Sends the file that is stored under `echoId`, and records its progress. Rejects as `send` does,
 * or with a FileGoneError.
 */
export async function runUpload<T>(
	set: Setter,
	echoId: string,
	send: (file: File, upload: UploadOptions) => Promise<T>,
): Promise<T> {
	// Before the bytes are read, which takes a while: a cancellation during that must find an
	// upload to abort.
	const signal = set(beginUpload, echoId);
	try {
		const file = await readFile(echoId);
		signal.throwIfAborted();
		if (!file) throw new FileGoneError();
		return await send(file, {
			signal,
			onProgress: (share) => set(noteProgress, echoId, share),
			timeout: UPLOAD_TIMEOUT,
		});
	} finally {
		set(endUpload, echoId);
	}
}
