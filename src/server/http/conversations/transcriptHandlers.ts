/** Sends the conversation to its visitor by mail (docs/wire.md, Conversations). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { findMeantConversation } from '../../domain/contacts/visitor.ts';
import { scopeOfVisitor, type Services } from '../../services/services.ts';
import { queueTranscript } from './queueTranscript.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function transcriptHandlers(services: Services): Pick<Handlers<typeof widgetRoutes>, 'sendTranscript'> {
	const { store } = services;
	return {
		async sendTranscript({ visitor, query }) {
			const conversation = await findMeantConversation(store, visitor, query.conversation_id);
			if (!conversation) return;
			const contact = await store.contacts.find(conversation.contact_id);
			if (contact.email === null) return;
			await queueTranscript(services, {
				channel: visitor.channel,
				conversation,
				to: { name: contact.name, address: contact.email },
				locale: query.locale,
				scope: scopeOfVisitor(visitor),
			});
		},
	};
}
