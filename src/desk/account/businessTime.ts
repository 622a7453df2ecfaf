import { DAY, MINUTE } from '#protocol/base/duration.ts';
import { knownTimeZone } from '#protocol/base/timeZone.ts';
import { openingHours, readClock } from '#protocol/entities/businessHours.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';

/** What tells how soon a website answers. */
export type ReplyPromise = Pick<TeamInbox, 'reply_time' | 'working_hours_enabled' | 'working_hours' | 'timezone'>;

/**
 * Whether a visitor has waited longer than the website promises, by its business hours. A day is
 * one on which the team is there at all; of shorter times only the hours count. Where the clocks
 * are put forward or back, it is an hour more or less. Moments are milliseconds since the epoch.
 *
 * @param promised in milliseconds
 */
export function isOverdueInHours(
	{ reply_time, working_hours: hours, timezone }: ReplyPromise,
	promised: number,
	since: number,
	now: number,
): boolean {
	const timeZone = knownTimeZone(timezone);
	let left = promised;
	let closed = 0;
	// A team that is never there is never late.
	for (let at = since; at < now && closed < 7;) {
		const { weekday, minute } = readClock(timeZone, at);
		const midnight = at - (at % MINUTE) - minute * MINUTE;
		const day = openingHours({ hours }, weekday);
		const { from, to } = day && reply_time === 'in_a_day' ? { from: 0, to: 24 * 60 - 1 } : (day ?? { from: 0, to: -1 });
		left -= Math.max(0, Math.min(now, midnight + (to + 1) * MINUTE) - Math.max(at, midnight + from * MINUTE));
		if (left < 0) return true;
		closed = day ? 0 : closed + 1;
		at = midnight + DAY;
	}
	return false;
}
