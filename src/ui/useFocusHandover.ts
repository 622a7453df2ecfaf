import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For what may go away while the focus is in it, such as a button that ends with its task: the focus then goes on to the nearest
 * box around it that can have it (`tabIndex`), and not to the page, where nobody is any more.
 */
export function useFocusHandover<E extends HTMLElement>(): RefObject<E | null> {
	const ref = useRef<E>(null);
	// React undoes a layout effect while the element is still in the page.
	useLayoutEffect(() => {
		const element = ref.current;
		return () => {
			if (!element?.contains(document.activeElement)) return;
			element.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
		};
	}, []);
	return ref;
}
