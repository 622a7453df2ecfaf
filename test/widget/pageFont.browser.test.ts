/**
 * The font that a page names for the chat: loaded from where the website allows it, and from
 * nowhere else.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { FrameTheme } from '#protocol/entities/frameTheme.ts';
import { Chat } from './chat.ts';
import { makePage } from './page.ts';
import { until } from './until.ts';

const warned: string[] = [];
const { warn } = console;
let chat: Chat;

beforeEach(() => {
	warned.length = 0;
	console.warn = (words: string) => warned.push(words);
	chat = new Chat();
	const channel = { ...makePage().channel, fontOrigins: ['https://fonts.example'] };
	chat.open({ channel }, 'framed');
});
afterEach(() => {
	chat.tell({ event: 'set-theme', theme: {} });
	chat.close();
	document.fonts.clear();
	console.warn = warn;
});

/** Among others: that the fonts of the test before could not be loaded may be said at any time. */
const isWarnedOf = (words: string) => warned.some((warning) => warning.includes(words));
const tell = (theme: FrameTheme) => chat.tell({ event: 'set-theme', theme });
const shown = () =>
	[...document.fonts].map(({ family, display, weight }) => [family.replaceAll('"', ''), display, weight]);

test('the first name of the font is loaded from an allowed origin, and the text does not wait for it', async () => {
	tell({ font: '"Brand Sans", serif', fontSrc: 'url("https://fonts.example/brand.woff2")' });
	await until('the font', () => shown().length === 1);
	assert.deepEqual(shown(), [['Brand Sans', 'swap', 'normal']]);
	// As WebKit writes it.
	const escaped = `${location.origin}/font.woff2`.replaceAll(/[:/.]/g, String.raw`\$&`);
	tell({ font: 'Brand, serif', fontSrc: `url(${escaped}) tech(variations)` });
	await until("the server's own", () => shown()[0]?.[0] === 'Brand');
	assert.deepEqual(shown(), [['Brand', 'swap', '1 1000']]);
	tell({ font: 'Brand, serif' });
	await until('no font', () => shown().length === 0);
	assert.deepEqual(
		warned.filter((words) => words.includes('has to')),
		[],
	);
});

test('a font of another origin, without https, or without an address is refused with what to set, and the fallback shows', async () => {
	for (const [fontSrc, said] of [
		['url(https://evil.example/brand.woff2)', 'set-channel --font-origin https://evil.example'],
		['url(http://fonts.example/brand.woff2)', 'allow fonts of http://fonts.example (https only)'],
		['url(data:font/woff2;base64,AAAA)', 'with a whole address'],
		['url(/brand.woff2)', 'with a whole address'],
		['local(Brand)', 'with a whole address'],
		['url(https://fonts.example/a), url(https://evil.example/b)', 'with a whole address'],
	] as const) {
		warned.length = 0;
		tell({ font: 'Brand, serif', fontSrc });
		await until(fontSrc, () => isWarnedOf(said));
		assert.deepEqual(shown(), [], fontSrc);
	}
	tell({ fontSrc: 'url(https://fonts.example/brand.woff2)' });
	await until('the name', () => isWarnedOf('needs --lcw-font'));
	await until('the fallback', () => document.documentElement.style.fontFamily === '');
});
