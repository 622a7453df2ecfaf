import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Closes a menu or another part that is open over the rest: when the visitor presses elsewhere, or
 * on Escape, which then closes nothing else and returns the focus to the element that had it.
 * Returns the ref for the element around the part and its button.
 */
export function useDismiss<E extends HTMLElement>(isOpen: boolean, onDismiss: () => void): RefObject<E | null> {
	const place = useRef<E>(null);
	const dismiss = useRef(onDismiss);
	useEffect(() => {
		dismiss.current = onDismiss;
	});
	// Before an effect of what is open takes the focus.
	useLayoutEffect(() => {
		if (!isOpen) return;
		const before = document.activeElement;
		const handleKey = (event: KeyboardEvent) => {
			if (event.key !== 'Escape' || event.isComposing) return;
			event.stopPropagation();
			// Browsers would close the dialog around it.
			event.preventDefault();
			dismiss.current();
			if (before instanceof HTMLElement) before.focus();
		};
		const handlePress = ({ target }: PointerEvent) => {
			if (target instanceof Node && !place.current?.contains(target)) dismiss.current();
		};
		// In the capture phase, so that it is handled before the page's own Escape, which closes
		// the chat.
		addEventListener('keydown', handleKey, { capture: true });
		addEventListener('pointerdown', handlePress);
		return () => {
			removeEventListener('keydown', handleKey, { capture: true });
			removeEventListener('pointerdown', handlePress);
		};
	}, [isOpen]);
	return place;
}
