/** Stops a visitor from demanding the team's attention (docs/application-api.md, Conversations). */
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { setBlocked } from '../contacts/blockContact.ts';
import { changeStatus } from './changeStatus.ts';
import { postActivity } from './postActivity.ts';

/**
 * Blocks the contact and resolves the conversation. The team is told with all of the contact's
 * conversations. Of a contact who is blocked already, the conversation is resolved alone; nothing
 * happens where it is, too.
 *
 * @param name who mutes it
 */
export async function muteConversation(
	store: Repositories,
	publish: EventPublisher,
	{ id, contact_id }: ConversationRow,
	name: string,
): Promise<void> {
	const mute = async (wasBlocked: boolean): Promise<void> => {
		const conversation = await store.conversations.lock(id);
		if (wasBlocked && conversation.status === 'resolved') return;
		const activity = { code: 'resolved', name } as const;
		const resolved = { status: 'resolved', snoozedUntil: null, activity } as const;
		const changed = await changeStatus(store, publish, conversation, resolved);
		await postActivity(store, publish, changed, { code: 'muted', name });
	};
	const blocked = await setBlocked(store, publish, contact_id, true, () => mute(false));
	if (!blocked) await mute(true);
}

/** Unblocks the contact; the conversation's status stays. */
export async function unmuteConversation(
	store: Repositories,
	publish: EventPublisher,
	{ id, contact_id }: ConversationRow,
	name: string,
): Promise<void> {
	await setBlocked(store, publish, contact_id, false, async () => {
		await postActivity(store, publish, await store.conversations.lock(id), { code: 'unmuted', name });
	});
}
