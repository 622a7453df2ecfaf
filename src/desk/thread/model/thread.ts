/** The messages of each conversation that the agent has opened. Agents see all messages. */
import { type Atom, atom, type Getter, type Setter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import type { RouteInput } from '#protocol/base/routes.ts';
import { isAborted } from '#client/rest.ts';
import { outboxAtom, removeFromOutbox } from '#models/outbox.ts';
import { isFullPage, type Page, readAfter, rereadPage, readRange } from '#models/pages.ts';
import {
	resetToMessage,
	completeTo,
	emptyThread,
	mergeMessage,
	preferNewer,
	receivePushed,
	type Thread,
} from '#models/thread.ts';
import { account, call } from '../../session/api.ts';

const NO_THREAD: Thread = { ...emptyThread(() => true), hasOlder: true };

const threadsAtom = atom<ReadonlyMap<number, Thread>>(new Map());
const readingAtom = atom<ReadonlyMap<number, Reading>>(new Map());

/** State of loading older messages; `failed` until the agent tries again. */
export type Reading = 'idle' | 'loading' | 'failed';

/** Display id of a conversation → its thread. */
export const knownThreadsAtom: Atom<ReadonlyMap<number, Thread>> = threadsAtom;

export const readingOfAtom = atom((get) => {
	const readings = get(readingAtom);
	return (id: number): Reading => readings.get(id) ?? 'idle';
});

/** Loads the newest page of a conversation that the agent has not opened yet. */
export const openThread = atom(null, async (get, set, id: number) => {
	if (!get(threadsAtom).has(id)) await loadPageBefore(get, set, id, {});
});

/** Loads the page before the first message, or tries again what failed. */
export const loadOlderMessages = atom(null, async (get, set, id: number) => {
	const thread = get(threadsAtom).get(id);
	if (!thread?.hasOlder || get(readingOfAtom)(id) === 'loading') return;
	await loadPageBefore(get, set, id, thread.oldestId > 0 ? { before: thread.oldestId } : {});
});

/**
 * Loads all missing messages from the one with the id `first` on. Rejects with a RequestError, and
 * the thread shows the failure.
 */
export const loadMessagesFrom = atom(null, async (get, set, id: number, first: number) => {
	const thread = get(threadsAtom).get(id);
	if (!thread?.hasOlder || thread.oldestId <= first) return;
	set(setReading, id, 'loading');
	try {
		// They are put in all at once, so that the thread never has a gap.
		const messages = await readRange(first, thread.oldestId, (range) => readPage(get, id, range));
		set(changeThread, id, (known) => preferNewer(thread, known, messages).reduce(mergeMessage, known));
		set(setReading, id, 'idle');
	} catch (error) {
		if (!isAborted(error)) set(setReading, id, 'failed');
		throw error;
	}
});

/**
 * One message of a conversation; undefined where there is none with that id. Rejects with a
 * RequestError.
 */
export async function readMessage(get: Getter, id: number, messageId: number): Promise<Message | undefined> {
	const { payload } = await readPage(get, id, { after: messageId, before: messageId + 1 });
	return payload.find((message) => message.id === messageId);
}

/**
 * Takes in messages that arrived in any way and order. A thread that was never opened is loaded
 * when it is.
 */
export const receiveMessages = atom(null, (get, set, id: number, arrived: readonly Message[]) => {
	removeSent(get, set, arrived);
	set(changeThread, id, (thread) => arrived.reduce(receivePushed, thread));
});

/** No message before this one is missing, since the socket has been connected without a gap. */
export const markCompleteUpTo = atom(null, (_get, set, id: number, messageId: number) => {
	set(changeThread, id, (thread) => completeTo(thread, messageId));
});

/**
 * After a lost connection: forgets the threads that are not shown, in which something may be
 * missing. They load when they are opened.
 */
export const keepShownThread = atom(null, (_get, set, shownId: number | undefined) => {
	set(threadsAtom, (threads) => new Map([...threads].filter(([id]) => id === shownId)));
});

/**
 * Loads what the socket may have missed in the conversation that was shown when the connection was
 * back. Rejects with a RequestError.
 */
export const catchUpThread = atom(null, async (get, set, shownId: number) => {
	const shown = get(threadsAtom).get(shownId);
	if (!shown) return;
	if (shown.completeUpTo === 0) return loadPageBefore(get, set, shownId, {});
	const read = async (query: PageQuery) => ({
		asOf: get(threadsAtom).get(shownId) ?? NO_THREAD,
		...(await readPage(get, shownId, query)),
	});
	const take = ({ asOf, payload }: Awaited<ReturnType<typeof read>>) => {
		removeSent(get, set, payload);
		set(changeThread, shownId, (thread) => preferNewer(asOf, thread, payload).reduce(mergeMessage, thread));
	};
	await readAfter(
		shown.completeUpTo,
		(after) => read({ after }),
		(page, last) => {
			take(page);
			set(markCompleteUpTo, shownId, last.id);
		},
	);
	await rereadPage(shown.messages, shown.completeUpTo + 1, read, take);
});

/** Forgets the threads of conversations that the server has deleted. */
export const dropThreads = atom(null, (_get, set, ids: readonly number[]) => {
	set(threadsAtom, (threads) => new Map([...threads].filter(([id]) => !ids.includes(id))));
});

/**
 * Loads the page before what is known. Never rejects: the thread shows the failure, with a button
 * to try again.
 */
async function loadPageBefore(get: Getter, set: Setter, id: number, query: PageQuery): Promise<void> {
	const asOf = get(threadsAtom).get(id) ?? NO_THREAD;
	set(threadsAtom, (threads) => new Map(threads).set(id, asOf));
	set(setReading, id, 'loading');
	try {
		const page = await readPage(get, id, query);
		removeSent(get, set, page.payload);
		const [first, last] = [page.payload[0], page.payload.at(-1)];
		set(changeThread, id, (thread) => {
			const news = preferNewer(asOf, thread, page.payload).reduce(mergeMessage, thread);
			const known = completeTo(news, last?.id ?? 0);
			const isFirst = query.before === undefined && first !== undefined;
			return { ...(isFirst ? resetToMessage(known, first.id) : known), hasOlder: isFullPage(page) };
		});
		set(setReading, id, 'idle');
	} catch (error) {
		if (!isAborted(error)) set(setReading, id, 'failed');
	}
}

/** Removes messages from the outbox that the server has stored. */
function removeSent(get: Getter, set: Setter, stored: readonly Message[]): void {
	for (const { echoId } of get(outboxAtom)) {
		if (stored.some(({ echo_id }) => echo_id === echoId)) set(removeFromOutbox, echoId);
	}
}

type PageQuery = RouteInput<typeof applicationRoutes.listMessages>['query'];

async function readPage(get: Getter, id: number, query: PageQuery): Promise<Page> {
	const { payload, meta } = await call(get, applicationRoutes.listMessages, { params: { ...account(get), id }, query });
	return { payload, isCut: meta.is_cut === true };
}

const setReading = atom(null, (_get, set, id: number, reading: Reading) =>
	set(readingAtom, (readings) => new Map(readings).set(id, reading)),
);

const changeThread = atom(null, (get, set, id: number, change: (thread: Thread) => Thread) => {
	const thread = get(threadsAtom).get(id);
	if (thread) set(threadsAtom, (threads) => new Map(threads).set(id, change(thread)));
});
