/**
 * Who follows a conversation, and is named in its notes (docs/application-api.md, Mentions and
 * Participants).
 */
import { listMentioned } from '#protocol/entities/mentions.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';

export type FollowersChange = 'add' | 'set' | 'remove';

/**
 * Has these people follow it as well, alone, or no longer; who does not see it does not. Answers
 * the ids of those who did not follow it before.
 */
export async function changeFollowers(
	store: Repositories,
	{ id, account_id, inbox_id }: ConversationRow,
	userIds: readonly number[],
	change: FollowersChange,
): Promise<number[]> {
	const before = await store.participants.list(id);
	if (change === 'remove') await store.participants.remove(id, userIds);
	if (change === 'set')
		await store.participants.remove(
			id,
			before.filter((one) => !userIds.includes(one)),
		);
	if (change === 'remove') return [];
	const readerIds = await store.users.listReaderIds(account_id, inbox_id);
	const added = readerIds.filter((one) => userIds.includes(one) && !before.includes(one));
	await store.participants.add(id, added);
	return added;
}

/** Tells those whom a note names, and who see it: they follow the conversation from then on. */
export async function tellMentioned(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	note: MessageRow,
): Promise<void> {
	const named = listMentioned(note.content ?? '');
	if (named.length === 0) return;
	const { id, account_id, inbox_id } = conversation;
	const told = (await store.users.listReaderIds(account_id, inbox_id)).filter((one) => named.includes(one));
	if (told.length === 0) return;
	await store.participants.mention(id, told, note.created_at);
	await store.participants.add(id, told);
	await publish.mentioned(conversation, note, told);
}
