import type { Setter } from 'jotai/vanilla';
import { UPLOAD_TIMEOUT } from '#protocol/limits.ts';
import { readFile } from '#client/fileStore.ts';
import type { UploadOptions } from '#client/upload.ts';
import { beginUpload, endUpload, FileGoneError, noteProgress } from './uploads.ts';

/** Sends the file that is stored under `echoId`, and records its progress. Rejects as `send` does, or with a FileGoneError. */
export async function runUpload<T>(
	set: Setter,
	echoId: string,
	send: (file: File, upload: UploadOptions) => Promise<T>,
): Promise<T> {
	const file = await readFile(echoId);
	if (!file) throw new FileGoneError();
	const upload: UploadOptions = {
		signal: set(beginUpload, echoId),
		onProgress: (share) => set(noteProgress, echoId, share),
		timeout: UPLOAD_TIMEOUT,
	};
	try {
		return await send(file, upload);
	} finally {
		set(endUpload, echoId);
	}
}
