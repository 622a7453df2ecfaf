import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { AppendedEvent } from '#protocol/realtime.ts';
import { createPieceReceiver } from '#models/createPieceReceiver.ts';
import { findMessage } from '#models/thread.ts';
import { knownThreadsAtom, readMessage, receiveMessages } from './thread.ts';

/** Takes in a piece of a message that a bot is writing. It loads with the first one. */
export const receivePiece = atom(null, (get, set, piece: AppendedEvent) => get(receiverAtom)(get, set)(piece));

const receiverAtom = atom(() => {
	let receive: ((piece: AppendedEvent) => void) | undefined;
	return (get: Getter, set: Setter) => (receive ??= createReceiver(get, set));
});

function createReceiver(get: Getter, set: Setter) {
	return createPieceReceiver({
		find(piece) {
			const thread = get(knownThreadsAtom).get(piece.conversation_id);
			return thread && findMessage(thread, piece);
		},
		put: (message) => set(receiveMessages, message.conversation_id, [message]),
		async readAgain({ id, conversation_id }) {
			const message = await readMessage(get, conversation_id, id).catch(() => undefined);
			if (message) set(receiveMessages, conversation_id, [message]);
		},
	});
}
