/** Arranges messages for reading: a line between days, and one author's consecutive messages together. */
import { MessageType, type Message } from '#protocol/entities.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { isOfOneSender, layOut } from '#models/timeline.ts';

export type TimelineItem =
	| { kind: 'day'; key: string; at: number }
	| { kind: 'activity'; key: string; message: Message }
	/** `isFirst`: another author's message is before it, or a pause, so name and time are shown. */
	| { kind: 'message'; key: string; message: Message; replyTo: number | undefined; isFirst: boolean };

/** After this many seconds the same author's next message gets its own name and time. */
const PAUSE = 300;

export function arrangeTimeline(messages: readonly ShownMessage[]): TimelineItem[] {
	return messages.flatMap(({ key, stored: message, replyTo }, index) => {
		if (!message) return [];
		const { startsDay, isFirstOfRun } = layOut(messages, index, isContinued);
		const item: TimelineItem =
			message.message_type === MessageType.ACTIVITY
				? { kind: 'activity', key, message }
				: { kind: 'message', key, message, replyTo, isFirst: isFirstOfRun };
		return startsDay === undefined ? [item] : [{ kind: 'day', key: `day ${key}`, at: startsDay }, item];
	});
}

export type Receipt = 'sent' | 'delivered' | 'read';

/**
 * What became of the team's messages: the last one to the visitor that they have read, and the last one of all. Message id →
 * state.
 *
 * @param lastSeenId id of the newest message that the visitor has seen
 */
export function receiptsOf(messages: readonly Message[], lastSeenId: number): ReadonlyMap<number, Receipt> {
	const isToVisitor = (message: Message) => message.message_type === MessageType.OUTGOING && !message.private;
	const last = messages.findLast(isToVisitor);
	const read = messages.findLast((message) => message.id <= lastSeenId && isToVisitor(message));
	const receipts = new Map<number, Receipt>();
	if (last) receipts.set(last.id, last.status === 'delivered' ? 'delivered' : 'sent');
	if (read) receipts.set(read.id, 'read');
	return receipts;
}

function isContinued(before: ShownMessage, message: ShownMessage): boolean {
	return (
		isOfOneSender(before, message) &&
		before.stored?.message_type === message.stored?.message_type &&
		before.stored?.private === message.stored?.private &&
		message.createdAt - before.createdAt < PAUSE
	);
}
