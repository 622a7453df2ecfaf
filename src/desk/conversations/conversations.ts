/** The conversations that the desk knows, and which of them the list shows. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { PushConversation, PushMessage } from '#protocol/entities.ts';
import { RequestError } from '#client/rest.ts';
import { account, call, isAborted } from '../session/api.ts';
import { selectedIdAtom } from '../common/route.ts';
import { store } from '../common/store.ts';
import { fromAnswer, fromEvent, mergeConversation, withMessage, type Conversation } from './conversation.ts';

export const STATUS_FILTERS = ['open', 'resolved', 'all'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** How much of one filter's list has been loaded. */
interface ListProgress {
	state: 'idle' | 'loading' | 'failed';
	/** Where its next page begins: null after the last one, undefined before the first. */
	next: string | null | undefined;
}

const NOTHING_READ: ListProgress = { state: 'idle', next: undefined };

const conversationsAtom = atom<ReadonlyMap<number, Conversation>>(new Map());
const filterAtom = atom<StatusFilter>('open');
const progressAtom = atom<Partial<Record<StatusFilter, ListProgress>>>({});

export const statusFilterAtom: Atom<StatusFilter> = filterAtom;

export const listProgressAtom = atom((get) => get(progressAtom)[get(filterAtom)] ?? NOTHING_READ);

/** The conversations that the list shows, the one with the newest activity first. */
export const listedConversationsAtom = atom((get) => {
	const filter = get(filterAtom);
	return [...get(conversationsAtom).values()]
		.filter((conversation) => filter === 'all' || conversation.status === filter)
		.toSorted((a, b) => b.lastActivityAt - a.lastActivityAt || b.id - a.id);
});

/** The number of messages that no agent has read, in all known conversations. */
export const unreadTotalAtom = atom((get) =>
	[...get(conversationsAtom).values()].reduce((total, conversation) => total + conversation.unreadCount, 0),
);

/** The conversation with a display id, if it is known. */
export function findConversation(
	conversations: ReadonlyMap<number, Conversation>,
	id: number | undefined,
): Conversation | undefined {
	return id === undefined ? undefined : conversations.get(id);
}

export const knownConversationsAtom: Atom<ReadonlyMap<number, Conversation>> = conversationsAtom;

export function chooseFilter(filter: StatusFilter): void {
	store.set(filterAtom, filter);
	if (store.get(listProgressAtom).next === undefined) void loadMoreConversations();
}

/** Loads the next page of the list that is shown. */
export async function loadMoreConversations(): Promise<void> {
	const filter = store.get(filterAtom);
	const { state, next } = store.get(listProgressAtom);
	if (state === 'loading' || next === null) return;
	const loading: ListProgress = { state: 'loading', next };
	report(filter, loading);
	// False once the list was loaded again from its beginning.
	const isCurrent = () => store.get(progressAtom)[filter] === loading;
	try {
		const page = await readPage(filter, next);
		keep(page.conversations);
		if (isCurrent()) report(filter, page.progress);
	} catch (error) {
		if (isAborted(error)) return;
		// The list shows the failure, and a button to try again.
		if (isCurrent()) report(filter, { state: 'failed', next });
	}
}

interface ListPage {
	conversations: readonly Conversation[];
	progress: ListProgress;
}

async function readPage(filter: StatusFilter, cursor: string | undefined): Promise<ListPage> {
	const { data } = await call(applicationRoutes.listConversations, {
		params: account(),
		query: { status: filter, ...(cursor === undefined ? {} : { cursor }) },
	});
	return {
		conversations: data.payload.map(fromAnswer),
		progress: { state: 'idle', next: data.next_cursor },
	};
}

/** Loads what changed within the last `seconds`, which the socket may have missed. A list that failed is loaded again. */
export async function catchUpConversations(seconds: number): Promise<void> {
	if (store.get(listProgressAtom).state === 'failed') void loadMoreConversations();
	const asOf = store.get(conversationsAtom);
	const filter = store.get(filterAtom);
	try {
		const { data } = await call(applicationRoutes.listConversations, {
			params: account(),
			query: { status: 'all', updated_within: seconds },
		});
		keep(data.payload.map(fromAnswer));
		const page = await readPage(filter, undefined);
		keep(page.conversations);
		dropDeleted(asOf, filter, page);
	} catch (error) {
		if (!isRefused(error, 422)) throw error;
		// More has changed than the server answers at once.
		await reload();
	}
}

/** Forgets what the first page of a list would have if the server had it still, unless it has changed since `asOf` was known. */
function dropDeleted(
	asOf: ReadonlyMap<number, Conversation>,
	filter: StatusFilter,
	{ conversations, progress }: ListPage,
) {
	const oldest = progress.next === null ? -Infinity : (conversations.at(-1)?.lastActivityAt ?? Infinity);
	const listed = new Set(conversations.map(({ id }) => id));
	const isMissing = ({ id, status, lastActivityAt }: Conversation) =>
		(filter === 'all' || status === filter) && lastActivityAt > oldest && !listed.has(id);
	const unchanged = [...asOf.values()].filter((known) => store.get(conversationsAtom).get(known.id) === known);
	dropConversations(unchanged.filter(isMissing).map(({ id }) => id));
}

