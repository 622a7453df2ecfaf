/**
 * One conversation's messages, as pure functions. A conversation may have ten thousand messages, so
 * no function looks at each of them when one changes. Copying the array takes only microseconds.
 */
import type { Message } from '#protocol/entities/entities.ts';
import { type ShownMessage, showMessage } from './shownMessage.ts';

export interface Thread {
	/** Sorted by time, then id. */
	messages: readonly Message[];
	/**
	 * The same messages as they are shown, at the same indexes. The array stays the same object for
	 * as long as nothing changes.
	 */
	shown: readonly ShownMessage[];
	/**
	 * Id → the newest known version of a message that is not among these: it was deleted, or its
	 * page is still to be loaded. A page that was requested before has an older version.
	 */
	unlisted: ReadonlyMap<number, Message>;
	/** Whether the server has messages before these. */
	hasOlder: boolean;
	/**
	 * The lowest and the highest id of all messages that were ever in the thread, deleted ones
	 * included; or 0.
	 */
	oldestId: number;
	newestId: number;
	/** The thread lacks no message up to this id. */
	completeUpTo: number;
	/** Whether the thread's reader may see a message. */
	isShown: (message: Message) => boolean;
}

/** What says where a message is in its thread. */
type Place = Pick<Message, 'id' | 'created_at'>;

/** A thread before anything is loaded. */
export function emptyThread(isShown: Thread['isShown']): Thread {
	return {
		messages: [],
		shown: [],
		unlisted: new Map(),
		hasOlder: false,
		oldestId: 0,
		newestId: 0,
		completeUpTo: 0,
		isShown,
	};
}

/** Inserts or updates a message, or removes it when it may no longer be shown. */
export function mergeMessage(thread: Thread, message: Message): Thread {
	const place = placeOf(thread.messages, message);
	const known = findMessage(thread, message);
	if (known && isRepetition(known, message)) return thread;
	const isShown = thread.isShown(message);
	// An update may lack fields that the first event had, such as the echo id.
	const added = isShown ? [{ ...known, ...message }] : [];
	const removed = known ? 1 : 0;
	const noted = isShown ? thread : storeUnlisted(thread, message);
	const bounds = {
		oldestId: Math.min(thread.oldestId || message.id, message.id),
		newestId: Math.max(thread.newestId, message.id),
	};
	if (added.length + removed === 0) return { ...noted, ...bounds };
	return {
		...noted,
		...bounds,
		messages: thread.messages.toSpliced(place, removed, ...added),
		shown: thread.shown.toSpliced(place, removed, ...added.map(showMessage)),
	};
}

/** The thread's version of the message; undefined when it has none. */
export function findMessage({ messages }: Thread, message: Place): Message | undefined {
	const found = messages[placeOf(messages, message)];
	return found?.id === message.id ? found : undefined;
}

/**
 * Whether the message is among the older ones that are still to be loaded: inserted now, it would
 * leave a gap after it.
 */
export function isBeforeLoadedRange(thread: Thread, message: Message): boolean {
	return thread.hasOlder && message.id < thread.oldestId;
}

/** Notes a message that is not to be listed, or not yet. */
export function storeUnlisted(thread: Thread, message: Message): Thread {
	return { ...thread, unlisted: new Map(thread.unlisted).set(message.id, message) };
}

/** Takes in a message that was pushed; one that is beyond waits for its page. */
export function receivePushed(thread: Thread, message: Message): Thread {
	return isBeforeLoadedRange(thread, message) ? storeUnlisted(thread, message) : mergeMessage(thread, message);
}

/**
 * The messages of `page`, requested when `asOf` was the thread, in their newest versions: of those
 * that have changed since, the thread has a newer one than the page.
 */
export function preferNewer(asOf: Thread, thread: Thread, page: readonly Message[]): readonly Message[] {
	return page.map((message) => {
		const known = findVersion(thread, message);
		return known === findVersion(asOf, message) ? message : { ...message, ...known };
	});
}

/**
 * The thread after its first page, which begins with the message `id`, where the server has older
 * ones. What was received before the page and is older comes with the pages before: kept, it would
 * leave a gap after it.
 */
export function resetToMessage(thread: Thread, id: number): Thread {
	const isLater = (_: unknown, index: number) => (thread.messages[index]?.id ?? 0) >= id;
	return {
		...thread,
		messages: thread.messages.filter(isLater),
		shown: thread.shown.filter(isLater),
		oldestId: id,
		hasOlder: true,
	};
}

/** Marks the thread as complete up to its newest message. */
export function complete(thread: Thread): Thread {
	return completeTo(thread, thread.newestId);
}

export function completeTo(thread: Thread, id: number): Thread {
	return { ...thread, completeUpTo: Math.max(thread.completeUpTo, id) };
}

function findVersion(thread: Thread, message: Place): Message | undefined {
	return findMessage(thread, message) ?? thread.unlisted.get(message.id);
}

function isRepetition(known: Message, message: Message): boolean {
	return JSON.stringify(known) === JSON.stringify({ ...known, ...message });
}

/** Index of the message, or the index at which to insert it. */
function placeOf(messages: readonly Message[], message: Place): number {
	let [start, end] = [0, messages.length];
	while (start < end) {
		const middle = (start + end) >> 1;
		const candidate = messages[middle];
		if (candidate && isBefore(candidate, message)) start = middle + 1;
		else end = middle;
	}
	return start;
}

function isBefore(one: Place, other: Place): boolean {
	return one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id);
}
