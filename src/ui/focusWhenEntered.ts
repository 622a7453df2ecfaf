/**
 * Focuses a part of the chat as soon as the visitor has moved into the frame, unless they moved to an element of their choice: a screen
 * reader focuses an element before its window. Nothing that appears by itself may take the focus out of the page around the frame.
 * Returns the undo.
 */
export function focusWhenEntered(part: HTMLElement | null | undefined): () => void {
	const before = document.activeElement;
	const focus = () => part?.focus({ preventScroll: true });
	const focusUnlessChosen = () => {
		const { activeElement } = document;
		if (activeElement === before || activeElement === document.body) focus();
	};
	// A window of its own has no page around it from which it could take the focus.
	const isEntered = window.parent === window || document.hasFocus();
	if (isEntered) focus();
	else window.addEventListener('focus', focusUnlessChosen, { once: true });
	return () => window.removeEventListener('focus', focusUnlessChosen);
}
