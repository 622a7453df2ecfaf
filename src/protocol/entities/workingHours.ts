/**
 * Forms of a week of working hours: rows with hours and minutes, as they are stored and Chatwoot's
 * API has them; days with minutes since midnight, with which editors reckon; and days with texts of
 * a 12-hour clock, as Chatwoot's editor has them.
 */
import * as v from 'valibot';
import type { WorkingHours } from './channel.ts';

export type DayState = 'hours' | 'open' | 'closed';

/** A day of the week. */
export interface Day {
	/** 0 is Sunday. */
	day: number;
	state: DayState;
	/** Minutes since midnight. */
	from: number;
	to: number;
}

/**
 * A day as Chatwoot's editor has it. It is closed where `from` or `to` is blank, and it is not open
 * all day.
 */
export const ChatwootDay = v.object({
	/** 0 is Sunday. */
	day: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
	/** Such as `09:30 AM`. */
	from: v.string(),
	to: v.string(),
	/** Whether it has times; ignored when it is written. */
	valid: v.boolean(),
	openAllDay: v.boolean(),
});
export type ChatwootDay = v.InferOutput<typeof ChatwootDay>;

/** Minutes between two choices of a time. */
const STEP = 15;
const MINUTES_PER_DAY = 24 * 60;
const LAST_MINUTE = MINUTES_PER_DAY - 1;
/** What a day gets that is opened and had no times. */
const USUAL = { from: 9 * 60, to: 17 * 60 };

/**
 * The minutes that a list of times offers: every quarter of an hour, the last minute of the day,
 * and the one that is chosen.
 */
export function timesWith(chosen: number): number[] {
	const steps = Array.from({ length: MINUTES_PER_DAY / STEP }, (_, index) => index * STEP);
	return [...new Set([...steps, LAST_MINUTE, chosen])].toSorted((one, other) => one - other);
}

/** Whether the day ends after it begins; the server refuses any other. */
export function isValidDay({ state, from, to }: Day): boolean {
	return state !== 'hours' || from < to;
}

export function daysOf(hours: readonly WorkingHours[]): Day[] {
	return hours.map((one) => ({
		day: one.day_of_week,
		state: one.closed_all_day ? 'closed' : one.open_all_day ? 'open' : 'hours',
		from: minutesOf(one.open_hour, one.open_minutes) ?? USUAL.from,
		to: minutesOf(one.close_hour, one.close_minutes) ?? USUAL.to,
	}));
}

export function hoursOf(days: readonly Day[]): WorkingHours[] {
	return days.map(({ day, state, from, to }) => {
		const has = state === 'hours';
		return {
			day_of_week: day,
			open_hour: has ? Math.floor(from / 60) : null,
			open_minutes: has ? from % 60 : null,
			close_hour: has ? Math.floor(to / 60) : null,
			close_minutes: has ? to % 60 : null,
			closed_all_day: state === 'closed',
			open_all_day: state === 'open',
		};
	});
}

export function spokenDaysOf(hours: readonly WorkingHours[]): ChatwootDay[] {
	return daysOf(hours).map(({ day, state, from, to }) => {
		if (state === 'closed') return { day, from: '', to: '', valid: false, openAllDay: false };
		const isOpen = state === 'open';
		return {
			day,
			from: sayTime(isOpen ? 0 : from),
			to: sayTime(isOpen ? LAST_MINUTE : to),
			valid: true,
			openAllDay: isOpen,
		};
	});
}

/** The day, or undefined where a time is none such as `09:30 AM`. */
export function readSpokenDay({ day, from, to, openAllDay }: Omit<ChatwootDay, 'valid'>): Day | undefined {
	if (openAllDay) return { ...USUAL, day, state: 'open' };
	if (!from.trim() || !to.trim()) return { ...USUAL, day, state: 'closed' };
	const [start, end] = [readTime(from), readTime(to)];
	return start === undefined || end === undefined ? undefined : { day, state: 'hours', from: start, to: end };
}

/** Such as `09:30 AM`. */
function sayTime(minutes: number): string {
	const hour = Math.floor(minutes / 60);
	const digits = [hour % 12 || 12, minutes % 60].map((part) => String(part).padStart(2, '0'));
	return `${digits.join(':')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Minutes since midnight; undefined for any other text. */
function readTime(text: string): number | undefined {
	const [, hour, minutes, half] = /^(0?[1-9]|1[0-2]):([0-5]\d) ?([AP])M$/i.exec(text.trim()) ?? [];
	if (half === undefined) return undefined;
	return ((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + Number(minutes);
}

function minutesOf(hour: number | null, minutes: number | null): number | undefined {
	return hour === null ? undefined : hour * 60 + (minutes ?? 0);
}
