import type { Presence } from '../presence/presence.ts';
import type { PushNotification } from '../push/pushNotification.ts';
import type { DeliveryRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';

type Sources = Pick<Repositories, 'conversations' | 'messages' | 'participants' | 'pushSubscriptions' | 'users'>;

/**
 * Whether a queued push notification may still be sent: since it was queued its agent may have
 * left, or have lost the inbox or the conversation, and the team have seen the message or deleted
 * it, or they no longer follow it. An agent who views the conversation sees it there.
 */
export async function isPushWanted(
	store: Sources,
	presence: Pick<Presence, 'listViewers'>,
	{ receiver_type, receiver_id, conversation_id, event, payload }: DeliveryRow,
): Promise<boolean> {
	if (receiver_type !== 'push' || conversation_id === null) return true;
	const [conversation] = await store.conversations.listByIds([conversation_id]);
	const device = await store.pushSubscriptions.find(receiver_id);
	const isMention = event === 'conversation_mention';
	if (!conversation || !device || (conversation.status === 'resolved' && !isMention)) return false;
	const { account_id, inbox_id, assignee_id, agent_last_seen_message_id } = conversation;
	if (!(await store.users.listReaderIds(account_id, inbox_id)).includes(device.user_id)) return false;
	if (event === 'participating_conversation_new_message') {
		if (!(await store.participants.list(conversation_id)).includes(device.user_id)) return false;
	} else if (!isMention) {
		if (assignee_id !== null && assignee_id !== device.user_id) return false;
		if (assignee_id === null && event !== 'conversation_creation') return false;
	}
	const { messageId } = JSON.parse(payload) as PushNotification;
	if (messageId !== undefined) {
		const message = await store.messages.findInConversation(conversation_id, messageId);
		if (!message || message.content_attributes['deleted'] === true) return false;
		// The team has seen a note once its author has.
		if (!isMention && messageId <= (agent_last_seen_message_id ?? 0)) return false;
	}
	return !(await presence.listViewers(conversation_id)).includes(device.user_id);
}
