// chunk: shared
/**
 * What clocks in other zones show. Zones are IANA names such as `Asia/Kolkata`, or offsets such as
 * `+05:30`.
 */
import { DAY, MINUTE } from './duration.ts';

/** The first of these zones that this machine knows; UTC when it knows none. */
export function knownTimeZone(...candidates: readonly string[]): string {
	return candidates.find(isTimeZone) ?? 'UTC';
}

/** How many minutes a zone's clocks are ahead of UTC at a moment (milliseconds since the epoch). */
export function utcOffsetAt(timeZone: string, at: number): number {
	// Intl writes the offset as `GMT+05:30`, or as `GMT` alone.
	const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(formatOf(timeZone).format(at)) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

let latest: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

/**
 * Making a format takes a hundred times as long as using it, and many moments of one zone are asked
 * for in turn.
 */
function formatOf(timeZone: string): Intl.DateTimeFormat {
	if (latest?.timeZone !== timeZone)
		latest = { timeZone, format: new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }) };
	return latest.format;
}

/** Whether this machine knows the zone. */
export function isTimeZone(timeZone: string): boolean {
	try {
		utcOffsetAt(timeZone, 0);
		return true;
	} catch {
		return false;
	}
}

/**
 * When the day begins that a moment belongs to; where clocks skip midnight, with what comes after
 * it.
 */
export function startOfDay(timeZone: string, at: number): number {
	const ahead = utcOffsetAt(timeZone, at) * MINUTE;
	const local = at + ahead;
	const midnight = local - (local % DAY);
	// The offset may have changed since midnight.
	return midnight - utcOffsetAt(timeZone, midnight - ahead) * MINUTE;
}

/** An offset in minutes as `+05:30`. */
export function formatOffset(minutes: number): string {
	const size = Math.abs(minutes);
	const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
	return `${minutes < 0 ? '−' : '+'}${digits.join(':')}`;
}
