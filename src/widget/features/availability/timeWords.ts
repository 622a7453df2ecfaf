/**
 * Times in words, by Intl alone, so that they are right in any language. `locale` is one of ours,
 * such as `pt_BR`.
 */
import { languageTag } from '#protocol/base/locales.ts';
import { DAY } from '#protocol/base/duration.ts';
import { utcOffsetAt } from '#protocol/base/timeZone.ts';

/**
 * Whether the browser has words for times in that language: Chromium, for one, has none in
 * Icelandic.
 */
export function hasTimeWords(locale: string): boolean {
	const tag = languageTag(locale);
	return [Intl.RelativeTimeFormat, Intl.DateTimeFormat].every((format) => format.supportedLocalesOf(tag).length > 0);
}

/** A duration such as "in 3 hours". */
export function relativeTime(locale: string, count: number, unit: Intl.RelativeTimeFormatUnit): string {
	return new Intl.RelativeTimeFormat(languageTag(locale), { numeric: 'auto' }).format(count, unit);
}

/**
 * A time such as "09:00 AM", as that zone's clock shows it. Where the visitor's clock shows
 * another, the zone's name is added.
 */
export function clockTime(locale: string, at: number, timeZone: string): string {
	const isOwnTime = utcOffsetAt(timeZone, at) === -new Date(at).getTimezoneOffset();
	return new Intl.DateTimeFormat(languageTag(locale), {
		hour: '2-digit',
		minute: '2-digit',
		timeZone,
		...(!isOwnTime && { timeZoneName: 'short' }),
	}).format(at);
}

/** A name such as "Monday"; 0 is Sunday. */
export function weekdayName(locale: string, weekday: number): string {
	const format = new Intl.DateTimeFormat(languageTag(locale), { weekday: 'long', timeZone: 'UTC' });
	return format.format(FIRST_SUNDAY + weekday * DAY);
}

const FIRST_SUNDAY = Date.UTC(1970, 0, 4);
