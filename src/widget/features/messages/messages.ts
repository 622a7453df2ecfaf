/**
 * The messages of the visitor's conversations. Receiving is idempotent: an answer, a pushed event, a repetition and the
 * outcome of a retry all come in by the same door, in any order, any number of times.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { isFromVisitor, type Message, MessageType } from '#protocol/entities.ts';
import { MESSAGES_AFTER, MESSAGES_PER_PAGE } from '#protocol/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { conversationIdAtom, enterConversation } from '../conversation/conversation.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom, callAsVisitor, visitAtom } from '../session/session.ts';
import { findSent, outboxAtom, removeFromOutbox } from './outbox.ts';

interface Thread {
	/** By time, then id. */
	messages: readonly Message[];
	/** Whether the server has older ones than these. */
	hasOlder: boolean;
	/** No message up to this id is missing here. */
	completeUpTo: number;
}

/** A message as the conversation shows it. */
export interface ShownMessage {
	/** Stays the same when a message that is being sent becomes a sent one. */
	key: string;
	content: string;
	isFromVisitor: boolean;
	/** Who wrote it, where the server says so. */
	sender: Message['sender'];
	/** Seconds since the epoch; of the visitor's own clock until the message is sent. */
	createdAt: number;
	state: 'in_progress' | 'sent' | 'failed';
}

const NO_THREAD: Thread = { messages: [], hasOlder: false, completeUpTo: 0 };

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
export const shownMessagesAtom = atom((get): readonly ShownMessage[] => [
	...get(messagesAtom).map(shown),
	...get(outboxAtom).map(({ echoId, content, queuedAt, state }) => ({
		key: echoId,
		content,
		isFromVisitor: true,
		sender: undefined,
		createdAt: queuedAt / 1000,
		state,
	})),
]);

/** Id of the newest known message, or 0. */
export const newestIdAtom = atom((get) => newestId(get(threadAtom)));

/** There may be messages, but the first page has not been read yet. */
export const isWaitingAtom = atom((get) => get(authTokenAtom) !== undefined && !get(isLoadedAtom));

export const hasOlderAtom = atom((get) => get(threadAtom).hasOlder);

/** The last message that a pushed event brought, for those who announce it. */
export const arrivedMessageAtom = atom((get) => get(arrivedAtom));

/** Reads what the server has: the newest page at first, later all that came after the last known message. */
export const loadNewMessages = atom(null, async (get, set) => {
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
export const loadOlderMessages = atom(null, async (get, set) => {
	const visit = get(visitAtom);
	const oldest = get(messagesAtom)[0];
	if (!oldest || !get(hasOlderAtom) || get(isLoadingOlderAtom)) return;
	set(isLoadingOlderAtom, () => true);
	try {
		const { payload } = await callAsVisitor(get, set, widgetRoutes.listMessages, { query: { before: oldest.id } });
		set(addMessages, payload, visit);
		set(changeThread, oldest.conversation_id, (thread) => ({ ...thread, hasOlder: isFullPage(payload) }), visit);
	} finally {
		set(isLoadingOlderAtom, () => false, visit);
	}
});

/** A pushed message, new or changed. */
export const receiveMessage = atom(null, (get, set, message: Message, isNew: boolean) => {
	const active = get(conversationIdAtom);
	if (active !== undefined && message.conversation_id !== active) return;
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
		if (last) set(changeThread, last.conversation_id, (thread) => upTo(thread, last.id), visit);
	} while (page.length >= MESSAGES_AFTER && visit === get(visitAtom));
}

/** Puts messages where they belong, each once, and takes what has been sent out of the outbox. */
const addMessages = atom(null, (get, set, messages: readonly Message[], visit: number = get(visitAtom)) => {
	if (visit !== get(visitAtom)) return;
	for (const message of messages) {
		const id = message.conversation_id;
		if (get(conversationIdAtom) === undefined) set(enterConversation, id);
		const isKnown =
			get(threadsAtom)
				.get(id)
				?.messages.some((known) => known.id === message.id) ?? false;
		const sent = isKnown ? undefined : findSent(get(outboxAtom), message);
		if (sent) set(removeFromOutbox, sent.echoId);
		set(changeThread, id, (thread) => ({
			...thread,
			messages: merge(thread.messages, sent ? { ...message, echo_id: sent.echoId } : message),
		}));
	}
});

const changeThread = atom(
	null,
	(_get, set, id: number | undefined, change: (thread: Thread) => Thread, visit?: number) => {
		if (id === undefined) return;
		set(threadsAtom, (threads) => new Map(threads).set(id, change(threads.get(id) ?? NO_THREAD)), visit);
	},
);

function merge(messages: readonly Message[], message: Message): readonly Message[] {
	const known = messages.find((candidate) => candidate.id === message.id);
	const others = messages.filter((candidate) => candidate !== known);
	if (!isShown(message)) return known ? others : messages;
	// A repetition may lack what the first had, such as the echo id.
	const merged = { ...known, ...message };
	const place = others.findLastIndex((other) => isBefore(other, merged)) + 1;
	return others.toSpliced(place, 0, merged);
}

function isBefore(one: Message, other: Message): boolean {
	return one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id);
}

/** Activity, private notes and deleted messages are not for the visitor's eyes. */
function isShown(message: Message): boolean {
	return (
		message.message_type !== MessageType.ACTIVITY &&
		message.private !== true &&
		message.content_attributes['deleted'] !== true
	);
}

function complete(thread: Thread): Thread {
	return upTo(thread, newestId(thread));
}

function newestId(thread: Thread): number {
	return thread.messages.reduce((newest, { id }) => Math.max(newest, id), 0);
}

function upTo(thread: Thread, id: number): Thread {
	return { ...thread, completeUpTo: Math.max(thread.completeUpTo, id) };
}

function isFullPage(page: readonly Message[]): boolean {
	return page.length >= MESSAGES_PER_PAGE;
}

const shownBefore = new WeakMap<Message, ShownMessage>();

/** The same object for the same message, so that a list of thousands draws only what changed. */
function shown(message: Message): ShownMessage {
	const known = shownBefore.get(message);
	if (known) return known;
	const made: ShownMessage = {
		key: message.echo_id ?? String(message.id),
		content: message.content ?? '',
		isFromVisitor: isFromVisitor(message),
		sender: message.sender,
		createdAt: message.created_at,
		state: 'sent',
	};
	shownBefore.set(message, made);
	return made;
}
