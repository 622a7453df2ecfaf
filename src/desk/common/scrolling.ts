/** Where a scrolling box stands. */

/** CSS pixels from an edge at which the next page should come. */
const NEAR = 200;

export function isNearEnd({ scrollHeight, scrollTop, clientHeight }: Element): boolean {
	return scrollHeight - scrollTop - clientHeight < NEAR;
}

/** For a box with `column-reverse`: its scroll is 0 at the end and negative towards the start. */
export function isNearReversedStart({ scrollHeight, scrollTop, clientHeight }: Element): boolean {
	return scrollHeight + scrollTop - clientHeight < NEAR;
}
