/** Sends what the page's `sendMessage()` says. */
import type { Message } from '#protocol/entities/entities.ts';
import { outboxAtom, addToOutbox } from '#models/outbox.ts';
import { canWriteAtom } from '../../features/conversation/conversation.ts';
import { catchUp } from '../../features/messages/catchUp.ts';
import { readPage, threadsAtom, newestIdAtom } from '../../features/messages/messages.ts';
import { maskedText } from '../../features/sending/masked.ts';
import { authTokenAtom, staySignalAtom } from '../../features/session/session.ts';
import { MethodError } from './methodError.ts';
import type { Store } from '../routing/store.ts';
import { atom } from 'jotai/vanilla';
import { sendOutbox } from '#models/sending.ts';
import { hostAtom } from '../../features/host/host.ts';

/**
 * Resolves like `sentMessage`. Rejects with a `MethodError` where the visitor cannot write, or
 * leaves during the masking.
 */
export async function sendForPage(store: Store, content: string, echoId: string): Promise<Message> {
	if (!store.get(canWriteAtom)) throw new MethodError('CONVERSATION_ENDED');
	const stay = store.get(staySignalAtom);
	const masked = await store.set(maskedText, content);
	if (stay.aborted) throw new MethodError('DISCONNECTED');
	store.set(sendTextNow, masked, echoId);
	return sentMessage(store, echoId, stay);
}

/**
 * Resolves with the message once the server has it, whichever tab has sent it. Rejects when the
 * chat shows it as failed, from where the visitor can send it again, and when they leave.
 */
function sentMessage(store: Store, echoId: string, stay: AbortSignal): Promise<Message> {
	return new Promise((resolve, reject) => {
		let isMissed = false;
		const look = () => {
			const messages = [...store.get(threadsAtom).values()].flatMap((thread) => thread.messages);
			const message = messages.find(({ echo_id }) => echo_id === echoId);
			if (message) return end(() => resolve(message));
			const entry = store.get(outboxAtom).find((candidate) => candidate.echoId === echoId);
			if (entry?.state === 'failed') return end(() => reject(new MethodError('REQUEST_FAILED', { echo_id: echoId })));
			if (entry) return;
			if (stay.aborted) return end(() => void findSent(store, echoId).then(resolve, reject));
			// Another tab has sent it, and has told so before the server's event came.
			if (!isMissed) void store.set(catchUp);
			isMissed = true;
		};
		const undos = [store.sub(outboxAtom, look), store.sub(threadsAtom, look)];
		stay.addEventListener('abort', look);
		function end(settle: () => void) {
			for (const undo of undos) undo();
			stay.removeEventListener('abort', look);
			settle();
		}
		look();
	});
}

/**
 * The message of a visitor who has left. Another tab may have sent it: it has gone on in another
 * session, since the server forgot the one before.
 */
async function findSent(store: Store, echoId: string): Promise<Message> {
	const isKnown = store.get(authTokenAtom) !== undefined;
	const page = isKnown ? await store.set(readPage, {}).catch(() => undefined) : undefined;
	const message = page?.payload.find(({ echo_id }) => echo_id === echoId);
	if (!message) throw new MethodError('DISCONNECTED', { echo_id: echoId });
	return message;
}

/**
 * Sends a text independently of the visitor's draft. A message with `echoId` that is already in the
 * outbox is not added again.
 */
const sendTextNow = atom(null, (get, set, content: string, echoId: string) => {
	const isKnown = get(outboxAtom).some((entry) => entry.echoId === echoId);
	const page = { referrerUrl: get(hostAtom).referrerUrl, afterId: get(newestIdAtom) };
	if (!isKnown) set(addToOutbox, { ...page, content, echoId });
	void set(sendOutbox);
});
