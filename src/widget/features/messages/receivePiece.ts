import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { AppendedEvent } from '#protocol/realtime.ts';
import { createPieceReceiver } from '#models/createPieceReceiver.ts';
import { findMessage, mergeMessage } from '#models/thread.ts';
import { catchUp } from './catchUp.ts';
import { changeThread, threadOfAtom } from './messages.ts';

/** Takes in a piece of a message that a bot is writing. It loads with the first one. */
export const receivePiece = atom(null, (get, set, piece: AppendedEvent) => get(receiverAtom)(get, set)(piece));

const receiverAtom = atom(() => {
	let receive: ((piece: AppendedEvent) => void) | undefined;
	return (get: Getter, set: Setter) => (receive ??= createReceiver(get, set));
});

function createReceiver(get: Getter, set: Setter) {
	return createPieceReceiver({
		find: (piece) => findMessage(get(threadOfAtom)(piece.conversation_id), piece),
		put: (message) => set(changeThread, message.conversation_id, (thread) => mergeMessage(thread, message)),
		readAgain: () => set(catchUp),
	});
}
