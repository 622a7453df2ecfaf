/** What visitors change of messages (docs/wire.md, Messages). */
import type { Message } from '#protocol/entities/entities.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { actingAs, type Actor } from '../../base/actor.ts';
import { lockMeantConversation, type Visitor } from '../../domain/contacts/visitor.ts';
import type { EventPublisher } from '../../domain/eventPublisher.ts';
import { deleteMessage } from '../../domain/messages/deleteMessage.ts';
import { editMessage } from '../../domain/messages/editMessage.ts';
import { findOwnMessage } from '../../domain/messages/findOwnMessage.ts';
import { canHaveReaction, setReaction } from '../../domain/messages/setReaction.ts';
import { presentCreatedMessage } from '../../present/message.ts';
import { loadRelations, partsOf, relationsFor } from '../../present/messageParts.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { HttpError } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { checkLength, takeTextQuota } from './checkMessage.ts';

type ChangeHandlers = Pick<Handlers<typeof widgetRoutes>, 'deleteMessage' | 'editMessage' | 'setReaction'>;

export function messageChangeHandlers(services: Services): ChangeHandlers {
	const { files } = services;
	return {
		async deleteMessage({ visitor, params, query }) {
			const { message, unowned } = await changeOwn(services, visitor, { ...params, ...query }, deleteOnce);
			await files.remove(unowned);
			return message;
		},

		async editMessage({ visitor, params, query, body: { content }, http }) {
			checkLength(services, content);
			await takeTextQuota(services, visitor, http, content);
			const asked = { ...params, ...query };
			const { message } = await changeOwn(services, visitor, asked, async (store, publish, conversation, known) => {
				// Deleted since, in another window.
				if (known.content_attributes['deleted'] === true) throw new HttpError(404);
				return { message: await editMessage(store, publish, conversation, known, content), files: [] };
			});
			return message;
		},

		async setReaction({ visitor, params, query, body }) {
			const { conversation, message } = await commit(
				services,
				scopeOfVisitor(visitor),
				async (repositories, publish) => {
					const conversation = await lockMeantConversation(repositories, visitor, query.conversation_id);
					const known = conversation && (await repositories.messages.findInConversation(conversation.id, params.id));
					// An empty body, as below.
					if (!known || !canHaveReaction(known)) throw new HttpError(404);
					const message = await setReaction(repositories, publish, conversation, known, body.reaction);
					return { conversation, message };
				},
			);
			return present(services, visitor, conversation, message);
		},
	};
}

/** A repetition, whose first answer was lost, changes nothing. */
async function deleteOnce(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	message: MessageRow,
): ReturnType<typeof deleteMessage> {
	if (message.content_attributes['deleted'] === true) return { message, files: [] };
	return deleteMessage(store, publish, conversation, message, 'contact');
}

/** Changes a message of the visitor's own, for the audit log as theirs. */
async function changeOwn(
	services: Services,
	visitor: Visitor,
	{ id, conversation_id }: { id: number; conversation_id?: number | undefined },
	change: typeof deleteOnce,
): Promise<{ message: Message; unowned: Awaited<ReturnType<typeof deleteMessage>>['files'] }> {
	if (!visitor.channel.widget.allow_message_changes) throw new HttpError(403);
	const contact: Actor = { type: 'Contact', id: visitor.session.contact_id, name: '', address: null };
	const { conversation, message, files } = await actingAs(contact, () =>
		commit(services, scopeOfVisitor(visitor), async (repositories, publish) => {
			const conversation = await lockMeantConversation(repositories, visitor, conversation_id);
			const known = conversation && (await findOwnMessage(repositories, visitor.session, conversation, id));
			// An empty body: with one, clients would take the session for forgotten (docs/wire.md,
			// Errors).
			if (!known) throw new HttpError(404);
			return { conversation, ...(await change(repositories, publish, conversation, known)) };
		}),
	);
	return { message: await present(services, visitor, conversation, message), unowned: files };
}

/** As the visitor who changed it sees it. */
async function present(
	{ store, files }: Services,
	{ session }: Visitor,
	conversation: ConversationRow,
	message: MessageRow,
): Promise<Message> {
	const relations = relationsFor(session, await loadRelations(store, files, conversation.account_id, [message]));
	return presentCreatedMessage(message, conversation.display_id, partsOf(message, relations, undefined));
}
