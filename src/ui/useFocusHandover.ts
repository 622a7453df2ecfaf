import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For an element that may disappear while the focus is in it, such as a button that ends with its
 * task: the focus then moves to the nearest ancestor that can have it (`tabIndex`), instead of
 * being lost to the document's body.
 */
export function useFocusHandover<E extends HTMLElement>(): RefObject<E | null> {
	const ref = useRef<E>(null);
	// A layout effect is undone while the element is still in the page.
	useLayoutEffect(() => {
		const element = ref.current;
		return () => {
			if (!element?.contains(document.activeElement)) return;
			element.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
		};
	}, []);
	return ref;
}
