import { useAtomValue } from 'jotai/react';
import { useMemo } from 'react';
import { DAY, HOUR, MINUTE } from '#protocol/base/duration.ts';
import { knownTimeZone } from '#protocol/base/timeZone.ts';
import { openingHours, readClock, type Schedule } from '#protocol/entities/businessHours.ts';
import type { ReplyTime } from '#protocol/entities/channel.ts';
import { websitesAtom } from '../account/account.ts';
import { startOfToday } from '../common/time.ts';
import { viewAtom } from './chosenView.ts';
import type { Conversation } from './conversation.ts';

/** What the rows of a list tell beside visitor and preview: only what differs within the list. */
export interface RowFacts {
	/** Inbox's id → the website's name; empty where all conversations are of one website. */
	websites: ReadonlyMap<number, string>;
	/** Inbox's id → what its website promises. */
	promises: ReadonlyMap<number, ReplyPromise>;
	hasAssignees: boolean;
	/** Whether the rows have a third line: all of them or none, since they are of one height. */
	hasThirdLine: boolean;
	/** When the day began by which times are written, in milliseconds since the epoch. */
	today: number;
}

/** Within which time a website promises an answer. */
export interface ReplyPromise extends Schedule {
	replyTime: ReplyTime;
	/** Whether it has business hours: only then does the time pass. */
	hasHours: boolean;
}

/** What visitors may take the words of the website for, in milliseconds. */
const PROMISED: Record<ReplyTime, number> = {
	in_a_few_minutes: 10 * MINUTE,
	in_a_few_hours: 4 * HOUR,
	in_a_day: DAY,
};

/**
 * Whether a visitor has waited longer than the website promises. A day is one on which the team is
 * there at all; of shorter times only the business hours count. Where the clocks are put forward or
 * back, it is an hour more or less. Milliseconds since the epoch.
 */
export function isOverdue({ replyTime, hasHours, timeZone, hours }: ReplyPromise, since: number, now: number): boolean {
	let left = PROMISED[replyTime];
	if (!hasHours) return now - since > left;
	let closed = 0;
	// A team that is never there is never late.
	for (let at = since; at < now && closed < 7;) {
		const { weekday, minute } = readClock(timeZone, at);
		const midnight = at - (at % MINUTE) - minute * MINUTE;
		const day = openingHours({ hours }, weekday);
		const { from, to } = day && replyTime === 'in_a_day' ? { from: 0, to: 24 * 60 - 1 } : (day ?? { from: 0, to: -1 });
		left -= Math.max(0, Math.min(now, midnight + (to + 1) * MINUTE) - Math.max(at, midnight + from * MINUTE));
		if (left < 0) return true;
		closed = day ? 0 : closed + 1;
		at = midnight + DAY;
	}
	return false;
}

export function useRowFacts(conversations: readonly Conversation[]): RowFacts {
	const inboxes = useAtomValue(websitesAtom);
	const { assignee, inboxId } = useAtomValue(viewAtom);
	const areWebsitesMixed = inboxes.length > 1 && inboxId === undefined;
	const hasAssignees = assignee === 'all';
	const hasThirdLine = areWebsitesMixed || conversations.some((conversation) => conversation.labels.length > 0);
	const today = startOfToday();
	return useMemo(
		() => ({
			websites: new Map(areWebsitesMixed ? inboxes.map(({ id, name }) => [id, name]) : []),
			promises: new Map(
				inboxes.map(({ id, reply_time, working_hours_enabled, working_hours, timezone }) => [
					id,
					{
						replyTime: reply_time,
						hasHours: working_hours_enabled,
						hours: working_hours,
						timeZone: knownTimeZone(timezone),
					},
				]),
			),
			hasAssignees,
			hasThirdLine,
			today,
		}),
		[inboxes, areWebsitesMixed, hasAssignees, hasThirdLine, today],
	);
}
