// chunk: shared
/**
 * A week of business hours: whether it is open now, and how long until it opens (docs/wire.md,
 * Working hours). Moments are milliseconds since the epoch.
 */
import type { WorkingHours } from './channel.ts';
import { MINUTE } from '../base/duration.ts';
import { utcOffsetAt } from '../base/timeZone.ts';

export interface Schedule {
	/** At most one entry per weekday, in any order. A weekday without an entry is open all day. */
	hours: readonly WorkingHours[];
	/**
	 * IANA name of the zone whose clock the hours go by. This machine has to know it: see
	 * `knownTimeZone`.
	 */
	timeZone: string;
}

export type TimeLeft =
	| { kind: 'relative'; count: number; unit: 'minute' | 'hour' | 'day' }
	/** The moment of opening, today or tomorrow. */
	| { kind: 'time'; at: number; isTomorrow: boolean }
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

/**
 * How long it is until the hours begin again. `now` has to be a moment at which they are closed.
 */
export function timeLeftAt(schedule: Schedule, now: number): TimeLeft {
	const { weekday, minute } = readClock(schedule.timeZone, now);
	// The last day tried is this weekday again, a week later.
	for (let days = 0; days <= DAYS_PER_WEEK; days++) {
		const next = (weekday + days) % DAYS_PER_WEEK;
		const day = openingHours(schedule, next);
		if (!day || (days === 0 && day.from <= minute)) continue;
		return timeLeft(now, openingMoment(schedule.timeZone, now, days, day.from), days, next);
	}
	return { kind: 'unknown' };
}

const DAYS_PER_WEEK = 7;

/**
 * Puts the wait into words. The wait is elapsed time, so a change of the clocks does not lengthen
 * it: minutes below one hour, in steps of five; whole hours below three hours; the opening time
 * below a day. A later day is named by its weekday, and today's weekday a week later by "7 days".
 */
function timeLeft(now: number, at: number, days: number, weekday: number): TimeLeft {
	const minutes = Math.ceil((at - now) / MINUTE);
	if (minutes < 60) return { kind: 'relative', count: Math.ceil(minutes / 5) * 5, unit: 'minute' };
	if (minutes < 180) return { kind: 'relative', count: Math.ceil(minutes / 60), unit: 'hour' };
	if (days === 0 || (days === 1 && minutes < MINUTES_PER_DAY)) return { kind: 'time', at, isTomorrow: days === 1 };
	if (days === DAYS_PER_WEEK) return { kind: 'relative', count: days, unit: 'day' };
	return { kind: 'weekday', weekday };
}

/**
 * First and last minute of the day that are open; undefined on a closed day, even if that day
 * stores hours.
 */
export function openingHours(
	{ hours }: Pick<Schedule, 'hours'>,
	weekday: number,
): { from: number; to: number } | undefined {
	const entry = hours.find(({ day_of_week }) => day_of_week === weekday);
	if (!entry || entry.open_all_day) return { from: 0, to: MINUTES_PER_DAY - 1 };
	const { closed_all_day, open_hour, open_minutes, close_hour, close_minutes } = entry;
	if (closed_all_day || open_hour === null || close_hour === null) return undefined;
	const from = open_hour * 60 + (open_minutes ?? 0);
	const to = close_hour * 60 + (close_minutes ?? 0);
	return from <= to ? { from, to } : undefined;
}

/**
 * The moment, still to come, at which the clock shows `minute` of the day that is `days` days away.
 */
function openingMoment(timeZone: string, now: number, days: number, minute: number): number {
	const thisMinute = localMinute(timeZone, now);
	const wanted = thisMinute - (thisMinute % MINUTES_PER_DAY) + days * MINUTES_PER_DAY + minute;
	const asClocksStand = (wanted - utcOffsetAt(timeZone, now)) * MINUTE;
	// The clocks may be put forward or back between now and then.
	let at = (wanted - utcOffsetAt(timeZone, asClocksStand)) * MINUTE;
	// Where the clocks skip that very minute, the hours begin with the first minute that they do
	// show.
	while (localMinute(timeZone, at) < wanted) at += MINUTE;
	return at;
}

/** The weekday (0 is Sunday) and the minute of the day that the zone's clock shows. */
export function readClock(timeZone: string, at: number): { weekday: number; minute: number } {
	const local = localMinute(timeZone, at);
	return { weekday: new Date(local * MINUTE).getUTCDay(), minute: local % MINUTES_PER_DAY };
}

/** The local date and time as one number: minutes since the local clock showed the epoch. */
function localMinute(timeZone: string, at: number): number {
	return Math.floor(at / MINUTE) + utcOffsetAt(timeZone, at);
}

const MINUTES_PER_DAY = 24 * 60;
