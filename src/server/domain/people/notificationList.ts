/** What an agent does with their list of notifications (docs/application-api.md, Notifications). */
import type { NotificationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { NotificationOwner } from '../../store/teams/notifications.ts';
import type { EventPublisher } from '../eventPublisher.ts';

type Change = Partial<Pick<NotificationRow, 'read_at' | 'snoozed_until' | 'last_snoozed_at' | 'last_activity_at'>>;

/** Throws NOT_FOUND. */
export async function changeNotification(
	{ notifications }: Repositories,
	publish: EventPublisher,
	owner: NotificationOwner,
	id: number,
	change: Change,
): Promise<NotificationRow> {
	await notifications.require(owner, id);
	const changed = await notifications.update(id, change);
	await publish.notificationsUpdated([changed]);
	return changed;
}

/**
 * Of many, only the newest is published: with it comes that none is unread any more, and what that
 * means for the others.
 *
 * @param conversationId the internal id of the one whose notification is meant; undefined for all
 */
export async function readNotifications(
	{ notifications }: Repositories,
	publish: EventPublisher,
	owner: NotificationOwner,
	conversationId: number | undefined,
): Promise<void> {
	const read =
		conversationId === undefined
			? await notifications.readAll(owner)
			: await notifications.readOf(conversationId, owner.user_id, Number.MAX_SAFE_INTEGER);
	const newest = read.toSorted((one, other) => other.last_activity_at - one.last_activity_at).slice(0, 1);
	await publish.notificationsUpdated(newest);
}
