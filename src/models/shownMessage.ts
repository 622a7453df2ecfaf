import { isFromVisitor, type Message } from '#protocol/entities.ts';
import type { OutboxEntry } from './outboxEntry.ts';

/** A message as the conversation shows it: one that the server has, or one that is on its way. */
export interface ShownMessage {
	/** Stays the same when a message that is being sent becomes a sent one. */
	key: string;
	/** What the server has; undefined while the message is on its way. */
	stored: Message | undefined;
	content: string;
	isFromVisitor: boolean;
	/** Who wrote it, where the server says so. */
	sender: Message['sender'];
	/** Id of the message that this one answers. */
	replyTo: number | undefined;
	hasAttachments: boolean;
	/** Seconds since the epoch; of the visitor's own clock until the message is sent. */
	createdAt: number;
	state: 'in_progress' | 'sent' | 'failed';
	/** The server does not want it yet, after so many others. */
	isHeldBack: boolean;
}

export function showMessage(message: Message): ShownMessage {
	const { id, echo_id, content, sender, content_attributes, attachments = [], created_at } = message;
	const replyTo = content_attributes['in_reply_to'];
	return {
		key: echo_id ?? String(id),
		stored: message,
		content: content ?? '',
		isFromVisitor: isFromVisitor(message),
		sender,
		replyTo: typeof replyTo === 'number' ? replyTo : undefined,
		hasAttachments: attachments.length > 0,
		createdAt: created_at,
		state: 'sent',
		isHeldBack: false,
	};
}

export function showEntry({
	echoId,
	content,
	file,
	replyTo,
	queuedAt,
	state,
	heldBackTill,
}: OutboxEntry): ShownMessage {
	return {
		key: echoId,
		stored: undefined,
		content,
		isFromVisitor: true,
		sender: undefined,
		replyTo,
		hasAttachments: file !== undefined,
		createdAt: queuedAt / 1000,
		state,
		isHeldBack: heldBackTill !== undefined,
	};
}
