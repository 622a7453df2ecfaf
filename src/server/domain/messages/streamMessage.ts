/**
 * Messages that are written piece by piece, such as the answer of a language model
 * (docs/application-api.md, Messages).
 */
import { hasAtMost } from '#protocol/base/characters.ts';
import { CONTENT_MAX } from '#protocol/base/limits.ts';
import { Problem } from '../../base/problem.ts';
import type { ConversationRow, MessageRow, MessageStream } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { deleteMessage } from './deleteMessage.ts';
import { senderOf, type Writer } from './writer.ts';

/** Pieces of one message that a bot writes piece by piece. */
export const STREAM_PIECES_MAX = 2_000;

export interface Piece {
	content: string;
	/** Where it begins in the text, in UTF-16 units; undefined: at its end, wherever that is. */
	position: number | undefined;
}

/**
 * Answers where the text ends now. A piece that is there already is not stored again. Throws
 * NOT_FOUND for another sender's message, STREAM_OVER, STREAM_POSITION, STREAM_TOO_LONG and
 * STREAM_PIECES.
 */
export async function appendPiece(
	store: Repositories,
	publish: EventPublisher,
	{ writer, conversation, messageId }: { writer: Writer; conversation: ConversationRow; messageId: number },
	{ content, position: given }: Piece,
): Promise<number> {
	const message = await findOwn(store, writer, conversation, messageId);
	const stream = await store.messageStreams.find(messageId);
	if (!stream) throw new Problem({ code: 'STREAM_OVER' });
	const text = textOf(stream);
	const position = given ?? text.length;
	if (isRepeated(text, content, position)) return text.length;
	if (position !== text.length) throw new Problem({ code: 'STREAM_POSITION', position: text.length });
	if (stream.pieces >= STREAM_PIECES_MAX) throw new Problem({ code: 'STREAM_PIECES', maximum: STREAM_PIECES_MAX });
	if (!hasAtMost(CONTENT_MAX, text + content)) throw new Problem({ code: 'STREAM_TOO_LONG', maximum: CONTENT_MAX });
	const { whole, half } = splitHalf(text.slice(stream.position) + content);
	if (!(await store.messageStreams.append(stream, whole, half)))
		return endOfOther(await store.messageStreams.find(messageId), content, position);
	if (whole !== '') await publish.messageAppended(conversation, message, { content: whole, position: stream.position });
	return position + content.length;
}

/** What the pieces had together, also the first half of a character. */
function textOf({ content, half }: MessageStream): string {
	return half === 0 ? content : content + String.fromCharCode(half);
}

/** Pieces may end anywhere: the first half of a character waits for the next piece. */
export function splitHalf(text: string): { whole: string; half: number } {
	const isCut = /[\uD800-\uDBFF]$/.test(text);
	return {
		whole: (isCut ? text.slice(0, -1) : text).toWellFormed(),
		half: isCut ? text.charCodeAt(text.length - 1) : 0,
	};
}

/**
 * Another process may just have stored the same piece. Otherwise throws STREAM_POSITION, or
 * STREAM_OVER.
 */
function endOfOther(stream: MessageStream | undefined, content: string, position: number): number {
	if (!stream) throw new Problem({ code: 'STREAM_OVER' });
	const text = textOf(stream);
	if (isRepeated(text, content, position)) return text.length;
	throw new Problem({ code: 'STREAM_POSITION', position: text.length });
}

/** An empty piece, as a sign of life, is a repetition at the end of the text. */
function isRepeated(text: string, content: string, position: number): boolean {
	return text.slice(position, position + content.length) === content && content !== '';
}

/** The conversation has to be locked. A message that is finished already stays as it is. */
export async function finishOwnStream(
	store: Repositories,
	publish: EventPublisher,
	{ writer, conversation, messageId }: { writer: Writer; conversation: ConversationRow; messageId: number },
): Promise<MessageRow> {
	return finishStream(store, publish, conversation, await findOwn(store, writer, conversation, messageId));
}

/**
 * Stores the whole text in the message. One that has remained empty is deleted. The conversation
 * has to be locked.
 */
export async function finishStream(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	message: MessageRow,
): Promise<MessageRow> {
	const stream = await store.messageStreams.take(message.id);
	if (!stream) return message;
	if (stream.content.trim() === '') return (await deleteMessage(store, publish, conversation, message)).message;
	const { streaming: _, ...content_attributes } = message.content_attributes;
	const finished = await store.messages.update(message.id, { content: stream.content, content_attributes });
	await publish.messagesUpdated(conversation, [finished], {
		content_attributes: [message.content_attributes, content_attributes],
	});
	return finished;
}

async function findOwn(
	store: Repositories,
	writer: Writer,
	conversation: ConversationRow,
	messageId: number,
): Promise<MessageRow> {
	const message = await store.messages.findInConversation(conversation.id, messageId);
	const sender = senderOf(writer);
	if (message?.sender_type !== sender.type || message.sender_id !== sender.id) throw new Problem({ code: 'NOT_FOUND' });
	return message;
}
