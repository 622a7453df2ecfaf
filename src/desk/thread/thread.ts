/** The messages of each conversation that has been looked at, oldest first, each once. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Message } from '#protocol/entities.ts';
import { MESSAGES_AFTER, MESSAGES_PER_PAGE } from '#protocol/limits.ts';
import { account, call, isAborted } from '../session/api.ts';
import { store } from '../common/store.ts';

export interface Thread {
	messages: readonly Message[];
	/** Id up to which no message is missing; one's own answers may be ahead of it. */
	completeTo: number;
	/** Whether the server has messages before the first one. */
	hasOlder: boolean;
	state: 'idle' | 'loading' | 'failed';
}

const threadsAtom = atom<ReadonlyMap<number, Thread>>(new Map());

/** Conversation's display id → its thread. */
export const knownThreadsAtom: Atom<ReadonlyMap<number, Thread>> = threadsAtom;

/** Reads the newest page of a conversation that has not been looked at yet. */
export async function openThread(id: number): Promise<void> {
	if (store.get(threadsAtom).has(id)) return;
	await loadPage(id, undefined);
}

/** Reads the page before the first message, or again what failed. */
export async function loadOlderMessages(id: number): Promise<void> {
	const thread = store.get(threadsAtom).get(id);
	if (!thread || thread.state === 'loading' || !thread.hasOlder) return;
	await loadPage(id, thread.messages[0]?.id);
}

/** Takes in messages that arrived by any way and in any order; a thread that nobody looked at is read when it is opened. */
export function receiveMessages(id: number, arrived: readonly Message[]): void {
	const thread = store.get(threadsAtom).get(id);
	if (thread) put(id, { ...thread, messages: joinMessages(thread.messages, arrived) });
}

/** Nothing before this message is missing: the socket brought it, and has brought everything for a while. */
export function noteGapless(id: number, messageId: number): void {
	const thread = store.get(threadsAtom).get(id);
	if (thread) put(id, { ...thread, completeTo: Math.max(thread.completeTo, messageId) });
}

/**
 * After a lost connection: reads what the socket may have missed in the conversation that is shown. The others are
 * forgotten, and read anew when somebody opens them.
 */
export async function catchUpThread(shownId: number | undefined): Promise<void> {
	const shown = shownId === undefined ? undefined : store.get(threadsAtom).get(shownId);
	store.set(threadsAtom, new Map(shownId === undefined || !shown ? [] : [[shownId, shown]]));
	if (shownId === undefined || !shown) return;
	if (shown.completeTo > 0) await readOn(shownId, shown.completeTo);
	else await loadPage(shownId, undefined);
}

/** Forgets those of conversations that the server has deleted. */
export function dropThreads(ids: readonly number[]): void {
	store.set(threadsAtom, new Map([...store.get(threadsAtom)].filter(([id]) => !ids.includes(id))));
}

/** Forgets everything, when the agent signs out. */
export function forgetThreads(): void {
	store.set(threadsAtom, new Map());
}

/** Both lists as one, by id, each message once; what arrived is newer, but may lack the echo id. */
export function joinMessages(known: readonly Message[], arrived: readonly Message[]): Message[] {
	const byId = new Map(known.map((message) => [message.id, message]));
	for (const message of arrived) byId.set(message.id, { ...byId.get(message.id), ...message });
	return [...byId.values()].toSorted((a, b) => a.id - b.id);
}

async function loadPage(id: number, before: number | undefined): Promise<void> {
	const loading = store.get(threadsAtom).get(id) ?? { messages: [], completeTo: 0, hasOlder: true };
	put(id, { ...loading, state: 'loading' });
	try {
		const query = before === undefined ? {} : { before };
		const { payload, meta } = await call(applicationRoutes.listMessages, { params: { ...account(), id }, query });
		const { messages, completeTo } = store.get(threadsAtom).get(id) ?? loading;
		put(id, {
			messages: joinMessages(messages, payload),
			completeTo: Math.max(completeTo, payload.at(-1)?.id ?? 0),
			hasOlder: meta.is_cut === true || payload.length === MESSAGES_PER_PAGE,
			state: 'idle',
		});
	} catch (error) {
		if (isAborted(error)) return;
		// The thread says so and offers to try again.
		put(id, { ...(store.get(threadsAtom).get(id) ?? loading), state: 'failed' });
	}
}

async function readOn(id: number, after: number): Promise<void> {
	const { payload, meta } = await call(applicationRoutes.listMessages, {
		params: { ...account(), id },
		query: { after },
	});
	receiveMessages(id, payload);
	const last = payload.at(-1);
	if (!last) return;
	noteGapless(id, last.id);
	if (meta.is_cut === true || payload.length === MESSAGES_AFTER) await readOn(id, last.id);
}

function put(id: number, thread: Thread): void {
	store.set(threadsAtom, new Map(store.get(threadsAtom)).set(id, thread));
}
