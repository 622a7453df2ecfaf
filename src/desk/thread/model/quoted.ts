/** Messages that others quote, anywhere in a conversation. */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import { isAborted } from '#client/rest.ts';
import { isAddressed } from '../../common/route.ts';
import { knownThreadsAtom, loadMessagesFrom, readMessage } from './thread.ts';

/** Messages that were loaded alone, since the pages between are not known yet. */
const fetchedAtom = atom<ReadonlyMap<number, Message>>(new Map());
const jumpAtom = atom<Jump>();

interface Jump {
	/** Display id. */
	conversationId: number;
	/** Id of the message. */
	id: number;
}

/** The message with that id; undefined while it is not known. */
export function findQuoted(get: Getter, conversationId: number, id: number): Message | undefined {
	const thread = get(knownThreadsAtom).get(conversationId);
	return thread?.messages.findLast((message) => message.id === id) ?? get(fetchedAtom).get(id);
}

/**
 * Loads a quoted message without those in between. If that fails, the answer is shown without its
 * quote.
 */
export const loadQuoted = atom(null, async (get, set, conversationId: number, id: number) => {
	try {
		const message = await readMessage(get, conversationId, id);
		if (message) set(fetchedAtom, (fetched) => new Map(fetched).set(id, message));
	} catch (error) {
		console.debug('live-chat-widget: a quoted message could not be read', error);
	}
});

/** The message to scroll to and highlight, or undefined. Each jump is a new object. */
export const jumpTargetAtom: Atom<Jump | undefined> = jumpAtom;

/**
 * Loads the messages from this one on, and scrolls to it unless the agent has left the conversation
 * by then. Never rejects: the list shows that it did not load.
 */
export const jumpTo = atom(null, async (_get, set, conversationId: number, id: number) => {
	try {
		await set(loadMessagesFrom, conversationId, id);
		if (isAddressed(conversationId)) set(jumpAtom, { conversationId, id });
	} catch (error) {
		if (!isAborted(error)) console.debug('live-chat-widget: the quoted message could not be reached', error);
	}
});

export const endJump = atom(null, (_get, set) => set(jumpAtom, undefined));

/** Ends a jump in a conversation that the agent has left. */
export const leaveJump = atom(null, (get, set) => {
	const jump = get(jumpAtom);
	if (jump && !isAddressed(jump.conversationId)) set(endJump);
});
