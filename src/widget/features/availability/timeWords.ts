/** Times in words, in any language and without glue of our own. `locale` is ours, such as `pt_BR`. */
import { languageTag } from '#protocol/locales.ts';
import { DAY } from '#protocol/duration.ts';
import { utcOffsetAt } from '#protocol/timeZone.ts';

/** Whether the browser has them in that language: Chromium, for one, knows no Icelandic. */
export function hasTimeWords(locale: string): boolean {
	const tag = languageTag(locale);
	return [Intl.RelativeTimeFormat, Intl.DateTimeFormat].every((format) => format.supportedLocalesOf(tag).length > 0);
}

/** Such as "in 3 hours". */
export function relativeTime(locale: string, count: number, unit: Intl.RelativeTimeFormatUnit): string {
	return new Intl.RelativeTimeFormat(languageTag(locale), { numeric: 'auto' }).format(count, unit);
}

/** Such as "09:00 AM": what the clock of that zone shows, and the zone's name where the visitor's own shows something else. */
export function clockTime(locale: string, at: number, timeZone: string): string {
	const isOwnTime = utcOffsetAt(timeZone, at) === -new Date(at).getTimezoneOffset();
	return new Intl.DateTimeFormat(languageTag(locale), {
		hour: '2-digit',
		minute: '2-digit',
		timeZone,
		...(!isOwnTime && { timeZoneName: 'short' }),
	}).format(at);
}

/** Such as "Monday"; 0 is Sunday. */
export function weekdayName(locale: string, weekday: number): string {
	const format = new Intl.DateTimeFormat(languageTag(locale), { weekday: 'long', timeZone: 'UTC' });
	return format.format(FIRST_SUNDAY + weekday * DAY);
}

const FIRST_SUNDAY = Date.UTC(1970, 0, 4);
