/**
 * Focuses a part of the chat as soon as the visitor has moved into the frame. Nothing that appears
 * by itself may take the focus out of the page around the frame. Returns the undo.
 */
export function focusWhenEntered(part: HTMLElement | null | undefined): () => void {
	const focus = () => part?.focus({ preventScroll: true });
	// A window of its own has no page around it from which it could take the focus.
	const isEntered = window.parent === window || document.hasFocus();
	if (isEntered) focus();
	else window.addEventListener('focus', focus, { once: true });
	return () => window.removeEventListener('focus', focus);
}
