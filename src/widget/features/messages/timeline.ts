/** The conversation as it is laid out: days, and runs of messages by one sender. */
import dayjs from 'dayjs';
import type { ShownMessage } from './messages.ts';

export interface Row {
	message: ShownMessage;
	/** Seconds since the epoch; set on a day's first message. */
	startsDay: number | undefined;
	isFirstOfRun: boolean;
	isLastOfRun: boolean;
}

/** A run is what one sender wrote in a row on one day of the visitor's calendar. */
export function layOut(messages: readonly ShownMessage[]): Row[] {
	return messages.map((message, index) => {
		const isFirstOfRun = !isOneRun(messages[index - 1], message);
		const isFirstOfDay = !isOneDay(messages[index - 1], message);
		return {
			message,
			startsDay: isFirstOfDay ? message.createdAt : undefined,
			isFirstOfRun,
			isLastOfRun: !isOneRun(message, messages[index + 1]),
		};
	});
}

/** Whole days from the day of `seconds` to the day of `now`: 0 is today, 1 yesterday. */
export function daysAgo(seconds: number, now: number): number {
	return dayjs.unix(now).startOf('day').diff(dayjs.unix(seconds).startOf('day'), 'day');
}

function isOneRun(one: ShownMessage | undefined, other: ShownMessage | undefined): boolean {
	if (!one || !other || one.isFromVisitor !== other.isFromVisitor || !isOneDay(one, other)) return false;
	return one.isFromVisitor || (one.sender?.type === other.sender?.type && one.sender?.id === other.sender?.id);
}

function isOneDay(one: ShownMessage | undefined, other: ShownMessage): boolean {
	return one !== undefined && dayjs.unix(one.createdAt).isSame(dayjs.unix(other.createdAt), 'day');
}
