/** Sends a message with its file: together, or the file ahead as a direct upload (docs/wire.md, Messages and Attachments). */
import type { Getter, Setter } from 'jotai/vanilla';
import type { Message } from '#protocol/entities.ts';
import { SEND_TIMEOUT, UPLOAD_TIMEOUT } from '#protocol/limits.ts';
import { type NewMessage, widgetRoutes } from '#protocol/widgetRoutes.ts';
import { readFile } from '#client/fileStore.ts';
import { putFile, type UploadOptions, withFile } from '#client/upload.ts';
import { md5 } from '#protocol/md5.ts';
import { widgetPageAtom } from '../channel/channel.ts';
import { postMessage } from '../messages/postMessage.ts';
import { callAsVisitor } from '../session/session.ts';
import { beginUpload, endUpload, FileGoneError, noteProgress } from './uploads.ts';

/** Rejects with a RequestError, or with FileGoneError when this device no longer has the bytes. */
export async function uploadMessage(get: Getter, set: Setter, message: NewMessage, echoId: string): Promise<Message> {
	const file = await readFile(echoId);
	if (!file) throw new FileGoneError();
	const upload: UploadOptions = {
		signal: set(beginUpload, echoId),
		onProgress: (share) => set(noteProgress, echoId, share),
		timeout: UPLOAD_TIMEOUT,
	};
	const isDirect = get(widgetPageAtom).globalConfig.DIRECT_UPLOADS_ENABLED;
	try {
		return await (isDirect ? sendAhead : sendTogether)(get, set, message, file, upload);
	} finally {
		set(endUpload, echoId);
	}
}

function sendTogether(get: Getter, set: Setter, message: NewMessage, file: File, upload: UploadOptions) {
	const send = withFile('message[attachments][]', file, upload);
	return postMessage(get, set, message, { send });
}

async function sendAhead(get: Getter, set: Setter, message: NewMessage, file: File, upload: UploadOptions) {
	const timeout = SEND_TIMEOUT;
	const blob = { filename: file.name, content_type: file.type, byte_size: file.size, checksum: await md5(file) };
	const announced = await callAsVisitor(get, set, widgetRoutes.createDirectUpload, { body: { blob } }, { timeout });
	const { url, headers } = announced.direct_upload;
	await putFile(url, headers, file, upload);
	return postMessage(get, set, { ...message, attachments: [announced.signed_id] }, { timeout });
}
