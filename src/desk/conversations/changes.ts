/**
 * What an agent changes of a conversation. Each verb rejects with a RequestError where the server
 * refuses or cannot be reached.
 */
import { atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { ConversationStatus, Priority } from '#protocol/entities/entities.ts';
import { account, call } from '../session/api.ts';
import { assigneeOf, type Conversation, fromAnswer } from './conversation.ts';
import { findConversation, mergeConversations, knownConversationsAtom, updateConversation } from './conversations.ts';

/**
 * Answers a function for whether nothing has been told of the conversation since. What an event
 * tells while a request is under way may be newer than its answer.
 */
function watch(get: Getter, id: number): () => boolean {
	const updatedAt = () => findConversation(get(knownConversationsAtom), id)?.updatedAt;
	const before = updatedAt();
	return () => updatedAt() === before;
}

/** @param assigneeId undefined for none */
export const assign = atom(null, async (get, set, id: number, assigneeId: number | undefined) => {
	const params = { ...account(get), id };
	const isNewest = watch(get, id);
	const assignee = await call(get, applicationRoutes.assignConversation, {
		params,
		body: { assignee_id: assigneeId ?? null },
	});
	if (isNewest())
		set(updateConversation, id, { assignee: assignee && 'email' in assignee ? assigneeOf(assignee) : undefined });
});

/**
 * The server may choose another assignee with it, which its events tell.
 * @param team undefined for none
 */
export const assignTeam = atom(null, async (get, set, id: number, team: Conversation['team']) => {
	const params = { ...account(get), id };
	const isNewest = watch(get, id);
	await call(get, applicationRoutes.assignConversation, { params, body: { team_id: team?.id ?? null } });
	if (isNewest()) set(updateConversation, id, { team });
});

/** @param priority undefined for none */
export const setPriority = atom(null, async (get, set, id: number, priority: Priority | undefined) => {
	const params = { ...account(get), id };
	const isNewest = watch(get, id);
	await call(get, applicationRoutes.togglePriority, { params, body: { priority: priority ?? null } });
	if (isNewest()) set(updateConversation, id, { priority });
});

/** Label → whether it is to be there. */
type Ticks = ReadonlyMap<string, boolean>;

/** Conversation id → what the agent has ticked and the server has not confirmed yet. */
const ticksAtom = atom<ReadonlyMap<number, Ticks>>(new Map());

/**
 * Returns the labels of a conversation as the agent has ticked them, which shows at once, since
 * agents tick several.
 */
export const tickedLabelsAtom = atom((get) => {
	const ticks = get(ticksAtom);
	return ({ id, labels }: Pick<Conversation, 'id' | 'labels'>): string[] => withTicks(labels, ticks.get(id));
});

function withTicks(labels: readonly string[], ticks: Ticks = new Map()): string[] {
	const added = [...ticks].filter(([title, isWanted]) => isWanted && !labels.includes(title)).map(([title]) => title);
	return [...labels.filter((title) => ticks.get(title) !== false), ...added];
}

/**
 * Adds or removes a label. The server takes a conversation's labels as a whole, so one request
 * follows the other: each has what the events of others have told by then, and all ticks. A tick
 * during a request is sent by the call that made the request.
 */
export const toggleLabel = atom(null, async (get, set, id: number, title: string) => {
	const params = { ...account(get), id };
	const wanted = () => {
		const labels = findConversation(get(knownConversationsAtom), id)?.labels ?? [];
		return withTicks(labels, get(ticksAtom).get(id));
	};
	const isSending = get(ticksAtom).has(id);
	set(keepTicks, id, new Map(get(ticksAtom).get(id)).set(title, !wanted().includes(title)));
	if (isSending) return;
	try {
		let sent: Ticks | undefined;
		while (sent !== get(ticksAtom).get(id)) {
			sent = get(ticksAtom).get(id);
			const isNewest = watch(get, id);
			const body = { labels: wanted() };
			const { payload } = await call(get, applicationRoutes.setConversationLabels, { params, body });
			if (isNewest()) set(updateConversation, id, { labels: payload });
		}
	} finally {
		set(keepTicks, id, undefined);
	}
});

const keepTicks = atom(null, (_get, set, id: number, ticks: Ticks | undefined) => {
	set(ticksAtom, (all) => {
		const next = new Map(all);
		if (ticks) next.set(id, ticks);
		else next.delete(id);
		return next;
	});
});

/** @param snoozedUntil seconds since the epoch, where it is snoozed until then */
export const setStatus = atom(
	null,
	async (get, set, id: number, status: ConversationStatus, snoozedUntil?: number): Promise<void> => {
		const isNewest = watch(get, id);
		const { payload } = await call(get, applicationRoutes.toggleStatus, {
			params: { ...account(get), id },
			body: { status, snoozed_until: snoozedUntil },
		});
		if (isNewest()) set(updateConversation, id, { status: payload.current_status, snoozedUntil });
	},
);

/** Blocks the visitor, which resolves the conversation, or unblocks them. */
export const setBlocked = atom(null, async (get, set, id: number, blocked: boolean) => {
	const params = { ...account(get), id };
	await call(get, blocked ? applicationRoutes.muteConversation : applicationRoutes.unmuteConversation, { params });
	const known = findConversation(get(knownConversationsAtom), id);
	if (known)
		set(updateConversation, id, { visitor: { ...known.visitor, blocked }, ...(blocked && { status: 'resolved' }) });
});

export const markUnread = atom(null, async (get, set, id: number) => {
	set(mergeConversations, [
		fromAnswer(await call(get, applicationRoutes.markUnread, { params: { ...account(get), id } })),
	]);
});
