/** Sends the conversation to its visitor by mail (docs/wire.md, Conversations). */
import { randomUUID } from 'node:crypto';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { findCurrentConversation } from '../../domain/visitor.ts';
import { chooseLocale } from '../../language/translate.ts';
import type { Mail } from '../../mail/mail.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';
import { RECIPIENT_LIMIT } from '../rateLimits.ts';
import { takeQuota } from '../takeQuota.ts';
import type { Handlers } from '../registerRoutes.ts';
import { transcriptOf } from './transcriptOf.ts';

export function transcriptHandlers(services: Services): Pick<Handlers<typeof widgetRoutes>, 'sendTranscript'> {
	const { store, files, deliveryWorker } = services;
	return {
		/** Answers once the mail is queued, since a mail server may be slow. */
		async sendTranscript({ visitor, query }) {
			const conversation = await findCurrentConversation(store, visitor.session);
			if (!conversation) return;
			const contact = await store.contacts.find(conversation.contact_id);
			if (contact.email === null) return;
			await takeQuota(services.rateLimits, { quota: RECIPIENT_LIMIT, who: mailboxOf(contact.email) }, 1);
			const locale = chooseLocale(query.locale, conversation.locale, visitor.channel.inbox.locale);
			const mail = await transcriptOf(store, files, visitor.channel, conversation, locale);
			const addressed: Mail = { ...mail, id: randomUUID(), to: { name: contact.name, address: contact.email } };
			await commit(services, scopeOfVisitor(visitor), async (repositories) => {
				// The lock fails if the conversation has been deleted since, so that no mail is queued for it.
				await repositories.conversations.lock(conversation.id);
				await repositories.deliveries.insert({
					receiver_type: 'mail',
					receiver_id: 0,
					conversation_id: conversation.id,
					contact_inbox_id: null,
					event: 'transcript',
					payload: JSON.stringify(addressed),
				});
			});
			deliveryWorker.wake();
		},
	};
}

/** The mailbox that an address belongs to: most providers ignore what follows a plus. */
function mailboxOf(address: string): string {
	return address.toLowerCase().replace(/\+.*@/, '@');
}
