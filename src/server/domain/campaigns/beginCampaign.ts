import { MessageType } from '#protocol/entities/entities.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import type { CampaignRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { beginConversation, type ConversationOrigin } from '../conversations/beginConversation.ts';
import { insertMessage, TEXT } from '../messages/insertMessage.ts';
import { fillInFor } from '../messages/variables.ts';
import { findCurrentConversation, type Visitor } from '../contacts/visitor.ts';

export interface AcceptedCampaign {
	visitor: Visitor;
	campaign: CampaignRow;
	origin: ConversationOrigin;
}

/**
 * The visitor has accepted the campaign: their conversation begins with its message. Nothing
 * happens where there is a conversation already, so a repetition, or another tab, changes nothing
 * (docs/wire.md, Events and campaigns). No bot answers, since the message is from a person.
 */
export async function beginCampaign(
	store: Repositories,
	publish: EventPublisher,
	{ visitor, campaign, origin }: AcceptedCampaign,
): Promise<void> {
	// The same locks as for a visitor's message, also for the sessions of a proven user: two
	// requests at the same moment wait for each other.
	const session = await store.sessions.lock(visitor.session.id);
	const contact = await store.contacts.update(session.contact_id, { last_activity_at: Date.now() });
	if (await findCurrentConversation(store, session)) return;

	const conversation = await beginConversation(store, {
		session,
		contact,
		status: 'open',
		origin,
		campaignId: campaign.id,
	});
	const sender =
		campaign.sender_id === null ? undefined : await store.users.findMember(contact.account_id, campaign.sender_id);
	const filled = await fillInFor(store, campaign.message, { conversation, contact, agent: sender });
	const message = await insertMessage(
		store,
		conversation,
		{ ...TEXT, ...filled },
		{
			messageType: MessageType.OUTGOING,
			isPrivate: false,
			sender: sender ? { type: 'User', id: sender.user_id } : null,
			sessionId: null,
			additionalAttributes: { campaign_id: campaign.display_id },
		},
	);
	const begun = await store.conversations.update(conversation.id, { last_activity_at: message.created_at });
	await publish.conversation('conversation.created', begun);
	await publish.messageCreated(begun, message);
}
