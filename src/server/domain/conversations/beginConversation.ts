import { randomUUID } from 'node:crypto';
import type { Attributes } from '#protocol/entities/attributes.ts';
import type { ConversationStatus } from '#protocol/entities/entities.ts';
import type { ContactInbox, ContactRow, ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { checkAttributes } from '../contacts/attributes.ts';

/** The facts about its origin that a conversation stores (docs/wire.md, Conversations). */
export interface ConversationOrigin {
	additionalAttributes: Attributes;
	customAttributes: Attributes;
}

export interface NewConversationFacts {
	session: ContactInbox;
	contact: ContactRow;
	/** The first status, unless the contact is blocked. */
	status: ConversationStatus;
	origin: ConversationOrigin;
	campaignId?: number;
	labels?: readonly string[];
	teamId?: number | null;
}

/** Stores an empty conversation without announcing it. Throws when the attributes are too large. */
export async function beginConversation(
	store: Repositories,
	{ session, contact, status, origin, ...rest }: NewConversationFacts,
): Promise<ConversationRow> {
	checkAttributes('custom_attributes', origin.customAttributes);
	checkAttributes('additional_attributes', origin.additionalAttributes);
	return store.conversations.insert({
		...origin,
		...rest,
		accountId: contact.account_id,
		displayId: await store.accounts.takeDisplayId(contact.account_id),
		uuid: randomUUID(),
		session,
		status: contact.blocked ? 'resolved' : status,
		createdAt: Date.now(),
	});
}
