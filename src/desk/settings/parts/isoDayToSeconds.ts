/**
 * When a day begins by this browser's clock, in seconds since the epoch; null for no day. `day`:
 * such as `2027-01-31`, or ''.
 */
export function isoDayToSeconds(day: string): number | null {
	return day === '' ? null : Math.floor(new Date(`${day}T00:00`).getTime() / 1000);
}
