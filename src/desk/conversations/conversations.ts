/** The conversations that the desk knows, and which of them the list shows. */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { PushConversation, PushMessage } from '#protocol/entities.ts';
import { isAborted, RequestError } from '#client/rest.ts';
import { account, call } from '../session/api.ts';
import { selectedIdAtom } from '../common/route.ts';
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

export const chooseFilter = atom(null, (get, set, filter: StatusFilter) => {
	set(filterAtom, filter);
	if (get(listProgressAtom).next === undefined) void set(loadMoreConversations);
});

/** Loads the next page of the list that is shown. */
export const loadMoreConversations = atom(null, async (get, set) => {
	const filter = get(filterAtom);
	const { state, next } = get(listProgressAtom);
	if (state === 'loading' || next === null) return;
	const loading: ListProgress = { state: 'loading', next };
	set(report, filter, loading);
	// False once the list was loaded again from its beginning.
	const isCurrent = () => get(progressAtom)[filter] === loading;
	try {
		const page = await readPage(get, filter, next);
		set(keep, page.conversations);
		if (isCurrent()) set(report, filter, page.progress);
	} catch (error) {
		if (isAborted(error)) return;
		// The list shows the failure, and a button to try again.
		if (isCurrent()) set(report, filter, { state: 'failed', next });
	}
});

interface ListPage {
	conversations: readonly Conversation[];
	progress: ListProgress;
}

async function readPage(get: Getter, filter: StatusFilter, cursor: string | undefined): Promise<ListPage> {
	const { data } = await call(get, applicationRoutes.listConversations, {
		params: account(get),
		query: { status: filter, ...(cursor === undefined ? {} : { cursor }) },
	});
	return {
		conversations: data.payload.map(fromAnswer),
		progress: { state: 'idle', next: data.next_cursor },
	};
}

/** Loads what changed within the last `seconds`, which the socket may have missed. A list that failed is loaded again. */
export const catchUpConversations = atom(null, async (get, set, seconds: number) => {
	if (get(listProgressAtom).state === 'failed') void set(loadMoreConversations);
	const asOf = get(conversationsAtom);
	const filter = get(filterAtom);
	try {
		const { data } = await call(get, applicationRoutes.listConversations, {
			params: account(get),
			query: { status: 'all', updated_within: seconds },
		});
		set(keep, data.payload.map(fromAnswer));
		const page = await readPage(get, filter, undefined);
		set(keep, page.conversations);
		set(dropDeleted, asOf, filter, page);
	} catch (error) {
		if (!isRefused(error, 422)) throw error;
		// More has changed than the server answers at once.
		await set(reload);
	}
});

/** Forgets what the first page of a list would have if the server had it still, unless it has changed since `asOf` was known. */
const dropDeleted = atom(
	null,
	(get, set, asOf: ReadonlyMap<number, Conversation>, filter: StatusFilter, { conversations, progress }: ListPage) => {
		const oldest = progress.next === null ? -Infinity : (conversations.at(-1)?.lastActivityAt ?? Infinity);
		const listed = new Set(conversations.map(({ id }) => id));
		const isMissing = ({ id, status, lastActivityAt }: Conversation) =>
			(filter === 'all' || status === filter) && lastActivityAt > oldest && !listed.has(id);
		const unchanged = [...asOf.values()].filter((known) => get(conversationsAtom).get(known.id) === known);
		set(
			dropConversations,
			unchanged.filter(isMissing).map(({ id }) => id),
		);
	},
);

/** Forgets all conversations, and loads what is shown: the first page of the list, and the conversation beside it. */
const reload = atom(null, async (get, set) => {
	const known = get(conversationsAtom);
	const filter = get(filterAtom);
	const selectedId = get(selectedIdAtom);
	const [page, selected] = await Promise.all([
		readPage(get, filter, undefined),
		selectedId !== undefined && known.has(selectedId) ? readUnlessGone(get, selectedId) : undefined,
	]);
	// What the socket has brought since is up to date.
	const arrived = [...get(conversationsAtom)].filter(([id, conversation]) => known.get(id) !== conversation);
	set(conversationsAtom, new Map(arrived));
	set(keep, selected ? [...page.conversations, selected] : page.conversations);
	set(progressAtom, { [filter]: page.progress });
	// The agent has chosen another filter since.
	if (get(listProgressAtom).next === undefined) void set(loadMoreConversations);
});

