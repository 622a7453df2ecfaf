/**
 * Decides who of the team is responsible for a conversation (docs/application-api.md,
 * Conversations).
 */
import type { Activity } from '#protocol/entities/activities.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { postActivity } from './postActivity.ts';
import { nameOf, senderOf, type Writer } from '../messages/writer.ts';

/**
 * Nothing happens where it is the assignee already.
 *
 * @param assignee undefined leaves the conversation without one
 * @param by undefined where the server assigns it
 */
export async function assignConversation(
	store: Repositories,
	publish: EventPublisher,
	{ id }: Pick<ConversationRow, 'id'>,
	assignee: Member | undefined,
	by: Writer | undefined,
): Promise<ConversationRow> {
	const conversation = await store.conversations.lock(id);
	const assigneeId = assignee?.user_id ?? null;
	if (assigneeId === conversation.assignee_id) return conversation;
	const changed = await store.conversations.update(id, { assignee_id: assigneeId, assignee_last_seen_at: null });
	if (assignee) await store.participants.add(id, [assignee.user_id]);
	await publish.conversation('assignee.changed', changed);
	await postActivity(store, publish, changed, activityOf(assignee, by));
	if (assignee && !isSelf(assignee, by)) await publish.notify('conversation_assignment', changed);
	await publish.conversation('conversation.updated', changed);
	return changed;
}

function activityOf(assignee: Member | undefined, by: Writer | undefined): Activity {
	if (!by) return { code: 'auto_assigned', assignee: assignee?.name ?? '' };
	const name = nameOf(by);
	if (!assignee) return { code: 'unassigned', name };
	return isSelf(assignee, by) ? { code: 'self_assigned', name } : { code: 'assigned', name, assignee: assignee.name };
}

export function isSelf({ user_id }: Member, by: Writer | undefined): boolean {
	return by?.type === 'User' && senderOf(by).id === user_id;
}
