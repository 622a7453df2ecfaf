import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { FrameTheme } from '#protocol/entities/frameTheme.ts';
import { Chat } from './chat.ts';
import { until } from './until.ts';

let chat: Chat;

beforeEach(() => {
	chat = new Chat();
	chat.open({}, 'framed');
});
afterEach(() => {
	chat.tell({ event: 'set-theme', theme: {} });
	chat.close();
});

const written = (property: string) => document.documentElement.style.getPropertyValue(property);
const tell = (theme: FrameTheme) => chat.tell({ event: 'set-theme', theme });

test("the page's colours, font and radius reach the chat, and can be removed", async () => {
	tell({
		color: 'rgb(10, 90, 40)',
		surface: 'rgb(250, 245, 230)',
		text: '#222',
		font: 'Georgia, serif',
		radius: '4px',
	});
	await until('the surface', () => written('--surface') === 'rgb(250 245 230)');
	assert.equal(written('--text'), 'rgb(34 34 34)');
	assert.equal(written('--radius'), '4px');
	assert.match(written('font-family'), /Georgia/);
	assert.notEqual(written('--raised'), '');
	await until('the accent', () => written('--accent') === 'rgb(10 90 40)');
	tell({});
	await until('the own surface', () => written('--surface') === '');
	assert.equal(written('--raised'), '');
	await until('the channel’s accent', () => written('--accent') !== 'rgb(10 90 40)');
});

test('an invalid colour, length or font changes nothing', async () => {
	tell({
		surface: 'url(https://evil.example/x)',
		text: 'red; background: url(//evil.example)',
		font: 'a } body { display: none',
		radius: 'calc(1px',
		color: 'javascript:alert(1)',
	});
	// Messages are handled in order: after this one the other has been handled.
	chat.tell({ event: 'set-color-scheme', darkMode: 'dark' });
	await until('the dark', () => document.documentElement.dataset['theme'] === 'dark');
	for (const property of ['--surface', '--text', 'font-family', '--radius', '--raised'])
		assert.equal(written(property), '');
	chat.tell({ event: 'set-color-scheme', darkMode: 'light' });
});

test('colours in every notation are shown as a visitor would see them, and an invalid one keeps the one before', async () => {
	const known = { rebeccapurple: '102 51 153', 'hsl(120 100% 25%)': '0 128 0', 'rgb(10 90 40 / 100%)': '10 90 40' };
	for (const [color, seen] of Object.entries(known)) {
		tell({ color });
		await until(color, () => written('--accent') === `rgb(${seen})`);
	}
	tell({ color: 'oklch(0.4 0.1 250)' });
	await until(
		'oklch',
		() => /^rgb\(\d+ \d+ \d+\)$/.test(written('--accent')) && written('--accent') !== 'rgb(10 90 40)',
	);
	// Half of black on white is a grey, on which white is readable.
	tell({ color: 'rgb(0 0 0 / 60%)' });
	await until('what shines through', () => written('--accent') === 'rgb(102 102 102)');
	for (const color of ['inherit', 'var(--danger)', 'red;', 'currentcolour', '#12', '']) {
		tell({ color: 'rebeccapurple' });
		await until('the purple', () => written('--accent') === 'rgb(102 51 153)');
		tell({ color });
		await until(`the channel’s colour for "${color}"`, () => written('--accent') !== 'rgb(102 51 153)');
		assert.match(written('--accent'), /^rgb\(\d+ \d+ \d+\)$/);
	}
});

test('on a dark page’s surface text, greys and accent turn light, also in the light theme', async () => {
	tell({ surface: '#101010', color: '#102040' });
	await until('the surface', () => written('--surface') === 'rgb(16 16 16)');
	for (const name of ['--text', '--muted', '--danger', '--accent-text']) {
		const channels = written(name).match(/\d+/g)?.map(Number) ?? [];
		assert.ok(Math.max(...channels) > 130, `${name} is ${written(name)}`);
	}
});

test('light and dark follow the page while the chat is open, and `auto` the visitor’s system', async () => {
	const shown = () => document.documentElement.dataset['theme'];
	for (const [darkMode, theme] of [
		['dark', 'dark'],
		['light', 'light'],
		['dark', 'dark'],
	] as const) {
		chat.tell({ event: 'set-color-scheme', darkMode });
		await until(theme, () => shown() === theme && document.documentElement.style.colorScheme === theme);
	}
	chat.tell({ event: 'set-color-scheme', darkMode: 'auto' });
	const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
	await until('the system’s', () => shown() === system);
});
