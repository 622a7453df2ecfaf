import type { Channel } from '../../store/websites/channels.ts';
import type { Inbox } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { assignConversation } from './assignConversation.ts';

/**
 * Whether the server assigns the inbox's conversations. One that is removed stays for a while,
 * until it is cleared.
 */
export function isAssigning({ enable_auto_assignment, removed_at }: Inbox): boolean {
	return enable_auto_assignment && removed_at === null;
}

/** The members of the inbox who are online and have room for one more conversation. */
export async function listFree(
	{ users, assignments }: Repositories,
	inbox: Inbox,
	onlineIds: ReadonlySet<number>,
): Promise<Member[]> {
	const { max_assignment_limit: limit } = inbox;
	const counts = limit === null ? undefined : await assignments.countOpen(inbox);
	return (await users.listInbox(inbox.account_id, inbox.id)).filter(
		({ user_id }) => onlineIds.has(user_id) && (limit === null || (counts?.get(user_id) ?? 0) < limit),
	);
}

/**
 * Assigns a conversation that opened without an assignee to the agent whose turn it is, of the
 * inbox's members who are online and have room (docs/application-api.md, Inboxes). False: no member
 * is, so that it waits.
 */
export async function assignNext(
	store: Repositories,
	publish: EventPublisher,
	conversationId: number,
	{ inbox }: Pick<Channel, 'inbox'>,
	onlineIds: ReadonlySet<number>,
): Promise<boolean> {
	const conversation = await store.conversations.lock(conversationId);
	if (!isAssigning(inbox) || conversation.status !== 'open' || conversation.assignee_id !== null) {
		await store.assignments.remove(conversationId);
		return true;
	}
	const last = await store.assignments.lockTurn(inbox.id);
	const free = await listFree(store, inbox, onlineIds);
	const next = free.find(({ user_id }) => user_id > last) ?? free[0];
	if (!next) return false;
	await store.assignments.setTurn(inbox.id, next.user_id);
	await store.assignments.remove(conversationId);
	await assignConversation(store, publish, conversation, next, undefined);
	return true;
}
