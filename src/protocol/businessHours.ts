/**
 * A week of business hours: whether they are on, and how long until they are again (specification section 4, "team
 * availability" and "time left until reopening"; wire-contract 6.1 and 6.2). Moments are milliseconds since the epoch.
 */
import type { WorkingHours } from './channel.ts';
import { MINUTE, utcOffsetAt } from './timeZone.ts';

export interface Schedule {
	/** At most one entry per weekday, in any order. A weekday without an entry is open all day. */
	hours: readonly WorkingHours[];
	/** Whose clock the hours go by: one that this machine knows. */
	timeZone: string;
}

export type TimeLeft =
	| { kind: 'relative'; count: number; unit: 'minute' | 'hour' | 'day' }
	/** The moment of opening. */
	| { kind: 'time'; at: number }
	/** 0 is Sunday. */
	| { kind: 'weekday'; weekday: number }
	/** It never opens. */
	| { kind: 'unknown' };

/** Both ends belong to the hours, so the whole closing minute is open. */
export function isOpenAt(schedule: Schedule, now: number): boolean {
	const { weekday, minute } = readClock(schedule.timeZone, now);
	const day = openingHours(schedule, weekday);
	return day !== undefined && day.from <= minute && minute <= day.to;
}

/** How long until it opens the next time; for a moment at which it is closed. */
export function timeLeftAt(schedule: Schedule, now: number): TimeLeft {
	const { weekday, minute } = readClock(schedule.timeZone, now);
	// The last one is this weekday again, a week later.
	for (let days = 0; days <= DAYS_PER_WEEK; days++) {
		const next = (weekday + days) % DAYS_PER_WEEK;
		const day = openingHours(schedule, next);
		if (!day) continue;
		if (days > 0) return laterThisWeek(days, next, minute <= day.from);
		if (minute < day.from) return laterToday(now, openingMoment(schedule.timeZone, now, day.from));
	}
	return { kind: 'unknown' };
}

const DAYS_PER_WEEK = 7;

/** Whole hours are counted below three of them, and minutes below one hour, in steps of five. */
function laterToday(now: number, opening: number): TimeLeft {
	const minutes = Math.ceil((opening - now) / MINUTE);
	if (minutes >= 180) return { kind: 'time', at: opening };
	if (minutes >= 60) return { kind: 'relative', count: Math.ceil(minutes / 60), unit: 'hour' };
	return { kind: 'relative', count: Math.ceil(minutes / 5) * 5, unit: 'minute' };
}

/** Days are counted while that many whole ones are left; tomorrow is tomorrow, and a week from now has today's name. */
function laterThisWeek(days: number, weekday: number, isWholeDays: boolean): TimeLeft {
	const isCounted = isWholeDays || days === 1 || days === DAYS_PER_WEEK;
	return isCounted ? { kind: 'relative', count: days, unit: 'day' } : { kind: 'weekday', weekday };
}

/** First and last minute of the day that are open; undefined on a closed day, whatever hours it stores. */
function openingHours({ hours }: Schedule, weekday: number): { from: number; to: number } | undefined {
	const entry = hours.find(({ day_of_week }) => day_of_week === weekday);
	if (!entry || entry.open_all_day) return { from: 0, to: 24 * 60 - 1 };
	const { closed_all_day, open_hour, open_minutes, close_hour, close_minutes } = entry;
	if (closed_all_day || open_hour === null || close_hour === null) return undefined;
	const from = open_hour * 60 + (open_minutes ?? 0);
	const to = close_hour * 60 + (close_minutes ?? 0);
	return from <= to ? { from, to } : undefined;
}

/** When the clock shows that minute of the present day, which is still to come. */
function openingMoment(timeZone: string, now: number, minute: number): number {
	const thisMinute = now - (now % MINUTE);
	const asClocksStand = thisMinute + (minute - readClock(timeZone, now).minute) * MINUTE;
	// They may be put forward or back before that.
	const shift = utcOffsetAt(timeZone, asClocksStand) - utcOffsetAt(timeZone, now);
	let at = asClocksStand - shift * MINUTE;
	// Put forward over that very minute: the hours begin with the first one that the clock does show.
	while (readClock(timeZone, at).minute < minute) at += MINUTE;
	return at;
}

/** Weekday (0 is Sunday) and minute of the day. */
function readClock(timeZone: string, at: number): { weekday: number; minute: number } {
	const local = new Date(at + utcOffsetAt(timeZone, at) * MINUTE);
	return { weekday: local.getUTCDay(), minute: local.getUTCHours() * 60 + local.getUTCMinutes() };
}
