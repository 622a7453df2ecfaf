/** The layout of a conversation: its days, and runs of messages by one sender. */
import dayjs from 'dayjs';
import type { ShownMessage } from './shownMessage.ts';

export interface Row {
	/** Set on the first message of a day, in seconds since the epoch. */
	startsDay: number | undefined;
	isFirstOfRun: boolean;
	isLastOfRun: boolean;
}

/** Whether a message belongs to the same run as the one before, if both are of one day. */
type Continues = (before: ShownMessage, message: ShownMessage) => boolean;

/**
 * The layout of the message at `index`. A run is what one sender wrote in a row on one day of the
 * reader's calendar.
 */
export function layOut(messages: readonly ShownMessage[], index: number, continues: Continues = isOfOneSender): Row {
	const [before, message, after] = [messages[index - 1], messages[index], messages[index + 1]];
	return {
		startsDay: message && !isOneDay(before, message) ? message.createdAt : undefined,
		isFirstOfRun: !isOneRun(before, message, continues),
		isLastOfRun: !isOneRun(message, after, continues),
	};
}

/** Whole days between the day of `seconds` and the day of `now`: 0 is today, 1 yesterday. */
export function daysAgo(seconds: number, now: number): number {
	return dayjs.unix(now).startOf('day').diff(dayjs.unix(seconds).startOf('day'), 'day');
}

/** Counts the team's messages after the one with that id. Looks at no messages before it. */
export function countFromTeamAfter(messages: readonly ShownMessage[], id: number): number {
	const end = messages.findLastIndex(({ stored }) => stored !== undefined && stored.id <= id);
	return messages.slice(end + 1).filter(({ isFromVisitor }) => !isFromVisitor).length;
}

/**
 * There is only one visitor, so all messages of the visitor have one sender, even those still in
 * the outbox.
 */
export function isOfOneSender(one: ShownMessage, other: ShownMessage): boolean {
	if (one.isFromVisitor || other.isFromVisitor) return one.isFromVisitor === other.isFromVisitor;
	return one.sender?.type === other.sender?.type && one.sender?.id === other.sender?.id;
}

function isOneRun(one: ShownMessage | undefined, other: ShownMessage | undefined, continues: Continues): boolean {
	return one !== undefined && other !== undefined && isOneDay(one, other) && continues(one, other);
}

function isOneDay(one: ShownMessage | undefined, other: ShownMessage): boolean {
	return one !== undefined && dayjs.unix(one.createdAt).isSame(dayjs.unix(other.createdAt), 'day');
}
