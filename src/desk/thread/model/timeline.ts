/**
 * Arranges messages for reading: a line between days, and one author's consecutive messages
 * together.
 */
import { MessageType, type Message } from '#protocol/entities/entities.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { isOfOneSender, layOut } from '#models/timeline.ts';

export type TimelineItem =
	| { kind: 'day'; key: string; at: number }
	/**
	 * What was done with the conversation, the oldest first, by whomever: many lines of it between
	 * two messages are folded.
	 */
	| { kind: 'activity'; key: string; messages: Message[] }
	/** `isFirst`: another author's message is before it, or a pause, so name and time are shown. */
	| { kind: 'message'; key: string; message: Message; replyTo: number | undefined; isFirst: boolean };

/** After this many seconds the same author's next message gets its own name and time. */
const PAUSE = 300;

export function arrangeTimeline(messages: readonly ShownMessage[]): TimelineItem[] {
	const items: TimelineItem[] = [];
	for (const [index, { key, stored: message, replyTo }] of messages.entries()) {
		if (!message) continue;
		const { startsDay, isFirstOfRun } = layOut(messages, index, isContinued);
		if (startsDay !== undefined) items.push({ kind: 'day', key: `day ${key}`, at: startsDay });
		const before = items.at(-1);
		if (message.message_type !== MessageType.ACTIVITY)
			items.push({ kind: 'message', key, message, replyTo, isFirst: isFirstOfRun });
		else if (before?.kind === 'activity') before.messages.push(message);
		else items.push({ kind: 'activity', key, messages: [message] });
	}
	return items;
}

export type Receipt = 'sent' | 'delivered' | 'read';

/**
 * What became of the team's messages: the last one to the visitor that they have read, and the last
 * one of all. Message id → state.
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
