import { type RefObject, useEffect, useRef } from 'react';

/**
 * Closes something that is open over the rest: on Escape, which then closes nothing else, and when the visitor presses
 * elsewhere. Escape gives the focus back to what had it. The answer is the ref of the element around it and its button.
 */
export function useDismiss<E extends HTMLElement>(isOpen: boolean, onDismiss: () => void): RefObject<E | null> {
	const place = useRef<E>(null);
	const dismiss = useRef(onDismiss);
	useEffect(() => {
		dismiss.current = onDismiss;
	});
	useEffect(() => {
		if (!isOpen) return;
		const before = document.activeElement;
		const handleKey = (event: KeyboardEvent) => {
			if (event.key !== 'Escape' || event.isComposing) return;
			event.stopPropagation();
			dismiss.current();
			if (before instanceof HTMLElement) before.focus();
		};
		const handlePress = ({ target }: PointerEvent) => {
			if (target instanceof Node && !place.current?.contains(target)) dismiss.current();
		};
		// Before the page's own Escape, which closes the chat.
		addEventListener('keydown', handleKey, { capture: true });
		addEventListener('pointerdown', handlePress);
		return () => {
			removeEventListener('keydown', handleKey, { capture: true });
			removeEventListener('pointerdown', handlePress);
		};
	}, [isOpen]);
	return place;
}
