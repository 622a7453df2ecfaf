/** What an agent changes of a conversation. Each verb rejects with a RequestError where the server refuses or cannot be reached. */
import { atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { ConversationStatus, Priority } from '#protocol/entities.ts';
import { account, call } from '../session/api.ts';
import { assigneeOf, fromAnswer } from './conversation.ts';
import { findConversation, keep, knownConversationsAtom, update } from './conversations.ts';

/**
 * Answers a function for whether nothing has been told of the conversation since. What an event tells while a request is under way
 * may be newer than its answer.
 */
function watch(get: Getter, id: number): () => boolean {
	const updatedAt = () => findConversation(get(knownConversationsAtom), id)?.updatedAt;
	const before = updatedAt();
	return () => updatedAt() === before;
}

/** @param assigneeId undefined for nobody */
export const assign = atom(null, async (get, set, id: number, assigneeId: number | undefined) => {
	const params = { ...account(get), id };
	const isNewest = watch(get, id);
	const assignee = await call(get, applicationRoutes.assignConversation, {
		params,
		body: { assignee_id: assigneeId ?? null },
	});
	if (isNewest()) set(update, id, { assignee: assignee ? assigneeOf(assignee) : undefined });
});

/** @param priority undefined for none */
export const setPriority = atom(null, async (get, set, id: number, priority: Priority | undefined) => {
	const params = { ...account(get), id };
	const isNewest = watch(get, id);
	await call(get, applicationRoutes.togglePriority, { params, body: { priority: priority ?? null } });
	if (isNewest()) set(update, id, { priority });
});

/** Adds or removes a label. It shows at once, since agents tick several. */
export const toggleLabel = atom(null, async (get, set, id: number, title: string) => {
	const before = findConversation(get(knownConversationsAtom), id)?.labels ?? [];
	const labels = before.includes(title) ? before.filter((other) => other !== title) : [...before, title];
	set(update, id, { labels });
	try {
		const params = { ...account(get), id };
		const { payload } = await call(get, applicationRoutes.setConversationLabels, { params, body: { labels } });
		// A later tick has its own answer.
		if (findConversation(get(knownConversationsAtom), id)?.labels === labels) set(update, id, { labels: payload });
	} catch (error) {
		set(update, id, { labels: before });
		throw error;
	}
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
		if (isNewest()) set(update, id, { status: payload.current_status, snoozedUntil });
	},
);

/** Blocks the visitor, which resolves the conversation, or unblocks them. */
export const setBlocked = atom(null, async (get, set, id: number, blocked: boolean) => {
	const params = { ...account(get), id };
	await call(get, blocked ? applicationRoutes.muteConversation : applicationRoutes.unmuteConversation, { params });
	const known = findConversation(get(knownConversationsAtom), id);
	if (known) set(update, id, { visitor: { ...known.visitor, blocked }, ...(blocked && { status: 'resolved' }) });
});

export const markUnread = atom(null, async (get, set, id: number) => {
	set(keep, [fromAnswer(await call(get, applicationRoutes.markUnread, { params: { ...account(get), id } }))]);
});
