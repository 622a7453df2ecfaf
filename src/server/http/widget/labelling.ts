/** What the embedding page says about the visitor's conversation: attributes and labels (docs/wire.md, Conversations and Labels). */
import type { Attributes } from '#protocol/attributes.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { Refusal } from '../refusal.ts';
import type { Handlers } from '../registerRoutes.ts';
import { presentConversationRecord } from '../../present/conversation.ts';
import { checkAttributes, omitAttributes } from '../../domain/attributes.ts';
import { findCurrentConversation, type Visitor } from '../../domain/visitor.ts';
import { commit, scopeOfVisitor, type Services } from '../../services/services.ts';
import type { ConversationRow } from '../../store/schema.ts';
import type { Repositories } from '../../store/store.ts';

type LabellingHandlers = Pick<
	Handlers<typeof widgetRoutes>,
	'setConversationAttributes' | 'destroyConversationAttributes' | 'addLabel' | 'removeLabel'
>;

/** The columns that change, or undefined when nothing does. */
type Change = (
	conversation: ConversationRow,
	repositories: Repositories,
) => Promise<{ custom_attributes?: Attributes; labels?: string[] } | undefined>;

export function labellingHandlers(services: Services): LabellingHandlers {
	const { store } = services;

	/** Changes the visitor's conversation and tells the team; answers undefined when there is none. */
	async function change(visitor: Visitor, work: Change): Promise<ConversationRow | undefined> {
		const current = await findCurrentConversation(store, visitor.session);
		if (!current) return undefined;
		return commit(services, scopeOfVisitor(visitor), async (repositories, announce) => {
			const locked = await repositories.conversations.lock(current.id);
			const columns = await work(locked, repositories);
			if (!columns) return locked;
			const conversation = await repositories.conversations.update(locked.id, columns);
			await announce.conversation('conversation.updated', conversation);
			return conversation;
		});
	}

	return {
		async setConversationAttributes({ visitor, body }) {
			const custom_attributes = checkAttributes('custom_attributes', body.custom_attributes);
			if (!(await change(visitor, async () => ({ custom_attributes })))) throw new Refusal(404);
		},

		async destroyConversationAttributes({ visitor, body }) {
			const conversation = await change(visitor, async ({ custom_attributes }) => ({
				custom_attributes: omitAttributes(custom_attributes, body.custom_attribute),
			}));
			if (!conversation) throw new Refusal(404);
			return presentConversationRecord(conversation);
		},

		async addLabel({ visitor, body: { label } }) {
			await change(visitor, async ({ account_id, labels }, repositories) => {
				const isNew = !labels.includes(label) && (await repositories.labels.find(account_id, label));
				return isNew ? { labels: [...labels, label] } : undefined;
			});
		},

		async removeLabel({ visitor, params: { label } }) {
			await change(visitor, async ({ labels }) =>
				labels.includes(label) ? { labels: labels.filter((other) => other !== label) } : undefined,
			);
		},
	};
}