/** Forgets all conversations, and loads what is shown: the first page of the list, and the conversation beside it. */
async function reload(): Promise<void> {
	const known = store.get(conversationsAtom);
	const filter = store.get(filterAtom);
	const selectedId = store.get(selectedIdAtom);
	const [page, selected] = await Promise.all([
		readPage(filter, undefined),
		selectedId !== undefined && known.has(selectedId) ? readUnlessGone(selectedId) : undefined,
	]);
	// What the socket has brought since is up to date.
	const arrived = [...store.get(conversationsAtom)].filter(([id, conversation]) => known.get(id) !== conversation);
	store.set(conversationsAtom, new Map(arrived));
	keep(selected ? [...page.conversations, selected] : page.conversations);
	store.set(progressAtom, { [filter]: page.progress });
	// The agent has chosen another filter since.
	if (store.get(listProgressAtom).next === undefined) void loadMoreConversations();
}

/**
 * Loads a known conversation again, and forgets it when the server has deleted it or the agent sees it no more. Resolves with
 * whether it can be read. Rejects with a RequestError.
 */
export async function refreshConversation(id: number): Promise<boolean> {
	if (!store.get(conversationsAtom).has(id)) return true;
	const conversation = await readUnlessGone(id);
	if (conversation) keep([conversation]);
	else dropConversations([id]);
	return conversation !== undefined;
}

/** Undefined for a conversation that was deleted, or whose inbox the agent can no longer see. */
async function readUnlessGone(id: number): Promise<Conversation | undefined> {
	try {
		return fromAnswer(await call(applicationRoutes.showConversation, { params: { ...account(), id } }));
	} catch (error) {
		if (isRefused(error, 404) || isRefused(error, 401)) return undefined;
		throw error;
	}
}

function isRefused(error: unknown, status: number): boolean {
	return error instanceof RequestError && error.status === status;
}

/** Loads one conversation, for a link to one that the list has not shown yet. */
export async function loadConversation(id: number): Promise<Conversation> {
	const conversation = fromAnswer(await call(applicationRoutes.showConversation, { params: { ...account(), id } }));
	keep([conversation]);
	return conversation;
}

export function receiveConversation(event: PushConversation): void {
	keep([fromEvent(event)]);
}

/** Updates the preview, the position and the unread count of a message's conversation. */
export function receiveMessageOf(message: PushMessage): void {
	const known = store.get(conversationsAtom).get(message.conversation_id);
	if (known) put(withMessage(known, message));
	// If the request fails, the list's next page or the conversation's next message brings it.
	else
		loadConversation(message.conversation_id).catch((error: unknown) => console.debug('Unknown conversation', error));
}

/** Tells the server that the team has read a conversation up to its last known message, unless the server knows. */
export async function markRead(id: number): Promise<void> {
	const known = store.get(conversationsAtom).get(id);
	if (!known || known.unreadCount === 0) return;
	put({ ...known, unreadCount: 0 });
	try {
		const body = { last_seen_message_id: known.lastMessage?.id };
		keep([fromAnswer(await call(applicationRoutes.updateLastSeen, { params: { ...account(), id }, body }))]);
	} catch {
		// The server still counts it as unread, and tells so with the next message or the next catch-up.
	}
}

/** Resolves or reopens a conversation; rejects when the request fails. */
export async function setStatus(id: number, status: 'open' | 'resolved'): Promise<void> {
	const { payload } = await call(applicationRoutes.toggleStatus, { params: { ...account(), id }, body: { status } });
	const known = store.get(conversationsAtom).get(id);
	if (known) put({ ...known, status: payload.current_status });
}

/** Forgets conversations that the server has deleted. */
export function dropConversations(ids: readonly number[]): void {
	store.set(conversationsAtom, new Map([...store.get(conversationsAtom)].filter(([id]) => !ids.includes(id))));
}

/** Forgets everything when the agent signs out. */
export function forgetConversations(): void {
	store.set(conversationsAtom, new Map());
	store.set(progressAtom, {});
	store.set(filterAtom, 'open');
}

function keep(arrived: readonly Conversation[]): void {
	const conversations = new Map(store.get(conversationsAtom));
	for (const conversation of arrived) {
		conversations.set(conversation.id, mergeConversation(conversations.get(conversation.id), conversation));
	}
	store.set(conversationsAtom, conversations);
}

function put(conversation: Conversation): void {
	store.set(conversationsAtom, new Map(store.get(conversationsAtom)).set(conversation.id, conversation));
}

function report(filter: StatusFilter, progress: ListProgress): void {
	store.set(progressAtom, { ...store.get(progressAtom), [filter]: progress });
}
