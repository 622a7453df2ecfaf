import { isFromVisitor, type Message } from '#protocol/entities/entities.ts';
import type { OutboxEntry } from './outboxEntry.ts';

/** A message as the conversation shows it: from the server, or from the outbox. */
export interface ShownMessage {
	/** Key for React; it stays the same when a message from the outbox has been sent. */
	key: string;
	/** The server's message; undefined while it is in the outbox. */
	stored: Message | undefined;
	content: string;
	isFromVisitor: boolean;
	/** The writer, where the server says so. */
	sender: Message['sender'];
	/** Id of the message that this one answers. */
	replyTo: number | undefined;
	hasAttachments: boolean;
	/** Seconds since the epoch, by the device's clock until the message is sent. */
	createdAt: number;
	state: 'in_progress' | 'sent' | 'failed';
	/** A limit of the server makes it wait till then, in milliseconds since the epoch. */
	heldBackTill: number | undefined;
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
		heldBackTill: undefined,
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
		heldBackTill,
	};
}
