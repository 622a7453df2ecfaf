/** A website's own texts beside their translations, at the desk. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, fill } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { save, seeNotice } from './form.ts';
import { until } from './page.ts';
import { makeInbox } from './samples.ts';

const server = startFakeServer();
let shop: TeamInbox = {
	...makeInbox({ id: 1, name: 'Shop', website_token: 'shop' }),
	welcome_title: 'Hello',
	welcome_tagline: 'Ask away',
	topics: [{ id: 'returns', name: 'Returns', greeting: null, label: null }],
	translations: { pt: { welcome_title: 'Olá', welcome_tagline: 'Pergunte' } },
};
let sent: unknown;
let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop] }));
	server.answer('GET /live-chat-widget.pinned.json', () => ({ src: '/single.js', integrity: 'sha384-a' }));
	server.answer(`PATCH ${ACCOUNT}/inboxes/1`, ({ body }) => {
		sent = body['translations'];
		shop = {
			...shop,
			translations: { ...shop.translations, pt_BR: { welcome_title: 'Oi', welcome_tagline: 'Pergunte' } },
		};
		return shop;
	});
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

function field(path: string): HTMLTextAreaElement | undefined {
	return document.querySelector<HTMLTextAreaElement>(`main textarea[name="${path}"]`) ?? undefined;
}

function hintOf(path: string): string {
	const [id = ''] = field(path)?.getAttribute('aria-describedby')?.split(' ') ?? [];
	return document.getElementById(id)?.textContent ?? '';
}

test('each text stands beside its translation, and what is missing says so and shows what visitors read', async () => {
	location.hash = '#/settings/websites/1/languages';
	await until(() => field('welcome_title')?.value === 'Olá');
	await axeFindsNothing();
	assert.ok(document.querySelector('main')?.textContent.includes('Returns'));
	assert.equal(field('welcome_title')?.lang, 'pt-PT');
	await choose({ selector: 'main select[name=language]' }, 'português (Brasil)');
	await until(() => field('welcome_title')?.value === '');
	assert.deepEqual(['welcome_title', 'topics.returns.name'].map(hintOf), [
		'Not translated yet: Olá',
		'Not translated yet',
	]);
});

test('a language is copied from another one where it has nothing yet, and what is typed in it is saved', async () => {
	await fill(field('welcome_title') ?? assert.fail(), 'Oi');
	await choose({ selector: 'main select[name=copy]' }, 'português europeu');
	await until(() => field('welcome_tagline')?.value === 'Pergunte');
	assert.equal(field('welcome_title')?.value, 'Oi');
	assert.equal(field('topics.returns.name')?.value, '');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(sent, { pt_BR: { welcome_title: 'Oi', welcome_tagline: 'Pergunte' } });
});
