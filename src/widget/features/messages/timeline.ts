/** The conversation as it is laid out: days, and runs of messages by one sender. */
import dayjs from 'dayjs';
import type { ShownMessage } from './shownMessage.ts';

export interface Row {
	/** Seconds since the epoch; set on a day's first message. */
	startsDay: number | undefined;
	isFirstOfRun: boolean;
	isLastOfRun: boolean;
}

/** How the message at `index` is laid out. A run is what one sender wrote in a row on one day of the visitor's calendar. */
export function layOut(messages: readonly ShownMessage[], index: number): Row {
	const [before, message, after] = [messages[index - 1], messages[index], messages[index + 1]];
	return {
		startsDay: message && !isOneDay(before, message) ? message.createdAt : undefined,
		isFirstOfRun: !isOneRun(before, message),
		isLastOfRun: !isOneRun(message, after),
	};
}

/** Whole days from the day of `seconds` to the day of `now`: 0 is today, 1 yesterday. */
export function daysAgo(seconds: number, now: number): number {
	return dayjs.unix(now).startOf('day').diff(dayjs.unix(seconds).startOf('day'), 'day');
}

/** How many messages of the team came after the one with that id. Looks at no others. */
export function countFromTeamAfter(messages: readonly ShownMessage[], id: number): number {
	const end = messages.findLastIndex(({ stored }) => stored !== undefined && stored.id <= id);
	return messages.slice(end + 1).filter(({ isFromVisitor }) => !isFromVisitor).length;
}

function isOneRun(one: ShownMessage | undefined, other: ShownMessage | undefined): boolean {
	if (!one || !other || one.isFromVisitor !== other.isFromVisitor || !isOneDay(one, other)) return false;
	return one.isFromVisitor || (one.sender?.type === other.sender?.type && one.sender?.id === other.sender?.id);
}

function isOneDay(one: ShownMessage | undefined, other: ShownMessage): boolean {
	return one !== undefined && dayjs.unix(one.createdAt).isSame(dayjs.unix(other.createdAt), 'day');
}
