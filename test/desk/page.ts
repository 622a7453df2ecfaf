/** Finds parts of the page as a person does, by their texts. */
import { poll } from '../support/poll.ts';

/** Milliseconds that a page may take on a busy machine. */
const PATIENCE = 20_000;

/** Resolves with the first truthy value; calls `look` in every animation frame. Rejects with the page's text. */
export function until<T>(look: () => T | undefined | null | false): Promise<T> {
	return poll(() => look() || undefined, {
		pause: () => new Promise(requestAnimationFrame),
		patience: PATIENCE,
		complain: () => `Waited in vain for ${String(look)} on a page that says: ${document.body.innerText}`,
	});
}

/** Resolves once the browser has painted what is in the document now. */
export async function nextPaint(): Promise<void> {
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** An element that matches and whose accessible name or text is `name`. */
export function findNamed<E extends HTMLElement = HTMLElement>(selector: string, name: string): E | undefined {
	return [...document.querySelectorAll<E>(selector)].find(
		(element) => (element.ariaLabel ?? element.textContent.trim()) === name,
	);
}

export function hasText(text: string): boolean {
	return document.body.innerText.includes(text);
}

/** Resolves when the page has shown the text, even for less than a frame: a connection may be back that soon. */
export async function says(text: string): Promise<void> {
	const said = Promise.withResolvers<void>();
	const look = () => document.body.textContent.includes(text) && said.resolve();
	const observer = new MutationObserver(look);
	observer.observe(document.body, { childList: true, subtree: true, characterData: true });
	look();
	await said.promise;
	observer.disconnect();
}

/** Types into a field that React controls. */
export function fill(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
	const prototype = Object.getPrototypeOf(field) as object;
	Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
	field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Chooses in a select that React controls, by its name and the choice's text. */
export function choose(name: string, choice: string): void {
	const select = findNamed<HTMLSelectElement>('select', name);
	const option = [...(select?.options ?? [])].find(({ textContent }) => textContent === choice);
	if (!select || !option) throw new Error(`${name} offers no ${choice}`);
	select.value = option.value;
	select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Presses a key. Answers whether the page left the key to the browser's default action. */
export function press(element: Element, key: string, modifiers: KeyboardEventInit = {}): boolean {
	return element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }));
}

/** The field for the access token, among the other ways to sign in, which it opens. */
export function findTokenField(): HTMLInputElement | null {
	const field = document.querySelector<HTMLInputElement>('input[name=access-token]');
	const others = field?.closest('details');
	if (others) others.open = true;
	return field;
}
