/** The position of a scrolling box. */

/** The next page loads this many CSS pixels before an edge. */
const NEAR = 200;

export function isNearEnd({ scrollHeight, scrollTop, clientHeight }: Element): boolean {
	return scrollHeight - scrollTop - clientHeight < NEAR;
}

/**
 * For a box with `column-reverse`, whose scroll offset is 0 at the end and negative towards the
 * start.
 */
export function isNearReversedStart({ scrollHeight, scrollTop, clientHeight }: Element): boolean {
	return scrollHeight + scrollTop - clientHeight < NEAR;
}
