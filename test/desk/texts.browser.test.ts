/** The texts of a website's chat in its owner's words, at the desk. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, fill } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { save, seeNotice } from './form.ts';
import { findNamed, until } from './page.ts';
import { makeInbox } from './samples.ts';

const server = startFakeServer();
let shop: TeamInbox = {
	...makeInbox({ id: 1, name: 'Shop', website_token: 'shop' }),
	texts: { de: { 'Start Conversation': 'Frag uns' } },
};
let sent: unknown;
let leave = async () => {};

const ENGLISH = [
	{ id: 'Close', text: 'Close' },
	{ id: 'Powered by {name}', text: 'Powered by {name}' },
	{ id: 'Start Conversation', text: 'Start Conversation' },
].map((text) => ({ ...text, english: text.id }));
const GERMAN = ['Schließen', 'Bereitgestellt von {name}', 'Unterhaltung beginnen'];

before(async () => {
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop] }));
	server.answer('GET /live-chat-widget.pinned.json', () => ({ src: '/single.js', integrity: 'sha384-a' }));
	server.answer(`GET ${ACCOUNT}/texts`, ({ query }) => ({
		payload: query.get('locale') === 'de' ? ENGLISH.map((text, index) => ({ ...text, text: GERMAN[index] })) : ENGLISH,
	}));
	server.answer(`PATCH ${ACCOUNT}/inboxes/1`, ({ body }) => {
		sent = body['texts'];
		shop = { ...shop, texts: { de: { 'Start Conversation': 'Frag uns' }, en: { Close: 'Bye' } } };
		return shop;
	});
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

/** The field of a text, by its id. */
function field(id: string): HTMLTextAreaElement | undefined {
	return [...document.querySelectorAll<HTMLTextAreaElement>('main textarea')].find(
		({ labels }) => labels[0]?.textContent === id,
	);
}

function errorOf(id: string): string {
	const ids = field(id)?.getAttribute('aria-describedby')?.split(' ') ?? [];
	return document.getElementById(ids.at(-1) ?? '')?.textContent ?? '';
}

test('an administrator sees the texts of a language with their own words, and finds one by what it says', async () => {
	location.hash = '#/settings/websites/1/texts';
	await until(() => field('Close')?.placeholder === 'Close');
	await axeFindsNothing();
	await choose({ selector: 'main select[name=language]' }, 'Deutsch');
	await until(() => field('Close')?.placeholder === 'Schließen');
	assert.equal(field('Start Conversation')?.value, 'Frag uns');
	assert.equal(field('Start Conversation')?.lang, 'de');
	const search = document.querySelector<HTMLInputElement>('main input[type=search]') ?? assert.fail();
	await fill(search, 'SCHLIESSEN');
	await until(() => !field('Start Conversation'));
	assert.ok(field('Close'));
	await fill(search, 'nothing of the kind');
	await until(() => findNamed('main [role=status]', 'No results found'));
	await fill(search, '');
	await until(() => field('Start Conversation'));
});

test('a text that lacks a placeholder is said beside its field, in the language that it is in, and nothing is lost', async () => {
	const brand = field('Powered by {name}') ?? assert.fail();
	await fill(brand, 'Von uns');
	await choose({ selector: 'main select[name=language]' }, 'English');
	await until(() => field('Close')?.placeholder === 'Close');
	await fill(field('Close') ?? assert.fail(), 'Bye');
	await save();
	await until(() => errorOf('Powered by {name}') === 'The text has to contain {name}.');
	await until(() => document.activeElement === field('Powered by {name}'));
	assert.equal(field('Powered by {name}')?.value, 'Von uns');
	await fill(field('Powered by {name}') ?? assert.fail(), '<b>{name}</b>');
	await save();
	await until(() => errorOf('Powered by {name}') === 'The text must not contain </b>.');
	await fill(field('Powered by {name}') ?? assert.fail(), 'Von {name}');
	await until(() => errorOf('Powered by {name}') === '');
	await fill(field('Start Conversation') ?? assert.fail(), '');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(sent, {
		de: { 'Powered by {name}': 'Von {name}', 'Start Conversation': null },
		en: { Close: 'Bye' },
	});
});

test('a field of a text stands on a phone without being cut', async () => {
	await setViewport({ width: 360, height: 640 });
	await until(() => field('Close'));
	assert.ok(document.documentElement.scrollWidth <= 360);
	await axeFindsNothing();
	await setViewport({ width: 1280, height: 800 });
});
