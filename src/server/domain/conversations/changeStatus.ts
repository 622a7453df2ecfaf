/**
 * Opens, resolves or snoozes a conversation, with everything that follows (docs/wire.md,
 * Conversations; docs/application-api.md, Conversations).
 */
import type { Activity } from '#protocol/entities/activities.ts';
import type { ConversationStatus } from '#protocol/entities/entities.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import type { Member } from '../../store/people/users.ts';
import type { Writer } from '../messages/writer.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { postActivity } from './postActivity.ts';
import { askForRating } from '../messages/templates.ts';

export interface StatusChange {
	status: ConversationStatus;
	/** Until when it is snoozed, in milliseconds since the epoch. */
	snoozedUntil: number | null;
	/**
	 * The visitor's interface language, if the visitor changes the status and the request names an
	 * enabled locale.
	 */
	locale?: string | undefined;
	/** Whether a bot gives it to the team, or does not answer. */
	isHandover?: boolean;
	/** The activity message for the team. */
	activity: Activity;
}

/**
 * Who becomes the assignee with the status: an agent who reopens a conversation. Administrators and
 * bots do not.
 */
export function takerOf(status: ConversationStatus | undefined, by: Writer): Member | undefined {
	return status === 'open' && by.type === 'User' && by.member.role === 'agent' ? by.member : undefined;
}

/** Nothing happens when the conversation has that status already. */
export async function changeStatus(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	change: StatusChange,
): Promise<ConversationRow> {
	const isNewStatus = change.status !== conversation.status;
	if (!isNewStatus && change.snoozedUntil === conversation.snoozed_until) return conversation;
	const changed = await store.conversations.update(conversation.id, {
		status: change.status,
		snoozed_until: change.snoozedUntil,
		locale: change.locale ?? conversation.locale,
	});
	if (isNewStatus) {
		await publish.conversation('conversation.status_changed', changed);
		await postActivity(store, publish, changed, change.activity);
		if (change.isHandover && change.status === 'open') await publish.notify('conversation_creation', changed);
		if (change.status === 'resolved') await askForRating(store, publish, changed);
	}
	await publish.conversation('conversation.updated', changed);
	return changed;
}
