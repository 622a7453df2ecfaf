import { type PointerEvent, useRef } from 'react';

/** A swipe this far, in CSS pixels, answers the message. */
const SWIPE_TO_REPLY = 50;

/** The message follows the finger this far at most, in CSS pixels. */
const REACH = SWIPE_TO_REPLY + 20;

/**
 * Handlers for an element that a finger swipes towards `to`, which depends on the direction of the
 * language. The distance is in the element's `--swiped`. The element needs `touch-action: pan-y`,
 * so that the browser cancels a gesture that becomes a scroll.
 */
export function useSwipe(to: 'start' | 'end', onSwipe: () => void) {
	const start = useRef<number>(undefined);

	function distance(event: PointerEvent<HTMLElement>): number {
		const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
		const sign = (to === 'end') === isRightToLeft ? -1 : 1;
		return Math.max(0, sign * (event.clientX - (start.current ?? event.clientX)));
	}

	function end(event: PointerEvent<HTMLElement>) {
		start.current = undefined;
		event.currentTarget.style.removeProperty('--swiped');
	}

	return {
		onPointerDown(event: PointerEvent<HTMLElement>) {
			if (event.pointerType === 'touch' && event.isPrimary) start.current = event.clientX;
		},
		onPointerMove(event: PointerEvent<HTMLElement>) {
			if (start.current === undefined) return;
			const swiped = Math.min(distance(event), REACH) * Math.sign(event.clientX - start.current);
			event.currentTarget.style.setProperty('--swiped', `${swiped}px`);
		},
		onPointerUp(event: PointerEvent<HTMLElement>) {
			const isFar = distance(event) >= SWIPE_TO_REPLY;
			end(event);
			if (isFar) onSwipe();
		},
		onPointerCancel: end,
	};
}
