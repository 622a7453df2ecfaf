/** The conversation as a mail for its visitor (docs/wire.md, Conversations). */
import { randomUUID } from 'node:crypto';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { findCurrentConversation } from '../../domain/visitor.ts';
import { chooseLocale } from '../../language/say.ts';
import type { Mail } from '../../mail/mail.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';
import { RECIPIENT_LIMIT } from '../rateLimits.ts';
import { RetryLater } from '../refusal.ts';
import type { Handlers } from '../registerRoutes.ts';
import { transcriptOf } from './transcriptOf.ts';

export function transcriptHandlers(services: Services): Pick<Handlers<typeof widgetRoutes>, 'sendTranscript'> {
	const { store, files, courier } = services;
	return {
		/** Answers once the mail is queued: a mail server may take its time. */
		async sendTranscript({ visitor, query }) {
			const conversation = await findCurrentConversation(store, visitor.session);
			if (!conversation) return;
			const contact = await store.contacts.find(conversation.contact_id);
			if (contact.email === null) return;
			const wait = await services.rateLimits.take(RECIPIENT_LIMIT, mailboxOf(contact.email), 1);
			if (wait > 0) throw new RetryLater(wait);
			const locale = chooseLocale(query.locale, conversation.locale, visitor.channel.inbox.locale);
			const mail = await transcriptOf(store, files, visitor.channel, conversation, locale);
			const addressed: Mail = { ...mail, id: randomUUID(), to: { name: contact.name, address: contact.email } };
			await commit(services, scopeOfVisitor(visitor), async (repositories) => {
				// It may have been deleted meanwhile, and the mail with it.
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
			courier.wake();
		},
	};
}

/** Whose mail it is: what stands behind a plus reaches the same person with most providers. */
function mailboxOf(address: string): string {
	return address.toLowerCase().replace(/\+.*@/, '@');
}
