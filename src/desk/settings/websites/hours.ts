/** Working hours as the form has them: a state and two times for each day. */
import type { WorkingHours } from '#protocol/channel.ts';
import { utcOffsetAt } from '#protocol/timeZone.ts';

export type DayState = 'hours' | 'open' | 'closed';

export interface Day {
	/** 0 is Sunday. */
	day: number;
	state: DayState;
	/** Minutes since midnight. */
	from: number;
	to: number;
}

/** Minutes between two choices of a time. */
const STEP = 15;
const LAST_MINUTE = 24 * 60 - 1;

/** Whether the day ends after it begins; the server refuses any other. */
export function isValidDay({ state, from, to }: Day): boolean {
	return state !== 'hours' || from < to;
}

export function daysOf(hours: readonly WorkingHours[]): Day[] {
	return hours.map((one) => ({
		day: one.day_of_week,
		state: one.closed_all_day ? 'closed' : one.open_all_day ? 'open' : 'hours',
		from: minutesOf(one.open_hour, one.open_minutes) ?? 9 * 60,
		to: minutesOf(one.close_hour, one.close_minutes) ?? 17 * 60,
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

/** The minutes that a list of times offers: every quarter of an hour, the last minute of the day, and the one that is chosen. */
export function timesWith(chosen: number): number[] {
	const steps = Array.from({ length: (24 * 60) / STEP }, (_, index) => index * STEP);
	return [...new Set([...steps, LAST_MINUTE, chosen])].toSorted((one, other) => one - other);
}

/** Every zone that the browser knows, with its offset now, from west to east. */
export function listZones(chosen: string, at: number): readonly (readonly [zone: string, text: string])[] {
	const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
	return [...zones]
		.map((zone) => ({ zone, offset: utcOffsetAt(zone, at) }))
		.toSorted((one, other) => one.offset - other.offset || (one.zone < other.zone ? -1 : 1))
		.map(({ zone, offset }) => [zone, `(GMT${formatOffset(offset)}) ${zone.replaceAll('_', ' ')}`]);
}

function formatOffset(minutes: number): string {
	const size = Math.abs(minutes);
	const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
	return `${minutes < 0 ? '−' : '+'}${digits.join(':')}`;
}

function minutesOf(hour: number | null, minutes: number | null): number | undefined {
	return hour === null ? undefined : hour * 60 + (minutes ?? 0);
}
