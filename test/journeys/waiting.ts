/** Waits for what a person would see. */
import type { EvaluateFunc, Frame, Page } from 'puppeteer-core';
import { choose } from '../support/input.ts';
import { INTERVAL, PATIENCE } from '../support/until.ts';

export { until } from '../support/until.ts';

/**
 * Resolves as soon as `look`, which runs in the page, answers something truthy. Rejects with
 * `claim` and the page's text.
 */
export async function see<A extends unknown[]>(
	where: Page | Frame,
	claim: string,
	look: EvaluateFunc<A>,
	...args: A
): Promise<void> {
	const end = Date.now() + PATIENCE;
	for (;;) {
		try {
			await where.waitForFunction(look, { polling: INTERVAL, timeout: Math.max(1, end - Date.now()) }, ...args);
			return;
		} catch (cause) {
			// The page is being replaced; the next one may show it.
			await new Promise((resolve) => setTimeout(resolve, INTERVAL));
			if (Date.now() < end) continue;
			const says = await where.evaluate(() => document.body.innerText).catch(String);
			throw new Error(`Waited in vain for: ${claim}. The page says:\n${says}`, { cause });
		}
	}
}

/** Resolves as soon as the page's text has `text`; `gone` as soon as it no longer has it. */
export function seeText(where: Page | Frame, text: string): Promise<void> {
	return see(where, `"${text}"`, (wanted) => document.body.innerText.includes(wanted), text);
}

/**
 * Resolves as soon as the desk says that of what was just done; other words of the page may be the
 * same.
 */
export function seeNotice(where: Page | Frame, notice: string): Promise<void> {
	const says = (wanted: string) =>
		[...document.querySelectorAll('main [role=status]')].some(({ textContent }) => textContent === wanted);
	return see(where, `the notice "${notice}"`, says, notice);
}

export function seeNoText(where: Page | Frame, text: string): Promise<void> {
	return see(where, `no "${text}"`, (unwanted) => !document.body.innerText.includes(unwanted), text);
}

/** Resolves as soon as each text is in the log exactly once, and in this order. */
export function seeOnceInOrder(where: Page | Frame, texts: readonly string[]): Promise<void> {
	return see(
		where,
		`once and in order: ${texts.join(' | ')}`,
		(wanted) => {
			const log = document.querySelector<HTMLElement>('[role=log]')?.innerText ?? '';
			const places = wanted.map((text) => log.indexOf(text));
			const isOnce = wanted.every((text) => log.split(text).length === 2);
			return isOnce && places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
		},
		texts,
	);
}

/** Chooses an action of the header's menu, which is there once there are messages. */
export function chooseInMenu(where: Page | Frame, name: string): Promise<void> {
	return choose(where, 'More options', name);
}
