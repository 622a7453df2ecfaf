import type { Page } from 'puppeteer-core';
import { chosenBrowser } from '../support/browser.ts';

/**
 * Types into the field that has the focus: a key for the first character, and the rest as one input, as keyboards of phones put in
 * words, which spares the browser a frame for each character. In Firefox, whose driver cannot do so, a key for each character.
 */
export async function typeText({ keyboard }: Page, text: string): Promise<void> {
	const [first = '', ...rest] = text;
	await keyboard.type(first);
	if (chosenBrowser === 'chromium' && rest.length > 0) await keyboard.sendCharacter(rest.join(''));
	else await keyboard.type(rest.join(''));
}
