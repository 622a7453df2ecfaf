/**
 * Formats times for agents. Times are seconds since the epoch; `locale` is one of ours, such as
 * `pt_BR`.
 */
import dayjs from 'dayjs';
import { languageTag } from '#protocol/base/locales.ts';

/** For the list: the time today, the weekday within a week, else the date. */
export function formatRecent(seconds: number, locale: string, now: Date = new Date()): string {
	const date = new Date(seconds * 1000);
	const days = daysBetween(date, now);
	if (days < 1) return format(locale, { hour: 'numeric', minute: '2-digit' }, date);
	if (days < 7) return format(locale, { weekday: 'short' }, date);
	const isThisYear = date.getFullYear() === now.getFullYear();
	return format(locale, isThisYear ? { day: 'numeric', month: 'short' } : { dateStyle: 'short' }, date);
}

/** For one message: the time. */
export function formatTime(seconds: number, locale: string): string {
	return format(locale, { hour: 'numeric', minute: '2-digit' }, new Date(seconds * 1000));
}

/** For a fact: date and time. */
export function formatMoment(seconds: number, locale: string): string {
	return format(locale, { dateStyle: 'medium', timeStyle: 'short' }, new Date(seconds * 1000));
}

/** For a time within the next days. */
export function formatWeekday(date: Date, locale: string): string {
	return format(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' }, date);
}

/** By this browser's clock, as fields of the type `datetime-local` have it. */
export function localInput(date: Date): string {
	return dayjs(date).format('YYYY-MM-DDTHH:mm');
}

/** The time now where clocks are `offset` minutes ahead of UTC. */
export function formatTimeAt(offset: number, locale: string, now: Date): string {
	return format(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' }, now, offset);
}

/** For the line between two days. */
export function formatDay(seconds: number, locale: string): string {
	return format(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, new Date(seconds * 1000));
}

/** Whole calendar days from one date to a later one, by this browser's clock. */
function daysBetween(earlier: Date, later: Date): number {
	return dayjs(later).startOf('day').diff(dayjs(earlier).startOf('day'), 'day');
}

/** By this browser's clock, in milliseconds since the epoch. */
export function startOfToday(): number {
	return new Date().setHours(0, 0, 0, 0);
}

/**
 * How long ago that was, in its largest unit, such as `12m` or `12 minutes`; undefined for less
 * than a minute.
 * @param now milliseconds since the epoch
 */
export function formatWait(
	since: number,
	locale: string,
	now: number,
	unitDisplay: 'narrow' | 'long',
): string | undefined {
	const minutes = Math.floor((now / 1000 - since) / 60);
	if (minutes < 1) return undefined;
	const [minutesEach, unit] = UNITS.find(([each]) => minutes >= each) ?? UNITS[2];
	const key = locale + unit + unitDisplay;
	const known = units.get(key) ?? new Intl.NumberFormat(languageTag(locale), { style: 'unit', unit, unitDisplay });
	units.set(key, known);
	return known.format(Math.floor(minutes / minutesEach));
}

const UNITS = [
	[1440, 'day'],
	[60, 'hour'],
	[1, 'minute'],
] as const;
const units = new Map<string, Intl.NumberFormat>();

/** For the attribute `datetime` of `<time>`. */
export function isoTime(seconds: number): string {
	return new Date(seconds * 1000).toISOString();
}

/**
 * They are kept: to make one takes the browser many times as long as to use it, and each row of the
 * list has a time.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Where clocks are `offset` minutes ahead of UTC, by default as this browser's clock is at that
 * time. The formats are those of UTC, since one without a time zone would keep that of the moment
 * when it was made.
 */
function format(
	locale: string,
	options: Intl.DateTimeFormatOptions,
	date: Date,
	offset: number = -date.getTimezoneOffset(),
): string {
	const key = locale + JSON.stringify(options);
	const known = formats.get(key) ?? new Intl.DateTimeFormat(languageTag(locale), { ...options, timeZone: 'UTC' });
	formats.set(key, known);
	return known.format(date.getTime() + offset * 60_000);
}
