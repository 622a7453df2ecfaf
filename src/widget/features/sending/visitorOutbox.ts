/**
 * Sends the outbox's messages as the visitor. A closed widget loads this file to send what the last
 * page left behind.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type { NewMessage } from '#protocol/widgetRoutes.ts';
import { loadChunk } from '#client/chunk.ts';
import { openOutbox } from '#models/outbox.ts';
import { OutboxEntry } from '#models/outboxEntry.ts';
import { channelAtom } from '../channel/channel.ts';
import { receiveSent } from '../messages/messages.ts';
import { postMessage } from '../messages/postMessage.ts';
import { isIdentityPendingAtom } from '../session/session.ts';

/** Makes this website's outbox the current one; messages that are left in it are sent. */
export const openVisitorOutbox = atom(null, (get, set) => {
	set(openOutbox, { name: get(channelAtom).websiteToken, schema: OutboxEntry, send });
});

async function send(get: Getter, set: Setter, entry: OutboxEntry) {
	// Once the user is named, what this device has kept for them goes first (`releaseInput`).
	if (get(isIdentityPendingAtom)) throw new Error('The user is not known yet');
	const { echoId, content, queuedAt, referrerUrl, replyTo } = entry;
	const message = {
		...(content !== '' && { content }),
		echo_id: echoId,
		timestamp: new Date(queuedAt).toString(),
		referer_url: referrerUrl || null,
		...(replyTo !== undefined && { reply_to: replyTo }),
	};
	const stored = await (entry.file ? sendFile(get, set, message, entry) : sendText(get, set, message));
	set(receiveSent, { ...stored, echo_id: echoId });
}

function sendText(get: Getter, set: Setter, message: NewMessage) {
	return postMessage(get, set, message, { timeout: SEND_TIMEOUT });
}

/** The code for uploads loads with the first file. */
async function sendFile(get: Getter, set: Setter, message: NewMessage, { echoId }: OutboxEntry) {
	const { uploadMessage } = await loadChunk(() => import('../attachments/uploadMessage.ts'));
	return uploadMessage(get, set, message, echoId);
}
