/** Video calls for the visitor (docs/wire.md, Video calls). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { HttpError } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { contactInTexts } from '../../domain/contacts/visibleContact.ts';
import { readMeetingId } from '../../domain/conversations/callMeeting.ts';
import { findMeantConversation } from '../../domain/contacts/visitor.ts';
import type { Services } from '../../services/services.ts';

export function visitorCallHandlers({ store, calls }: Services): Pick<Handlers<typeof widgetRoutes>, 'joinCall'> {
	return {
		async joinCall({ visitor, query, body }) {
			const conversation = await findMeantConversation(store, visitor, query.conversation_id);
			const message = conversation && (await store.messages.findInConversation(conversation.id, body.message_id));
			// An empty body: with one, clients would take the session for forgotten (docs/wire.md,
			// Errors).
			if (!message || message.private) throw new HttpError(404);
			const known = await store.contacts.find(visitor.session.contact_id);
			const contact = await contactInTexts(store, conversation, known);
			return calls.join(readMeetingId(message), {
				id: `contact-${contact.id}`,
				name: contact.name,
				avatarUrl: contact.avatar_url,
				isAgent: false,
			});
		},
	};
}
