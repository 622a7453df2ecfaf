/** The payloads for bots and webhooks (docs/application-api.md, Webhooks). */
import { isDeepStrictEqual } from 'node:util';
import { MessageType } from '#protocol/entities/entities.ts';
import type { WidgetOpened } from '../domain/eventPublisher.ts';
import type { PresentUsers } from '../presence/presence.ts';
import type { Account, ContactRow, Inbox, MessageRow } from '../store/tables/schema.ts';
import { presentPushConversation, type ConversationDetails, type MessageDetails } from './conversation.ts';
import type { MessageRelations } from './messageParts.ts';
import { iso } from './times.ts';

const MESSAGE_TYPES: Record<MessageType, string> = {
	[MessageType.INCOMING]: 'incoming',
	[MessageType.OUTGOING]: 'outgoing',
	[MessageType.ACTIVITY]: 'activity',
	[MessageType.TEMPLATE]: 'template',
};

export type Place = { account: Pick<Account, 'id' | 'name'>; inbox: Pick<Inbox, 'id' | 'name'> };

export function presentWebhookMessage(
	message: MessageRow,
	{ relations }: MessageDetails,
	conversation: ConversationDetails,
	{ account, inbox }: Place,
	present: PresentUsers,
): object {
	const attachments = relations.attachments.get(message.id);
	return {
		account: named(account),
		additional_attributes: message.additional_attributes,
		content_attributes: message.content_attributes,
		content_type: message.content_type,
		content: message.content,
		conversation: presentWebhookConversation(conversation, present),
		created_at: iso(message.created_at),
		id: message.id,
		inbox: named(inbox),
		message_type: MESSAGE_TYPES[message.message_type],
		private: message.private,
		sender: senderOf(relations, message, account),
		source_id: message.source_id,
		...(attachments ? { attachments } : {}),
	};
}

/** The same conversation as in realtime events, without its account. */
export function presentWebhookConversation(details: ConversationDetails, present: PresentUsers): object {
	const { account_id: _accountId, ...conversation } = presentPushConversation(details, present);
	return conversation;
}

export function presentWidgetOpened(
	{ channel, session, contact, eventInfo }: WidgetOpened,
	details: ConversationDetails | undefined,
	present: PresentUsers,
): object {
	return {
		id: session.id,
		contact: presentWebhookContact(contact, channel.account),
		inbox: named(channel.inbox),
		account: named(channel.account),
		current_conversation: details ? presentWebhookConversation(details, present) : null,
		source_id: session.source_id,
		event_info: eventInfo,
	};
}

export function presentWebhookContact(contact: ContactRow, account: Place['account']): object {
	return {
		account: named(account),
		additional_attributes: contact.additional_attributes,
		avatar: contact.avatar_url,
		custom_attributes: contact.custom_attributes,
		email: contact.email,
		id: contact.id,
		identifier: contact.identifier,
		name: contact.name,
		phone_number: contact.phone_number,
		thumbnail: contact.avatar_url,
		blocked: contact.blocked,
	};
}

/** Chatwoot's form: a list of objects with one column each. */
export function changesOf(before: ContactRow, after: ContactRow): object[] {
	const current = presentStored(after);
	return Object.entries(presentStored(before)).flatMap(([column, previous_value]) => {
		const current_value = current[column];
		return isDeepStrictEqual(previous_value, current_value) ? [] : [{ [column]: { previous_value, current_value } }];
	});
}

function presentStored({ id: _id, account_id: _account, updated_at, ...facts }: ContactRow): Record<string, unknown> {
	return { ...facts, updated_at: iso(updated_at) };
}

function senderOf(
	{ members, contacts, bots }: MessageRelations,
	{ sender_type, sender_id }: MessageRow,
	account: Place['account'],
): object | null {
	if (sender_type === null || sender_id === null) return null;
	switch (sender_type) {
		case 'Contact': {
			const contact = contacts.get(sender_id);
			return contact ? presentWebhookContact(contact, account) : null;
		}
		case 'User': {
			const member = members.get(sender_id);
			return member ? { id: sender_id, name: member.name, email: member.email, type: 'user' } : null;
		}
		case 'AgentBot': {
			const bot = bots.get(sender_id);
			return bot ? { id: bot.id, name: bot.name, type: 'agent_bot' } : null;
		}
	}
}

function named({ id, name }: { id: number; name: string }): { id: number; name: string } {
	return { id, name };
}
