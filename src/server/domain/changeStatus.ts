/** Opening, resolving, snoozing: what a change of a conversation's status brings with it (docs/wire.md, Conversations; docs/application-api.md, Conversations). */
import type { Activity } from '#protocol/activities.ts';
import type { ConversationStatus } from '#protocol/entities.ts';
import type { Announcer } from './announcer.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { postActivity } from './postMessage.ts';
import { askForRating } from './templates.ts';

export interface StatusChange {
	status: ConversationStatus;
	/** Milliseconds since the epoch. */
	snoozedUntil: number | null;
	/** The agent who answers for it from now on; undefined: as it was. */
	assigneeId?: number;
	/** The interface language of a visitor who changes it, where the request says one that there is. */
	locale?: string | undefined;
	/** What the team is told of it. */
	activity: Activity;
}

/** Nothing happens when it is so already. */
export async function changeStatus(
	store: Repositories,
	announce: Announcer,
	conversation: ConversationRow,
	change: StatusChange,
): Promise<ConversationRow> {
	const assignee = change.assigneeId ?? conversation.assignee_id;
	const isNewStatus = change.status !== conversation.status;
	const isSame =
		!isNewStatus && change.snoozedUntil === conversation.snoozed_until && assignee === conversation.assignee_id;
	if (isSame) return conversation;
	const changed = await store.conversations.update(conversation.id, {
		status: change.status,
		snoozed_until: change.snoozedUntil,
		assignee_id: assignee,
		locale: change.locale ?? conversation.locale,
	});
	if (isNewStatus) {
		await announce.conversation('conversation.status_changed', changed);
		await postActivity(store, announce, changed, change.activity);
		if (change.status === 'resolved') await askForRating(store, announce, changed);
	}
	await announce.conversation('conversation.updated', changed);
	return changed;
}
