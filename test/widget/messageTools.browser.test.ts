/** Time and buttons beside a message, which are shown while the pointer is over it. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { Conversation, frames, log, server } from './conversation.ts';

const WIDE = 'The glaze is food safe, and the plates go into the dishwasher.';
const LONG = `${WIDE} `.repeat(4).trim();
/** And what the field is called there. In Taiwan times are longest. */
const LANGUAGES = { en: 'Type your message', ar: 'اكتب رسالتك', zh_TW: '輸入您的訊息' };
const WHEN = new Date(2026, 0, 1, 22, 58).getTime() / 1000;
const WIDTHS = [320, 390, 700];
/** Pixels: Firefox draws the longest time wider than Chromium does, by less than this. */
const ROUNDING = 1;

let chat: Conversation;

beforeEach(() => (chat = new Conversation()));
afterEach(() => {
	chat.close();
	document.documentElement.dir = 'ltr';
});
after(async () => {
	server.stop();
	await setViewport({ width: 800, height: 600 });
});

for (const [locale, field] of Object.entries(LANGUAGES))
	test(`time and buttons beside wide messages are whole, and cover no text (${locale})`, async () => {
		for (const message_type of [0, 1] as const) {
			for (const text of [WIDE, LONG, 'Yes']) chat.add(`${text} (${message_type})`, { message_type, created_at: WHEN });
			chat.add(WIDE, { message_type, created_at: WHEN });
		}
		chat.query = { locale };
		await chat.open({}, field);
		const faults: string[] = [];
		for (const width of WIDTHS) {
			await setViewport({ width, height: 1000 });
			await frames(4);
			faults.push(...faultsOf().map((fault) => `${width}: ${fault}`));
		}
		assert.deepEqual(faults, []);
	});

function faultsOf(): string[] {
	const { left, right } = log().getBoundingClientRect();
	const contents = [...document.querySelectorAll<HTMLElement>('[data-state] p')].map((text) => boxOf(text));
	const faults: string[] = [];
	for (const item of document.querySelectorAll<HTMLElement>('[data-state]')) {
		for (const tool of item.querySelectorAll<HTMLElement>('time, button')) {
			const box = boxOf(tool);
			const of = `${tool.ariaLabel ?? tool.textContent} of "${item.querySelector('p')?.textContent.slice(-16)}"`;
			if (box.left < left - ROUNDING || box.right > right + ROUNDING)
				faults.push(`${of} is cut off: ${box.left} to ${box.right}`);
			if (contents.some((text) => doOverlap(text, box))) faults.push(`${of} covers text`);
		}
	}
	return faults;
}

function boxOf(element: Element): DOMRect {
	const range = document.createRange();
	range.selectNodeContents(element);
	return element instanceof HTMLButtonElement ? element.getBoundingClientRect() : range.getBoundingClientRect();
}

function doOverlap(one: DOMRect, other: DOMRect): boolean {
	return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
