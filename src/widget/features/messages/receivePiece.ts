import { createPieceAtom } from '#models/createPieceReceiver.ts';
import { findMessage, mergeMessage } from '#models/thread.ts';
import { catchUp } from './catchUp.ts';
import { changeThread, threadOfAtom } from './messages.ts';

/** Takes in a piece of a message that a bot is writing. It loads with the first one. */
export const receivePiece = createPieceAtom((get, set) => ({
	find: (piece) => findMessage(get(threadOfAtom)(piece.conversation_id), piece),
	put: (message) => set(changeThread, message.conversation_id, (thread) => mergeMessage(thread, message)),
	readAgain: () => set(catchUp),
}));
