/**
 * The messages of the visitor's conversations. Receiving is idempotent: responses, pushed events,
 * repetitions and retries all go through the same functions, in any order, any number of times.
 */
import { atom, type Setter } from 'jotai/vanilla';
import { isStreaming, type Message } from '#protocol/entities/entities.ts';
import { READ_TIMEOUT } from '#protocol/base/limits.ts';
import type { RouteInput, RouteResponse } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isFullPage, type Page as ReadPage, readAfter, rereadPage } from '#models/pages.ts';
import { type ShownMessage, showEntry } from '#models/shownMessage.ts';
import {
	resetToMessage,
	complete,
	completeTo,
	findMessage,
	isBeforeLoadedRange,
	mergeMessage,
	preferNewer,
	receivePushed,
	type Thread,
} from '#models/thread.ts';
import { widgetPageAtom } from '../channel/channel.ts';
import {
	conversationAtom,
	conversationIdAtom,
	conversationStatusAtom,
	enterConversation,
	isOtherAtom,
	loadConversation,
	receiveConversation,
} from '../conversation/conversation.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom, callAsVisitor, abortable, visitSignalAtom } from '../session/session.ts';
import { chooseTopic } from '../topics/topics.ts';
import { findSent, outboxAtom, removeFromOutbox } from '#models/outbox.ts';
import { filterByPage } from './filterByPage.ts';
import { tellMessage } from './tellMessage.ts';
import { isForVisitor, NO_THREAD } from './visitorThread.ts';

/** Display id of a conversation → its thread. */
export const threadsAtom = atomPerVisit<ReadonlyMap<number, Thread>>(new Map());
const isLoadedAtom = atomPerVisit(false);
/** Pushed events arrive, and what was missed before has been loaded: the thread is complete. */
const isLiveAtom = atomPerVisit(false);
const arrivedAtom = atomPerVisit<Message | undefined>(undefined);

/** Answers the thread of a conversation, by its display id. */
export const threadOfAtom = atom((get) => {
	const threads = get(threadsAtom);
	return (id: number | undefined) => threads.get(id ?? 0) ?? NO_THREAD;
});

const threadAtom = atom((get) => get(threadOfAtom)(get(conversationIdAtom)));

/** The server's messages of the conversation, oldest first. */
export const messagesAtom = atom((get) => get(threadAtom).messages);

/** All messages that the visitor sees: those of the server, then those in the outbox. */
export const shownMessagesAtom = atom((get): readonly ShownMessage[] => {
	const { shown } = get(threadAtom);
	// Another window puts an entry back while it learns that its message has arrived.
	const unsent = get(outboxAtom).filter(
		({ echoId, conversation }) => conversation === undefined && !shown.some(({ key }) => key === echoId),
	);
	const waiting = unsent.map(showEntry);
	return waiting.length > 0 ? shown.concat(waiting) : shown;
});

/** Id of the newest known message, or 0. */
export const newestIdAtom = atom((get) => get(threadAtom).newestId);

/** Whether the conversation is a bot's, and the visitor waits for its answer. */
export const isBotAskedAtom = atom((get) => {
	const last = get(shownMessagesAtom).at(-1);
	return get(conversationStatusAtom) === 'pending' && last?.isFromVisitor === true && last.state !== 'failed';
});

/**
 * Whether the first page of messages is still to be loaded: before that, it is unknown whether
 * there are any.
 */
export const isWaitingAtom = atom((get) => get(authTokenAtom) !== undefined && !get(isLoadedAtom));

/**
 * Whether there are messages, or there will be with the first page: the server embeds in the
 * document whether there is a conversation.
 */
export const hasMessagesAtom = atom((get) => {
	const { session, hasConversation } = get(widgetPageAtom);
	const isExpected = hasConversation && get(isWaitingAtom) && session?.authToken === get(authTokenAtom);
	return isExpected || get(shownMessagesAtom).length > 0;
});

/**
 * The last message that a pushed event brought, to be announced; undefined once it has been
 * deleted.
 */
export const arrivedMessageAtom = atom((get) => {
	const message = get(arrivedAtom);
	return message && findMessage(get(threadAtom), message) ? message : undefined;
});

/**
 * Loads the conversation with its newest page, and the messages between it and the known ones.
 * After a time without pushed events it loads known messages again as well, since they may have
 * been answered, rated or deleted since. Rejects with a RequestError.
 */
export const loadNewMessages = atom(null, async (get, set) => {
	const wasLive = get(isLiveAtom);
	const before = get(conversationAtom);
	const page = await set(readPage, {});
	const { meta } = page;
	if (meta?.conversation) set(receiveConversation, meta.conversation, before);
	// Chatwoot's server answers it by a route of its own, where there is one.
	else if (meta?.contact_last_seen_at !== undefined || !meta) await set(loadConversation);
	const [first, last] = [page.payload[0], page.payload.at(-1)];
	if (first && last) {
		const id = first.conversation_id;
		const known = page.asOf.get(id) ?? NO_THREAD;
		const isGapPossible = isFullPage(page) && first.id > known.completeUpTo;
		if (known.completeUpTo > 0 && isGapPossible) await loadAfter(set, known.completeUpTo);
		else set(addPage, page);
		if (known.completeUpTo === 0 && isGapPossible) set(changeThread, id, (thread) => resetToMessage(thread, first.id));
		set(changeThread, id, (thread) => completeTo(thread, last.id));
		if (!wasLive) {
			const read = (range: PageQuery) => set(readPage, range);
			await rereadPage(known.messages, first.id, read, (older) => set(addPage, older));
		}
	}
	set(isLoadedAtom, () => true);
});

