/**
 * As the `ref` of an element that replaces what had the focus: it is read, and the focus does not
 * fall to the document's body.
 */
export function takeFocus(element: HTMLElement | null): void {
	element?.focus();
}