/**
 * Loads a known conversation again, and forgets it when the server has deleted it or the agent sees it no more. Resolves with
 * whether it can be read. Rejects with a RequestError.
 */
export const refreshConversation = atom(null, async (get, set, id: number): Promise<boolean> => {
	if (!get(conversationsAtom).has(id)) return true;
	const conversation = await readUnlessGone(get, id);
	if (conversation) set(keep, [conversation]);
	else set(dropConversations, [id]);
	return conversation !== undefined;
});

/** Undefined for a conversation that was deleted, or whose inbox the agent can no longer see. */
async function readUnlessGone(get: Getter, id: number): Promise<Conversation | undefined> {
	try {
		return await read(get, id);
	} catch (error) {
		if (isRefused(error, 404) || isRefused(error, 401)) return undefined;
		throw error;
	}
}

async function read(get: Getter, id: number): Promise<Conversation> {
	return fromAnswer(await call(get, applicationRoutes.showConversation, { params: { ...account(get), id } }));
}

function isRefused(error: unknown, status: number): boolean {
	return error instanceof RequestError && error.status === status;
}

/** Loads one conversation, for a link to one that the list has not shown yet. Rejects with a RequestError. */
export const loadConversation = atom(null, async (get, set, id: number): Promise<Conversation> => {
	const conversation = await read(get, id);
	set(keep, [conversation]);
	return conversation;
});

export const receiveConversation = atom(null, (_get, set, event: PushConversation) => set(keep, [fromEvent(event)]));

/** Updates the preview, the position and the unread count of a message's conversation. */
export const receiveMessageOf = atom(null, (get, set, message: PushMessage) => {
	const known = get(conversationsAtom).get(message.conversation_id);
	if (known) return set(put, withMessage(known, message));
	// If the request fails, the list's next page or the conversation's next message brings it.
	set(loadConversation, message.conversation_id).catch((error: unknown) =>
		console.debug('Unknown conversation', error),
	);
});

/** Tells the server that the team has read a conversation up to its last known message, unless the server knows. */
export const markRead = atom(null, async (get, set, id: number) => {
	const known = get(conversationsAtom).get(id);
	if (!known || known.unreadCount === 0) return;
	set(put, { ...known, unreadCount: 0 });
	try {
		const body = { last_seen_message_id: known.lastMessage?.id };
		const params = { ...account(get), id };
		set(keep, [fromAnswer(await call(get, applicationRoutes.updateLastSeen, { params, body }))]);
	} catch {
		// The server still counts it as unread, and tells so with the next message or the next catch-up.
	}
});

/** Resolves or reopens a conversation; rejects when the request fails. */
export const setStatus = atom(null, async (get, set, id: number, status: 'open' | 'resolved') => {
	const params = { ...account(get), id };
	const { payload } = await call(get, applicationRoutes.toggleStatus, { params, body: { status } });
	const known = get(conversationsAtom).get(id);
	if (known) set(put, { ...known, status: payload.current_status });
});

/** Forgets conversations that the server has deleted. */
export const dropConversations = atom(null, (_get, set, ids: readonly number[]) =>
	set(conversationsAtom, (known) => new Map([...known].filter(([id]) => !ids.includes(id)))),
);

/** Forgets everything when the agent signs out. */
export const forgetConversations = atom(null, (_get, set) => {
	set(conversationsAtom, new Map());
	set(progressAtom, {});
	set(filterAtom, 'open');
});

const keep = atom(null, (get, set, arrived: readonly Conversation[]) => {
	const conversations = new Map(get(conversationsAtom));
	for (const conversation of arrived) {
		conversations.set(conversation.id, mergeConversation(conversations.get(conversation.id), conversation));
	}
	set(conversationsAtom, conversations);
});

const put = atom(null, (_get, set, conversation: Conversation) =>
	set(conversationsAtom, (known) => new Map(known).set(conversation.id, conversation)),
);

const report = atom(null, (_get, set, filter: StatusFilter, progress: ListProgress) =>
	set(progressAtom, (known) => ({ ...known, [filter]: progress })),
);
