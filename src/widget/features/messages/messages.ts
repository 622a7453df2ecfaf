/**
 * The messages of the visitor's conversations. Receiving is idempotent: an answer, a pushed event, a repetition and the
 * outcome of a retry all come in by the same door, in any order, any number of times.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { Message } from '#protocol/entities.ts';
import { MESSAGES_AFTER, MESSAGES_BETWEEN, MESSAGES_PER_PAGE } from '#protocol/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import {
	conversationIdAtom,
	conversationStatusAtom,
	enterConversation,
	isLeftAtom,
	isStartingNewAtom,
} from '../conversation/conversation.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom, callAsVisitor, visitAtom } from '../session/session.ts';
import { findSent, outboxAtom, removeFromOutbox } from './outbox.ts';
import { type ShownMessage, showEntry } from './shownMessage.ts';
import { complete, completeTo, hasMessage, isBeyond, isShown, NO_THREAD, putMessage, type Thread } from './thread.ts';

/** By the conversation's display id. */
const threadsAtom = atomPerVisit<ReadonlyMap<number, Thread>>(new Map());
const isLoadedAtom = atomPerVisit(false);
const isLoadingOlderAtom = atomPerVisit(false);
/** Pushed events arrive, and what was missed before has been fetched: nothing can be missing. */
const isLiveAtom = atomPerVisit(false);
const arrivedAtom = atomPerVisit<Message | undefined>(undefined);

const threadAtom = atom((get) => get(threadsAtom).get(get(conversationIdAtom) ?? 0) ?? NO_THREAD);

/** What the server has of the conversation, oldest first. */
export const messagesAtom = atom((get) => get(threadAtom).messages);

/** What the visitor sees: the conversation, then what is still on its way. */
export const shownMessagesAtom = atom((get): readonly ShownMessage[] => {
	const { shown } = get(threadAtom);
	const waiting = get(outboxAtom).map(showEntry);
	return waiting.length > 0 ? shown.concat(waiting) : shown;
});

/** Id of the newest known message, or 0. */
export const newestIdAtom = atom((get) => get(threadAtom).newestId);

/** A bot has the conversation, and the visitor waits for its answer (wire-contract 5.5, "Typing bubble"). */
export const isBotAskedAtom = atom((get) => {
	const last = get(shownMessagesAtom).at(-1);
	return get(conversationStatusAtom) === 'pending' && last?.isFromVisitor === true && last.state !== 'failed';
});

/** There may be messages, but the first page has not been read yet. */
export const isWaitingAtom = atom((get) => get(authTokenAtom) !== undefined && !get(isLoadedAtom));

export const hasOlderAtom = atom((get) => get(threadAtom).hasOlder);

export const isReadingOlderAtom = atom((get) => get(isLoadingOlderAtom));

/** The last message that a pushed event brought, for those who announce it; not one that was taken back since. */
export const arrivedMessageAtom = atom((get) => {
	const message = get(arrivedAtom);
	return message && hasMessage(get(threadAtom), message) ? message : undefined;
});

/** Reads what the server has: the newest page at first, later all that came after the last known message. */
export const loadNewMessages = atom(null, async (get, set) => {
	// What the server has belongs to the conversation that was left.
	if (get(isStartingNewAtom)) return;
	const visit = get(visitAtom);
	if (get(isLoadedAtom)) await loadAfter(get, set, visit);
	else await loadNewest(get, set, visit);
});

/** Nothing is missing up to now, and pushed events bring the rest. */
export const goLive = atom(null, (get, set) => {
	set(isLiveAtom, () => true);
	set(changeThread, get(conversationIdAtom), complete);
});

/** From now on messages may be missed. */
export const loseTouch = atom(null, (_get, set) => set(isLiveAtom, () => false));

/** Reads the page before the oldest known message. Rejects with a RequestError. */
export const loadOlderMessages = atom(null, (get, set) =>
	readOlder(get, set, async (before) => {
		const { payload } = await callAsVisitor(get, set, widgetRoutes.listMessages, { query: { before } });
		return { payload, hasOlder: isFullPage(payload) };
	}),
);

