/** What clocks in other zones show. Zones are IANA names such as `Asia/Kolkata`, or offsets such as `+05:30`. */

/** The first of these zones that this machine knows; UTC when it knows none. */
export function knownTimeZone(...candidates: readonly string[]): string {
	return candidates.find(isTimeZone) ?? 'UTC';
}

/** How many minutes a zone's clocks are ahead of UTC at a moment (milliseconds since the epoch). */
export function utcOffsetAt(timeZone: string, at: number): number {
	const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
	const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
	// Intl writes the offset as `GMT+05:30`, or as `GMT` alone.
	const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
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
