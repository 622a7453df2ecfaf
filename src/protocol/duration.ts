/** Lengths of time in milliseconds. Days of a calendar may be longer or shorter, where clocks change. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
