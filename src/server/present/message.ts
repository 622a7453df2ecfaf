/**
 * Messages as the wire shows them (docs/wire.md, Messages and Realtime; docs/application-api.md,
 * Objects).
 */
import type { Attributes } from '#protocol/entities/attributes.ts';
import { MessageType, type Message, type PushMessage } from '#protocol/entities/entities.ts';
import { omitAttributes } from '../domain/contacts/attributes.ts';
import type { ConversationRow, MessageRow } from '../store/tables/schema.ts';
import type { MessageParts } from './messageParts.ts';
import { iso, seconds } from './times.ts';

/** The facts of its conversation that a message contains. */
export interface MessageContext {
	conversation: ConversationRow;
	/** Source id of the conversation's session. */
	sourceId: string;
	unreadCount: number;
}

/**
 * The message without the mail that it came or went by: another person's address may be in it, and
 * other conversations in what it quotes.
 */
export function messageForVisitor(message: MessageRow): MessageRow {
	const content_attributes = attributesForVisitor(message.content_attributes);
	return content_attributes === message.content_attributes ? message : { ...message, content_attributes };
}

const MAILED = ['email', 'cc_email', 'bcc_email', 'to_emails', 'cc_emails', 'external_error'];

export function attributesForVisitor(attributes: Attributes): Attributes {
	if (!MAILED.some((name) => attributes[name] !== undefined)) return attributes;
	return omitAttributes(attributes, MAILED);
}

export function changesForVisitor(changes: PushMessage['previous_changes']): PushMessage['previous_changes'] {
	const [before, after] = changes?.['content_attributes'] ?? [];
	if (before === undefined) return changes;
	const [shownBefore, shownAfter] = [before as Attributes, after as Attributes].map(attributesForVisitor);
	return { ...changes, content_attributes: [shownBefore, shownAfter] };
}

/** The message as lists show it to the visitor. */
export function presentVisitorMessage(message: MessageRow, displayId: number, parts: MessageParts): Message {
	return {
		id: message.id,
		content: message.content,
		message_type: message.message_type,
		content_type: message.content_type,
		content_attributes: { in_reply_to: null, ...attributesForVisitor(message.content_attributes) },
		created_at: seconds(message.created_at),
		conversation_id: displayId,
		// Whether the team has read it.
		...(message.message_type === MessageType.INCOMING ? { status: message.status } : {}),
		...echoOf(message),
		...parts,
	};
}

/** The message as the visitor gets it back after sending it. */
export function presentCreatedMessage(message: MessageRow, displayId: number, parts: MessageParts): Message {
	return {
		...presentVisitorMessage(message, displayId, parts),
		inbox_id: message.inbox_id,
		private: message.private,
		source_id: message.source_id,
	};
}

/** The message as the team's REST routes show it. */
export function presentTeamMessage(message: MessageRow, displayId: number, parts: MessageParts): Message {
	return {
		id: message.id,
		content: message.content,
		inbox_id: message.inbox_id,
		conversation_id: displayId,
		message_type: message.message_type,
		content_type: message.content_type,
		status: message.status,
		content_attributes: message.content_attributes,
		created_at: seconds(message.created_at),
		private: message.private,
		source_id: message.source_id,
		...echoOf(message),
		...parts,
	};
}

export function presentPushMessage(message: MessageRow, context: MessageContext, parts: MessageParts): PushMessage {
	return {
		...presentTeamMessage(message, context.conversation.display_id, parts),
		account_id: message.account_id,
		inbox_id: message.inbox_id,
		updated_at: iso(message.updated_at),
		...(message.answered_at === null ? {} : { answered_at: iso(message.answered_at) }),
		private: message.private,
		status: message.status,
		content_type: message.content_type,
		sender_type: message.sender_type,
		sender_id: message.sender_id,
		additional_attributes: message.additional_attributes,
		processed_message_content: message.content,
		conversation: {
			assignee_id: context.conversation.assignee_id,
			unread_count: context.unreadCount,
			last_activity_at: seconds(context.conversation.last_activity_at),
			contact_inbox: { source_id: context.sourceId },
		},
	};
}

function echoOf(message: MessageRow): Pick<Message, 'echo_id'> {
	return message.echo_id === null ? {} : { echo_id: message.echo_id };
}
