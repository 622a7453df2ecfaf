/** A conversation as the visitor sees it. */
import { type Message, MessageType } from '#protocol/entities/entities.ts';
import { emptyThread } from '#models/thread.ts';

/**
 * Whether a visitor may see a message: activity, private notes and deleted messages are left out.
 */
export function isForVisitor(message: Message): boolean {
	return (
		message.message_type !== MessageType.ACTIVITY &&
		message.private !== true &&
		message.content_attributes['deleted'] !== true
	);
}

export const NO_THREAD = emptyThread(isForVisitor);
