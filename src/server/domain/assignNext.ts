import type { Channel } from '../store/channels.ts';
import type { Repositories } from '../store/store.ts';
import type { Announcer } from './announcer.ts';
import { assignConversation } from './assignConversation.ts';

/**
 * Assigns a conversation that opened without an assignee to the agent whose turn it is, of the inbox's members who are online
 * and have room (docs/application-api.md, Inboxes). False: nobody is, so that it waits.
 */
export async function assignNext(
	store: Repositories,
	announce: Announcer,
	conversationId: number,
	{ inbox }: Pick<Channel, 'inbox'>,
	onlineIds: ReadonlySet<number>,
): Promise<boolean> {
	const conversation = await store.conversations.lock(conversationId);
	if (!inbox.enable_auto_assignment || conversation.status !== 'open' || conversation.assignee_id !== null) {
		await store.assignments.remove(conversationId);
		return true;
	}
	const last = await store.assignments.lockTurn(inbox.id);
	const { max_assignment_limit: limit } = inbox;
	const counts = limit === null ? undefined : await store.assignments.countOpen(inbox);
	const free = (await store.users.listInbox(inbox.account_id, inbox.id)).filter(
		({ user_id }) => onlineIds.has(user_id) && (limit === null || (counts?.get(user_id) ?? 0) < limit),
	);
	const next = free.find(({ user_id }) => user_id > last) ?? free[0];
	if (!next) return false;
	await store.assignments.setTurn(inbox.id, next.user_id);
	await store.assignments.remove(conversationId);
	await assignConversation(store, announce, conversation, next, undefined);
	return true;
}
