/**
 * Sends a message with its file: in one request, or the file first as a direct upload
 * (docs/wire.md, Messages and Attachments).
 */
import type { Getter, Setter } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { type NewMessage, widgetRoutes } from '#protocol/widgetRoutes.ts';
import { RequestError } from '#client/rest.ts';
import { putFile, withFile } from '#client/upload.ts';
import { outboxAtom, updateOutbox } from '#models/outbox.ts';
import { runUpload } from '#models/runUpload.ts';
import { md5 } from '#protocol/base/md5.ts';
import { channelAtom, widgetPageAtom } from '../channel/channel.ts';
import { postToHost } from '../host/host.ts';
import { postMessage } from '../messages/postMessage.ts';
import { callAsVisitor } from '../session/session.ts';

/**
 * Rejects with a RequestError, or with FileGoneError when the bytes are needed and no longer on
 * this device.
 */
export async function uploadMessage(get: Getter, set: Setter, message: NewMessage, echoId: string): Promise<Message> {
	// Where the website has a challenge, the file is announced, so that the visitor is asked before
	// its bytes are sent.
	const isDirect = get(widgetPageAtom).globalConfig.DIRECT_UPLOADS_ENABLED || get(channelAtom).captcha !== undefined;
	const upload = isDirect ? uploadDirectly : uploadWithMessage;
	const stored = await upload(get, set, message, echoId);
	const [file] = stored.attachments ?? [];
	if (file) set(postToHost, { event: 'happened', name: 'attachment-sent', detail: { type: file.file_type } });
	return stored;
}

function uploadWithMessage(get: Getter, set: Setter, message: NewMessage, echoId: string) {
	return runUpload(set, echoId, (file, upload) =>
		postMessage(get, set, message, { send: withFile('message[attachments][]', file, upload) }),
	);
}

/**
 * Where an attempt before has stored the bytes, the message alone is sent again, also from a device
 * that has lost them.
 */
async function uploadDirectly(get: Getter, set: Setter, message: NewMessage, echoId: string) {
	const timeout = SEND_TIMEOUT;
	const post = (signedId: string) => postMessage(get, set, { ...message, attachments: [signedId] }, { timeout });
	const { uploadedAs } = get(outboxAtom).find((entry) => entry.echoId === echoId) ?? {};
	if (uploadedAs !== undefined) {
		try {
			return await post(uploadedAs);
		} catch (error) {
			// The server keeps it for a day.
			if (!(error instanceof RequestError && error.status === 422)) throw error;
		}
	}
	return runUpload(set, echoId, async (file, upload) => {
		const blob = { filename: file.name, content_type: file.type, byte_size: file.size, checksum: await md5(file) };
		upload.signal.throwIfAborted();
		const announced = await callAsVisitor(get, set, widgetRoutes.createDirectUpload, { body: { blob } }, { timeout });
		const { url, headers } = announced.direct_upload;
		await putFile(url, headers, file, upload);
		set(updateOutbox, echoId, { uploadedAs: announced.signed_id });
		return post(announced.signed_id);
	});
}
