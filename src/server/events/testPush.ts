import { msg } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import { PUSH_LIFE, type PushNotification } from '../push/pushNotification.ts';
import type { Repositories } from '../store/store.ts';

/**
 * Queues a notification for each of the agent's devices, by which they see whether these are
 * reached.
 */
export async function queueTestPush(
	{ pushSubscriptions, deliveries }: Repositories,
	userId: number,
	locale: string,
): Promise<void> {
	const notification: PushNotification = {
		title: translate(locale, msg`Notifications reach this device.`),
		body: '',
		tag: 'live-chat-desk:test',
		url: '/desk#/settings/notifications',
		expiresAt: Date.now() + PUSH_LIFE,
	};
	for (const { id } of await pushSubscriptions.list(userId))
		await deliveries.insert({
			receiver_type: 'push',
			receiver_id: id,
			conversation_id: null,
			contact_inbox_id: null,
			subject: `user ${userId}`,
			event: 'test',
			payload: JSON.stringify(notification),
		});
}
