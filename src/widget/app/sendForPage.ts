/** Sends what the page's `sendMessage()` says. */
import type { Message } from '#protocol/entities.ts';
import { outboxAtom } from '#models/outbox.ts';
import { canWriteAtom } from '../features/conversation/conversation.ts';
import { messagesAtom } from '../features/messages/messages.ts';
import { maskedText } from '../features/sending/masked.ts';
import { sendTextNow } from '../features/sending/sendTextNow.ts';
import { staySignalAtom } from '../features/session/session.ts';
import { MethodError } from './methodError.ts';
import type { Store } from './store.ts';

/** Resolves like `sentMessage`. Rejects with a `MethodError` where the visitor cannot write, or leaves meanwhile. */
export async function sendForPage(store: Store, content: string, echoId: string): Promise<Message> {
	if (!store.get(canWriteAtom)) throw new MethodError('CONVERSATION_ENDED');
	const stay = store.get(staySignalAtom);
	const masked = await store.set(maskedText, content);
	if (stay.aborted) throw new MethodError('DISCONNECTED');
	store.set(sendTextNow, masked, echoId);
	return sentMessage(store, echoId);
}

/**
 * Resolves with the message once the server has it. Rejects when the chat shows it as failed; the visitor can send it again
 * from there.
 */
function sentMessage(store: Store, echoId: string): Promise<Message> {
	return new Promise((resolve, reject) => {
		const look = () => {
			const entry = store.get(outboxAtom).find((candidate) => candidate.echoId === echoId);
			const message = store.get(messagesAtom).findLast((candidate) => candidate.echo_id === echoId);
			if (entry?.state === 'in_progress') return;
			undo();
			if (message) resolve(message);
			else reject(new MethodError(entry ? 'REQUEST_FAILED' : 'DISCONNECTED', { echo_id: echoId }));
		};
		// One change of the store removes the message from the outbox and adds it to the thread.
		const undo = store.sub(outboxAtom, look);
		look();
	});
}
