/** Looks that a website has set for the chat in its frame. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Chat } from './chat.ts';
import { makePage } from './page.ts';
import { until } from './until.ts';

let chat: Chat;

beforeEach(() => {
	chat = new Chat();
	const themes = { light: { surface: '#fffdf9', radius: '6px' }, dark: { surface: '#1c1a17', radius: '6px' } };
	chat.open({ channel: { ...makePage().channel, themes } }, 'framed');
});
afterEach(() => {
	chat.tell({ event: 'set-color-scheme', darkMode: 'light' });
	chat.close();
});

const written = (property: string) => document.documentElement.style.getPropertyValue(property);

test('the looks of the website follow light and dark, and those of the page override them', async () => {
	await until('the light surface', () => written('--surface') === 'rgb(255 253 249)');
	assert.equal(written('--radius'), '6px');
	chat.tell({ event: 'set-color-scheme', darkMode: 'dark' });
	await until('dark', () => document.documentElement.dataset['theme'] === 'dark');
	await until('the dark surface', () => written('--surface') === 'rgb(28 26 23)');
	chat.tell({ event: 'set-theme', theme: { surface: 'rgb(0, 0, 0)' } });
	await until("the page's surface", () => written('--surface') === 'rgb(0 0 0)');
	assert.equal(written('--radius'), '6px');
});