/** A page of messages, and what was known when it was requested. */
export interface Page extends ReadPage {
	asOf: ReadonlyMap<number, Thread>;
	meta: RouteResponse<typeof widgetRoutes.listMessages>['meta'];
}

/** Loads one page. Rejects with a RequestError. */
export const readPage = atom(null, async (get, set, query: PageQuery): Promise<Page> => {
	const asOf = get(threadsAtom);
	const visit = get(visitSignalAtom);
	const options = { timeout: READ_TIMEOUT };
	const { payload, meta } = await callAsVisitor(get, set, widgetRoutes.listMessages, { query }, options);
	// The page may take its time, in which another visitor may take over.
	return {
		payload: await abortable(visit, set(filterByPage, payload)),
		isCut: meta?.is_cut === true,
		asOf,
		meta,
	};
});

type PageQuery = Omit<RouteInput<typeof widgetRoutes.listMessages>['query'], 'website_token' | 'locale'>;

/** The thread is complete up to now, and pushed events bring later messages. */
export const goLive = atom(null, (get, set) => {
	set(isLiveAtom, () => true);
	set(changeThread, get(conversationIdAtom), complete);
});

/** From now on messages may be missed. */
export const goOffline = atom(null, (_get, set) => set(isLiveAtom, () => false));

/** Takes in a pushed message, new or changed. */
export const receiveMessage = atom(null, (get, set, message: Message, isNew: boolean) => {
	if (get(isOtherAtom)(message.conversation_id)) return set(changeKnownThread, message);
	if (isBeforeLoadedRange(get(threadAtom), message)) return set(changeKnownThread, message);
	const known = findMessage(get(threadAtom), message);
	set(addMessages, [message]);
	if (get(isLiveAtom)) set(changeThread, message.conversation_id, complete);
	// A message that is being written is announced when it is finished.
	const isToAnnounce = isNew || (known && isStreaming(known));
	if (isToAnnounce && !isStreaming(message) && isForVisitor(message)) set(arrivedAtom, () => message);
});

/** Takes in the server's response to a sent message, which also names the conversation. */
export const receiveSent = atom(null, (get, set, message: Message) => {
	if (findSent(get(outboxAtom), message)?.conversation === undefined) {
		set(enterConversation, message.conversation_id);
		set(chooseTopic, '');
	}
	set(addMessages, [message]);
	set(tellMessage, message);
});

/** Loads every message after the one with the id `start`, page by page. */
function loadAfter(set: Setter, start: number) {
	return readAfter(
		start,
		(after) => set(readPage, { after }),
		(page, last) => {
			set(addPage, page);
			set(changeThread, last.conversation_id, (thread) => completeTo(thread, last.id));
		},
	);
}

/** Adds a page; all its messages are of one conversation. */
const addPage = atom(null, (get, set, { payload, asOf }: Page) => {
	const id = payload[0]?.conversation_id ?? 0;
	const thread = get(threadsAtom).get(id) ?? NO_THREAD;
	set(addMessages, preferNewer(asOf.get(id) ?? NO_THREAD, thread, payload));
});

/** Adds messages to their threads, each once, and removes sent ones from the outbox. */
const addMessages = atom(null, (get, set, messages: readonly Message[]) => {
	for (const message of messages) {
		const id = message.conversation_id;
		if (get(conversationIdAtom) === undefined) set(enterConversation, id);
		const thread = get(threadsAtom).get(id) ?? NO_THREAD;
		// Without an echo id, only a message that is new can be one of the outbox.
		const canBeSent = message.echo_id !== undefined || !findMessage(thread, message);
		const sent = canBeSent ? findSent(get(outboxAtom), message) : undefined;
		if (sent) set(removeFromOutbox, sent.echoId);
		const received = sent ? { ...message, echo_id: sent.echoId } : message;
		set(changeThread, id, () => mergeMessage(thread, received));
	}
});

/**
 * Changes a message of an earlier conversation, or page. It is not announced, but shown to a
 * visitor who reads that conversation.
 */
const changeKnownThread = atom(null, (get, set, message: Message) => {
	const thread = get(threadsAtom).get(message.conversation_id);
	if (thread) set(changeThread, message.conversation_id, () => receivePushed(thread, message));
});

/** Changes the thread of a conversation. */
export const changeThread = atom(null, (_get, set, id: number | undefined, change: (thread: Thread) => Thread) => {
	if (id === undefined) return;
	set(threadsAtom, (threads) => new Map(threads).set(id, change(threads.get(id) ?? NO_THREAD)));
});
