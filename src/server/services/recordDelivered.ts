import { deliverMessages } from '../domain/messages/deliverMessages.ts';
import type { DeliveryReceipt } from '../realtime/receiptTracker.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/** Stores that messages have reached the visitor. */
export async function recordDelivered(
	services: Services,
	{ accountId, displayId, messageId }: DeliveryReceipt,
): Promise<void> {
	const found = await services.store.conversations.findByDisplayId(accountId, displayId);
	// The visitor may have deleted their data by now.
	if (!found) return;
	// Each connection of the visitor takes every message: for all but the first, nothing is written
	// and no writer waits.
	if (!(await services.store.messages.isUndelivered(found.id, messageId))) return;
	await commit(services, scopeOfConversation(found), (repositories, publish) =>
		deliverMessages(repositories, publish, found, messageId),
	);
}
