/**
 * Changes several things of a conversation at once, each by the function that changes it alone
 * (docs/application-api.md, Conversations).
 */
import type { ConversationStatus } from '#protocol/entities/entities.ts';
import type { Member } from '../../store/people/users.ts';
import type { Repositories } from '../../store/store.ts';
import type { ConversationRow, TeamRow } from '../../store/tables/schema.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { nameOf, type Writer } from '../messages/writer.ts';
import { assignConversation } from './assignConversation.ts';
import { assignTeam } from './assignTeam.ts';
import { changeStatus, takerOf } from './changeStatus.ts';
import { setLabels, setPriority } from './labelConversation.ts';

export interface ConversationChange {
	removedLabels: readonly string[];
	addedLabels: readonly string[];
	/** Undefined stays, as with the next ones. */
	status: ConversationStatus | undefined;
	/** In milliseconds since the epoch; kept only with the status snoozed. */
	snoozedUntil: number | null;
	/** Null leaves the conversation without one. */
	assignee: Member | null | undefined;
	team: TeamRow | null | undefined;
	/** Who of the account is online. */
	onlineIds: ReadonlySet<number>;
	priority: ConversationRow['priority'] | undefined;
}

export async function changeConversation(
	store: Repositories,
	publish: EventPublisher,
	{ id }: Pick<ConversationRow, 'id'>,
	{ removedLabels, addedLabels, status, snoozedUntil, assignee, team, onlineIds, priority }: ConversationChange,
	by: Writer,
): Promise<void> {
	const conversation = await store.conversations.lock(id);
	if (removedLabels.length > 0 || addedLabels.length > 0) {
		const kept = conversation.labels.filter((title) => !removedLabels.includes(title));
		const added = addedLabels.filter((title) => !kept.includes(title));
		await setLabels(store, publish, conversation, [...kept, ...added], by);
	}
	if (status !== undefined) {
		await changeStatus(store, publish, conversation, {
			status,
			snoozedUntil: status === 'snoozed' ? snoozedUntil : null,
			activity: { code: status === 'open' ? 'reopened' : status, name: nameOf(by) },
		});
	}
	const taker = assignee === undefined ? takerOf(status, by) : assignee;
	if (taker !== undefined) await assignConversation(store, publish, conversation, taker ?? undefined, by);
	if (team !== undefined) await assignTeam(store, publish, conversation, team ?? undefined, { by, onlineIds });
	if (priority !== undefined) await setPriority(store, publish, conversation, priority, by);
}
