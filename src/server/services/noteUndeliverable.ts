import type { Outcome } from '../deliveries/outcome.ts';
import { noteUnknownAddress } from '../domain/contacts/mailAddress.ts';
import type { Mail } from '../mail/mail.ts';
import type { DeliveryRow } from '../store/tables/schema.ts';
import { noteReply } from './mailReply.ts';
import { commit, scopeOfContact, type Services } from './services.ts';

/**
 * Notes at an answer that it was not sent, and at the contact that the mail server does not know
 * the address, so that no more mails go there.
 */
export async function noteUndeliverable(services: Services, delivery: DeliveryRow, outcome: Outcome): Promise<void> {
	if (delivery.event === 'reply' && outcome.kind !== 'delivered') await noteReply(services, delivery, outcome.why);
	if (delivery.conversation_id === null || outcome.kind !== 'refused' || !outcome.isRecipientUnknown) return;
	const { account_id, contact_id } = await services.store.conversations.find(delivery.conversation_id);
	const { to } = JSON.parse(delivery.payload) as Mail;
	await commit(services, scopeOfContact(account_id, contact_id), (repositories) =>
		noteUnknownAddress(repositories, contact_id, to.address),
	);
}
