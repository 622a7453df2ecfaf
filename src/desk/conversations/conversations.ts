/** The conversations that the desk knows. */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { PushConversation, PushMessage } from '#protocol/entities/entities.ts';
import { RequestError } from '#client/rest.ts';
import { selectedIdAtom } from '../common/route.ts';
import { account, call } from '../session/api.ts';
import { agentAtom } from '../session/session.ts';
import { countChange, recount } from './counts.ts';
import { concerns, fromAnswer, fromEvent, mergeConversation, withMessage, type Conversation } from './conversation.ts';

const conversationsAtom = atom<ReadonlyMap<number, Conversation>>(new Map());

/** Those that were deleted while the desk was open: the address may still name one. */
const deletedAtom = atom<ReadonlySet<number>>(new Set<number>());

/**
 * The number of messages that no agent has read, in all known conversations that concern this one.
 */
export const unreadTotalAtom = atom((get) => {
	const agentId = get(agentAtom)?.id;
	return [...get(conversationsAtom).values()]
		.filter((conversation) => concerns(conversation, agentId))
		.reduce((total, { unreadCount }) => total + unreadCount, 0);
});

/** The conversation with a display id, if it is known. */
export function findConversation(
	conversations: ReadonlyMap<number, Conversation>,
	id: number | undefined,
): Conversation | undefined {
	return id === undefined ? undefined : conversations.get(id);
}

export const knownConversationsAtom: Atom<ReadonlyMap<number, Conversation>> = conversationsAtom;

/** The conversation that is shown, once it is known. */
export const shownConversationAtom = atom((get) => findConversation(get(conversationsAtom), get(selectedIdAtom)));

/**
 * Loads a known conversation again, and forgets it when the server has deleted it or the agent sees
 * it no more. Resolves with whether it can be read. Rejects with a RequestError.
 */
export const refreshConversation = atom(null, async (get, set, id: number): Promise<boolean> => {
	if (!get(conversationsAtom).has(id)) return true;
	const asOf = get(conversationsAtom);
	const conversation = await readUnlessGone(get, id);
	if (conversation) set(mergeConversations, [conversation], asOf);
	else set(dropConversations, [id]);
	return conversation !== undefined;
});

/** Undefined for a conversation that does not exist, or whose inbox the agent does not see. */
export async function readUnlessGone(get: Getter, id: number): Promise<Conversation | undefined> {
	try {
		return await read(get, id);
	} catch (error) {
		if ([401, 403, 404].some((status) => isRefused(error, status))) return undefined;
		throw error;
	}
}

async function read(get: Getter, id: number): Promise<Conversation> {
	return fromAnswer(await call(get, applicationRoutes.showConversation, { params: { ...account(get), id } }));
}

export function isRefused(error: unknown, status: number): boolean {
	return error instanceof RequestError && error.status === status;
}

/**
 * Loads a conversation that is not known yet, such as that of a link. Resolves with whether it can
 * be read. Rejects with a RequestError.
 */
export const loadConversation = atom(null, async (get, set, id: number): Promise<boolean> => {
	if (get(deletedAtom).has(id)) return false;
	const asOf = get(conversationsAtom);
	const conversation = await readUnlessGone(get, id);
	if (conversation) set(mergeConversations, [conversation], asOf);
	return conversation !== undefined;
});

export const receiveConversation = atom(null, (get, set, event: PushConversation) => {
	const before = get(conversationsAtom).get(event.id);
	set(mergeConversations, [fromEvent(event)]);
	set(countChange, before, fromEvent(event));
});

/**
 * Updates the preview, the position and the unread count of a message's conversation. One that is
 * not known is loaded: resolves once that has succeeded or failed.
 */
export const receiveMessageOf = atom(null, async (get, set, message: PushMessage) => {
	const known = get(conversationsAtom).get(message.conversation_id);
	if (known) return set(put, withMessage(known, message));
	try {
		await set(loadConversation, message.conversation_id);
	} catch (error) {
		// The list's next page or the conversation's next message brings it.
		console.debug('Unknown conversation', error);
	}
});

/** What of a conversation the server was told last to be read. */
const readAtom = atom<object>();

/**
 * Tells the server that the team has read a conversation up to its last known message, unless the
 * server knows. `awaited`: what else may wait to be read with it, if anything.
 */
export const markRead = atom(null, async (get, set, id: number, awaited?: object) => {
	const known = get(conversationsAtom).get(id);
	const isAwaited = awaited !== undefined && awaited !== get(readAtom);
	if (!known || (known.unreadCount === 0 && !isAwaited)) return;
	set(readAtom, awaited);
	set(put, { ...known, unreadCount: 0 });
	try {
		const body = { last_seen_message_id: known.lastMessage?.id };
		const params = { ...account(get), id };
		set(mergeConversations, [fromAnswer(await call(get, applicationRoutes.updateLastSeen, { params, body }))]);
	} catch {
		// The server still counts it as unread, and tells so with the next message or the next
		// catch-up.
	}
});

/** Changes what is known of a conversation as the server has changed it. */
export const updateConversation = atom(null, (get, set, id: number, change: Partial<Conversation>) => {
	const known = get(conversationsAtom).get(id);
	if (!known) return;
	const changed = { ...known, ...change };
	set(put, changed);
	set(countChange, known, changed);
});

/** Forgets conversations of which the server says that they are deleted. */
export const forgetDeleted = atom(null, (_get, set, ids: readonly number[]) => {
	set(deletedAtom, (known) => new Set([...known, ...ids]));
	set(dropConversations, ids);
});

/** Forgets conversations that are deleted, or that the agent sees no more. */
export const dropConversations = atom(null, (_get, set, ids: readonly number[]) => {
	if (ids.length === 0) return;
	set(conversationsAtom, (known) => new Map([...known].filter(([id]) => !ids.includes(id))));
	void set(recount);
});

/** Forgets the conversations that are still the same as when these were known. */
export const forgetUnchanged = atom(null, (_get, set, asOf: ReadonlyMap<number, Conversation>) =>
	set(conversationsAtom, (known) => new Map([...known].filter(([id, conversation]) => asOf.get(id) !== conversation))),
);

/**
 * Takes in conversations as the server has answered them.
 * @param asOf what was known when it was asked
 */
export const mergeConversations = atom(
	null,
	(get, set, arrived: readonly Conversation[], asOf: ReadonlyMap<number, Conversation> = get(conversationsAtom)) => {
		const conversations = new Map(get(conversationsAtom));
		for (const conversation of arrived) {
			const { id } = conversation;
			conversations.set(id, mergeConversation(conversations.get(id), conversation, asOf.get(id)));
		}
		set(conversationsAtom, conversations);
	},
);

const put = atom(null, (_get, set, conversation: Conversation) =>
	set(conversationsAtom, (known) => new Map(known).set(conversation.id, conversation)),
);
