/**
 * Attributes and labels that the embedding page sets on the visitor's conversation (docs/wire.md,
 * Conversations and Labels).
 */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { HttpError } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { conversationForVisitor, presentConversationRecord } from '../../present/conversation.ts';
import type { EventPublisher } from '../../domain/eventPublisher.ts';
import {
	addLabel,
	removeConversationAttributes,
	removeLabel,
	setConversationAttributes,
} from '../../domain/conversations/labelConversation.ts';
import { findMeantConversation, type Visitor } from '../../domain/contacts/visitor.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

type LabellingHandlers = Pick<
	Handlers<typeof widgetRoutes>,
	'setConversationAttributes' | 'destroyConversationAttributes' | 'addLabel' | 'removeLabel'
>;

type Change<T> = (store: Repositories, publish: EventPublisher, conversation: ConversationRow) => Promise<T>;

export function visitorLabelHandlers(services: Services): LabellingHandlers {
	/** Changes the visitor's conversation; undefined when there is none. */
	async function change<T>(visitor: Visitor, named: number | undefined, work: Change<T>): Promise<T | undefined> {
		const current = await findMeantConversation(services.store, visitor, named);
		return (
			current &&
			commit(services, scopeOfVisitor(visitor), (repositories, publish) => work(repositories, publish, current))
		);
	}

	return {
		async setConversationAttributes({ visitor, query, body }) {
			const conversation = await change(visitor, query.conversation_id, (store, publish, current) =>
				setConversationAttributes(store, publish, current, body.custom_attributes),
			);
			if (!conversation) throw new HttpError(404);
		},

		async destroyConversationAttributes({ visitor, query, body }) {
			const conversation = await change(visitor, query.conversation_id, (store, publish, current) =>
				removeConversationAttributes(store, publish, current, body.custom_attribute),
			);
			if (!conversation) throw new HttpError(404);
			return presentConversationRecord(conversationForVisitor(conversation));
		},

		async addLabel({ visitor, query, body: { label } }) {
			await change(visitor, query.conversation_id, (store, publish, current) =>
				addLabel(store, publish, current, label),
			);
		},

		async removeLabel({ visitor, query, params: { label } }) {
			await change(visitor, query.conversation_id, (store, publish, current) =>
				removeLabel(store, publish, current, label),
			);
		},
	};
}
