/**
 * One conversation's messages, as pure functions. A conversation may have ten thousand: nothing here looks at each of them
 * when one changes. What has to be copied is copied as a block, which is a matter of microseconds.
 */
import type { Message } from '#protocol/entities.ts';
import { type ShownMessage, showMessage } from './shownMessage.ts';

export interface Thread {
	/** By time, then id. */
	messages: readonly Message[];
	/** The same messages as they are shown, each at the same place. The same object for as long as nothing changes. */
	shown: readonly ShownMessage[];
	/** Whether the server has older ones than these. */
	hasOlder: boolean;
	/** The lowest and the highest id of any message that was here, also of one that is deleted since; or 0. */
	oldestId: number;
	newestId: number;
	/** No message up to this id is missing here. */
	completeUpTo: number;
	/** Whether the reader of the thread sees a message. */
	isShown: (message: Message) => boolean;
}

/** A thread of which nothing is known yet. */
export function emptyThread(isShown: Thread['isShown']): Thread {
	return { messages: [], shown: [], hasOlder: false, oldestId: 0, newestId: 0, completeUpTo: 0, isShown };
}

/** Puts a message where it belongs, once, or takes it away when it is no longer to be seen. */
export function putMessage(thread: Thread, message: Message): Thread {
	const place = placeOf(thread.messages, message);
	const known = findMessage(thread, message);
	if (known && isRepetition(known, message)) return thread;
	const oldestId = Math.min(thread.oldestId || message.id, message.id);
	const newestId = Math.max(thread.newestId, message.id);
	// A change may lack what the first had, such as the echo id.
	const added = thread.isShown(message) ? [{ ...known, ...message }] : [];
	if (!known && added.length === 0) return { ...thread, oldestId, newestId };
	const removed = known ? 1 : 0;
	return {
		...thread,
		oldestId,
		newestId,
		messages: thread.messages.toSpliced(place, removed, ...added),
		shown: thread.shown.toSpliced(place, removed, ...added.map(showMessage)),
	};
}

/** What is here of the message; undefined when it is not here. */
export function findMessage({ messages }: Thread, message: Message): Message | undefined {
	const found = messages[placeOf(messages, message)];
	return found?.id === message.id ? found : undefined;
}

/** Whether the message lies among older ones that are still to be read: taken now, it would leave a gap behind it. */
export function isBeyond(thread: Thread, message: Message): boolean {
	return thread.hasOlder && message.id < thread.oldestId;
}

/** Messages of a page that was asked for when `asOf` was known: what has changed since then is newer than the page. */
export function unchangedSince(asOf: Thread, thread: Thread, page: readonly Message[]): readonly Message[] {
	return page.filter((message) => findMessage(asOf, message) === findMessage(thread, message));
}

/** Nothing is missing up to the newest message. */
export function complete(thread: Thread): Thread {
	return completeTo(thread, thread.newestId);
}

export function completeTo(thread: Thread, id: number): Thread {
	return { ...thread, completeUpTo: Math.max(thread.completeUpTo, id) };
}

function isRepetition(known: Message, message: Message): boolean {
	return JSON.stringify(known) === JSON.stringify({ ...known, ...message });
}

/** Index of the message, or the one that it should have. */
function placeOf(messages: readonly Message[], message: Message): number {
	let [start, end] = [0, messages.length];
	while (start < end) {
		const middle = (start + end) >> 1;
		const candidate = messages[middle];
		if (candidate && isBefore(candidate, message)) start = middle + 1;
		else end = middle;
	}
	return start;
}

function isBefore(one: Message, other: Message): boolean {
	return one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id);
}
