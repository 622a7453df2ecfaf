/** The wire's formats of times, which the store keeps in milliseconds. */

/** Whole seconds; 0 when unset. */
export function seconds(time: number | null): number {
	return time === null ? 0 : Math.floor(time / 1000);
}

/** ISO 8601, UTC, three decimals; null when unset. */
export function iso<T extends number | null>(time: T): T extends null ? null : string;
export function iso(time: number | null): string | null {
	return time === null ? null : new Date(time).toISOString();
}
