// chunk: shared
/**
 * Lengths of time in milliseconds. A day of the calendar may be longer or shorter than `DAY`, where
 * clocks change.
 */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
