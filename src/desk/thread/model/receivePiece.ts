import { createPieceAtom } from '#models/createPieceReceiver.ts';
import { findMessage } from '#models/thread.ts';
import { knownThreadsAtom, readMessage, receiveMessages } from './thread.ts';

/** Takes in a piece of a message that a bot is writing. It loads with the first one. */
export const receivePiece = createPieceAtom((get, set) => ({
	find(piece) {
		const thread = get(knownThreadsAtom).get(piece.conversation_id);
		return thread && findMessage(thread, piece);
	},
	put: (message) => set(receiveMessages, message.conversation_id, [message]),
	async readAgain({ id, conversation_id }) {
		const message = await readMessage(get, conversation_id, id).catch(() => undefined);
		if (message) set(receiveMessages, conversation_id, [message]);
	},
}));
