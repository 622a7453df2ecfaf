/** Finds parts of the page as a person does, by their texts. */
import * as input from '../support/browser/input.ts';
import { poll } from '../support/poll.ts';

/** Milliseconds that a page may take on a busy machine. */
const PATIENCE = 20_000;

/**
 * Resolves with the first truthy value; calls `look` in every animation frame. Rejects with the
 * page's text.
 */
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
		(element) => (element.ariaLabel ?? spokenText(element)) === name,
	);
}

/** Its text without what is hidden from screen readers, such as the initials of a face. */
function spokenText(element: HTMLElement): string {
	if (!element.querySelector('[aria-hidden=true]')) return element.textContent.trim();
	const copy = element.cloneNode(true) as HTMLElement;
	for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
	return copy.textContent.trim();
}

export function hasText(text: string): boolean {
	return document.body.innerText.includes(text);
}

/**
 * Resolves when the page has shown the text, even for less than a frame: a connection may be back
 * that soon.
 */
export async function says(text: string): Promise<void> {
	const said = Promise.withResolvers<void>();
	const look = () => document.body.textContent.includes(text) && said.resolve();
	const observer = new MutationObserver(look);
	observer.observe(document.body, { childList: true, subtree: true, characterData: true });
	look();
	await said.promise;
	observer.disconnect();
}

/** A control of the page's main part, by its name. */
export const inMain = (name: string | RegExp): input.Sought => ({ name, within: { role: 'main' } });
/** A control of the dialog that is open. */
export const inDialog = (name: string | RegExp): input.Sought => ({ name, within: { role: 'dialog' } });
/** A control among what is known of the visitor. */
export const inFacts = (name: string | RegExp): input.Sought => ({ name, within: { role: 'complementary' } });

/** Opens the agent's own menu, and presses an entry of it. */
export function chooseInAgentMenu(entry: string): Promise<void> {
	return input.choose({ selector: 'header button[aria-expanded]' }, { name: entry, within: { role: 'banner' } });
}

/** The field for the access token, among the other ways to sign in. */
export function findTokenField(): HTMLInputElement | null {
	return document.querySelector<HTMLInputElement>('input[name=access-token]');
}

/** Opens the other ways to sign in, and types an access token there. */
export async function fillToken(accessToken: string): Promise<void> {
	const field = await until(findTokenField);
	if (!field.closest('details')?.open) await input.press({ selector: 'main summary' });
	await input.fill(field, accessToken);
}

/** Signs in by an access token. */
export async function enterToken(accessToken: string): Promise<void> {
	await fillToken(accessToken);
	await input.key('Enter');
}

/**
 * Types a day, also with a time in the morning, into a field of the browser's own, in the order of
 * the tests' browsers.
 */
export async function fillDate(field: HTMLInputElement, value: string): Promise<void> {
	const [year, month, day, hour, minute] = value.split(/[-T:]/);
	field.focus();
	await input.key(...Array.from(`${month}${day}${year}`));
	if (!hour) return;
	// Other browsers' years may have more than four digits; Firefox goes on to the hour by itself.
	if (!navigator.userAgent.includes('Firefox')) await input.key('ArrowRight');
	await input.key(...Array.from(`${hour}${minute}a`));
}
