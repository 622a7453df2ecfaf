/** A visitor whose bot does not answer is not left alone with it. */
import { commit, scopeOfConversation, type Services } from '../services/services.ts';
import type { WebhookDelivery } from '../store/schema.ts';
import { changeStatus } from '../domain/changeStatus.ts';

/** Opens the conversation for the team where the bot was to answer in it. */
export async function takeOver(services: Services, { conversation_id, event }: WebhookDelivery): Promise<void> {
	if (conversation_id === null || event !== 'message_created') return;
	const found = await services.store.conversations.find(conversation_id);
	await commit(services, scopeOfConversation(found), async (repositories, announce) => {
		const conversation = await repositories.conversations.lock(found.id);
		if (conversation.status !== 'pending') return;
		await changeStatus(repositories, announce, conversation, {
			status: 'open',
			snoozedUntil: null,
			activity: { code: 'bot_unreachable' },
		});
	});
}
