/**
 * Focuses a part of the chat as soon as the visitor is in there: nothing that shows or changes by itself takes the focus out of
 * the page around the frame. Returns the undo.
 */
export function focusWhenEntered(part: HTMLElement | null | undefined): () => void {
	const focus = () => part?.focus({ preventScroll: true });
	// A window of its own has it from nobody.
	const isEntered = window.parent === window || document.hasFocus();
	if (isEntered) focus();
	else window.addEventListener('focus', focus, { once: true });
	return () => window.removeEventListener('focus', focus);
}