/** Reads everything from the message `id` on that is not known yet. Rejects with a RequestError. */
export const loadMessagesFrom = atom(null, (get, set, id: number) =>
	readOlder(get, set, async (before) => {
		const payload: Message[] = [];
		let page: Message[];
		do {
			const after = payload.at(-1)?.id ?? id;
			({ payload: page } = await callAsVisitor(get, set, widgetRoutes.listMessages, { query: { after, before } }));
			payload.push(...page);
		} while (page.length >= MESSAGES_BETWEEN);
		return { payload, hasOlder: true };
	}),
);

/** A pushed message, new or changed. */
export const receiveMessage = atom(null, (get, set, message: Message, isNew: boolean) => {
	const active = get(conversationIdAtom);
	const isElsewhere = active !== undefined && message.conversation_id !== active;
	if (isElsewhere || get(isLeftAtom)(message.conversation_id)) return;
	if (isBeyond(get(threadAtom), message)) return;
	set(addMessages, [message]);
	if (get(isLiveAtom)) set(changeThread, message.conversation_id, complete);
	if (isNew && isShown(message)) set(arrivedAtom, () => message);
});

/** The server's answer to a message that was sent; it says into which conversation it went. */
export const receiveSent = atom(null, (get, set, message: Message, visit: number) => {
	if (visit !== get(visitAtom)) return;
	set(enterConversation, message.conversation_id);
	set(addMessages, [message]);
});

interface Page {
	payload: readonly Message[];
	hasOlder: boolean;
}

/** One at a time: what is known stays without a gap. */
async function readOlder(get: Getter, set: Setter, read: (before: number) => Promise<Page>) {
	const visit = get(visitAtom);
	const conversation = get(conversationIdAtom);
	const { hasOlder, oldestId } = get(threadAtom);
	if (!hasOlder || get(isLoadingOlderAtom)) return;
	set(isLoadingOlderAtom, () => true);
	try {
		const page = await read(oldestId);
		set(addMessages, page.payload, visit);
		set(changeThread, conversation, (thread) => ({ ...thread, hasOlder: page.hasOlder }), visit);
	} finally {
		set(isLoadingOlderAtom, () => false, visit);
	}
}

async function loadNewest(get: Getter, set: Setter, visit: number) {
	const { payload } = await callAsVisitor(get, set, widgetRoutes.listMessages, {});
	set(addMessages, payload, visit);
	set(isLoadedAtom, () => true, visit);
	const first = payload[0];
	if (first) {
		const hasOlder = isFullPage(payload);
		set(changeThread, first.conversation_id, (thread) => ({ ...complete(thread), hasOlder }), visit);
	}
}

async function loadAfter(get: Getter, set: Setter, visit: number) {
	let page: Message[];
	do {
		const after = get(threadAtom).completeUpTo;
		({ payload: page } = await callAsVisitor(get, set, widgetRoutes.listMessages, { query: { after } }));
		const last = page.at(-1);
		set(addMessages, page, visit);
		if (last) set(changeThread, last.conversation_id, (thread) => completeTo(thread, last.id), visit);
	} while (page.length >= MESSAGES_AFTER && visit === get(visitAtom));
}

/** Puts messages where they belong, each once, and takes what has been sent out of the outbox. */
const addMessages = atom(null, (get, set, messages: readonly Message[], visit: number = get(visitAtom)) => {
	if (visit !== get(visitAtom)) return;
	for (const message of messages) {
		const id = message.conversation_id;
		if (get(conversationIdAtom) === undefined) set(enterConversation, id);
		const thread = get(threadsAtom).get(id) ?? NO_THREAD;
		const sent = hasMessage(thread, message) ? undefined : findSent(get(outboxAtom), message);
		if (sent) set(removeFromOutbox, sent.echoId);
		const received = sent ? { ...message, echo_id: sent.echoId } : message;
		set(changeThread, id, () => putMessage(thread, received));
	}
});

const changeThread = atom(
	null,
	(_get, set, id: number | undefined, change: (thread: Thread) => Thread, visit?: number) => {
		if (id === undefined) return;
		set(threadsAtom, (threads) => new Map(threads).set(id, change(threads.get(id) ?? NO_THREAD)), visit);
	},
);

function isFullPage(page: readonly Message[]): boolean {
	return page.length >= MESSAGES_PER_PAGE;
}
