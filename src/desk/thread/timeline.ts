/** Arranges messages for reading: a line between days, and one writer's messages in a row together. */
import { MessageType, type Message } from '#protocol/entities.ts';
import { daysBetween } from '../common/time.ts';

export type TimelineItem =
	| { kind: 'day'; key: string; at: number }
	| { kind: 'activity'; key: string; message: Message }
	/** `isFirst`: the writer changed, or paused; name and time are shown again. */
	| { kind: 'message'; key: string; message: Message; isFirst: boolean };

/** Seconds after which the same writer's next message stands on its own. */
const PAUSE = 300;

export function arrangeTimeline(messages: readonly Message[]): TimelineItem[] {
	return messages.flatMap((message, index) => {
		const previous = messages[index - 1];
		const key = String(message.id);
		const item: TimelineItem =
			message.message_type === MessageType.ACTIVITY
				? { kind: 'activity', key, message }
				: { kind: 'message', key, message, isFirst: !previous || !isContinued(previous, message) };
		const day: TimelineItem = { kind: 'day', key: `day ${key}`, at: message.created_at };
		return previous && isSameDay(previous, message) ? [item] : [day, item];
	});
}

/** Id of the last message to the visitor that they have read, or undefined. `lastSeenId`: of the newest message that they have seen. */
export function lastReadId(messages: readonly Message[], lastSeenId: number): number | undefined {
	return messages.findLast(
		(message) => message.message_type === MessageType.OUTGOING && !message.private && message.id <= lastSeenId,
	)?.id;
}

function isContinued(previous: Message, message: Message): boolean {
	return (
		previous.message_type === message.message_type &&
		previous.private === message.private &&
		previous.sender?.type === message.sender?.type &&
		previous.sender?.id === message.sender?.id &&
		message.created_at - previous.created_at < PAUSE &&
		isSameDay(previous, message)
	);
}

function isSameDay(a: Message, b: Message): boolean {
	return daysBetween(new Date(a.created_at * 1000), new Date(b.created_at * 1000)) === 0;
}
