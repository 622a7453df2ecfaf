import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { fill, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { findNamed, hasText, inDialog, inMain, until } from './page.ts';
import { makeBot, makeDelivery, makeInbox } from './samples.ts';

const BOTS = `${ACCOUNT}/agent_bots`;
const server = startFakeServer();
let bots = [makeBot({ id: 1 })];
let deliveries = [makeDelivery({ id: 8 }), makeDelivery({ id: 7, state: 'given_up', failure: 'status 410' })];
let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({
		payload: [
			{ ...makeInbox({ id: 1, name: 'Shop', website_token: 'shop' }), agent_bot_id: 1 },
			makeInbox({ id: 2, name: 'Garden', website_token: 'garden' }),
		],
	}));
	server.answer(`GET ${BOTS}`, () => bots);
	for (const id of [1, 2]) {
		server.answer(`GET ${BOTS}/${id}/access_tokens`, () => ({ payload: [] }));
		server.answer(`GET ${ACCOUNT}/deliveries/bot/${id}`, () => ({ payload: id === 1 ? deliveries : [] }));
	}
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

const websites = () => [...document.querySelectorAll<HTMLInputElement>('main [name=inboxIds]')];

test('a new bot says beside its fields what is missing or wrong, keeps what is typed, and leaving asks', async () => {
	location.hash = '#/settings/bots';
	await press(inMain('Add'));
	await seeField('outgoing_url');
	await press(websites()[1] ?? assert.fail());
	await fill(field('avatar_url'), 'picture.png');
	await save();
	await until(() => errorOf('name') === 'Required');
	assert.equal(errorOf('outgoing_url'), 'A bot that replies on a website needs a URL.');
	assert.equal(errorOf('avatar_url'), 'Please enter a valid URL');
	assert.equal(field('avatar_url').value, 'picture.png');
	location.hash = '#/settings/labels';
	await press(inDialog('Continue editing'));
	await until(() => location.hash === '#/settings/bots/new' && !document.querySelector('dialog'));
	assert.equal(field('avatar_url').value, 'picture.png');
	location.hash = '#/settings/bots';
	await press(inDialog('Discard changes'));
	await until(() => location.hash === '#/settings/bots' && !document.querySelector('dialog'));
});

test('a bot that is added shows its first token once, and answers on the websites that were chosen', async () => {
	await press(inMain('Add'));
	await seeField('outgoing_url');
	await press(websites()[1] ?? assert.fail());
	await fill(field('name'), 'Wheel');
	await fill(field('outgoing_url'), 'https://wheel.example/');
	server.answer(`POST ${BOTS}`, () =>
		Response.json({ message: 'Name has already been taken', attributes: ['name'] }, { status: 422 }),
	);
	await save();
	await until(() => errorOf('name') === 'This already exists.');
	server.answer(`POST ${BOTS}`, ({ body }) => {
		assert.deepEqual(body, { name: 'Wheel', outgoing_url: 'https://wheel.example/', avatar_url: '' });
		const bot = makeBot({ id: 2, name: 'Wheel', outgoing_url: 'https://wheel.example/', secret: 'wheel-secret' });
		bots = [...bots, bot];
		return { ...bot, access_token: 'wheel-token' };
	});
	server.answer(`POST ${ACCOUNT}/inboxes/2/set_agent_bot`, ({ body }) => {
		assert.deepEqual(body, { agent_bot: 2 });
		return null;
	});
	await save();
	await seeNotice('Saved');
	await until(() => hasText('wheel-token') && hasText('wheel-secret') && hasText('Everything was delivered.'));
	assert.equal(server.calls.filter((call) => call.endsWith('/set_agent_bot')).length, 1);
	location.hash = '#/settings/bots/2';
	await until(() => hasText('wheel-secret') && !hasText('wheel-token'));
});

test('a bot says which bot it takes a website from before it does', async () => {
	const note = () => document.querySelector('main form [role=status]')?.textContent;
	await until(() => websites().length === 2);
	assert.equal(note(), '');
	await press(websites()[0] ?? assert.fail());
	await until(() => note() === 'Once you save, “Kiln” no longer replies on “Shop”.');
	await press(websites()[0] ?? assert.fail());
	await until(() => note() === '');
});

test('a bot gets a new secret once that is confirmed', async () => {
	server.answer(`POST ${BOTS}/2/reset_secret`, () => makeBot({ id: 2, name: 'Wheel', secret: 'new-secret' }));
	const button = findNamed('main button', 'New secret') ?? assert.fail('no button');
	await press(button);
	await press(inDialog('New secret'));
	await until(() => hasText('new-secret') && !hasText('wheel-secret'));
	await until(() => document.activeElement === button);
});

test('what a bot has not taken says how often it was tried and why it failed, and what was given up is sent again', async () => {
	location.hash = '#/settings/bots/1';
	await until(() => hasText('status 500') && hasText('status 410') && hasText('Attempts: 4'));
	assert.ok(hasText('Next attempt:'));
	const again = () =>
		[...document.querySelectorAll<HTMLElement>('main button')].filter((one) => one.textContent === 'Send again');
	assert.equal(again().length, 1);
	server.answer(`POST ${ACCOUNT}/deliveries/7/redeliver`, () => {
		throw 503;
	});
	await press(inMain('Send again'));
	await until(() => hasText('That did not work. Try again.'));
	server.answer(`POST ${ACCOUNT}/deliveries/7/redeliver`, () => {
		deliveries = [];
		return null;
	});
	await press(inMain('Send again'));
	await until(() => hasText('Everything was delivered.'));
	await until(() => document.activeElement?.matches('main > [tabindex="-1"]'));
});

test('a bot is taken from its website before it loses its address, and is deleted after a question', async () => {
	await seeField('outgoing_url');
	const order: string[] = [];
	server.answer(`POST ${ACCOUNT}/inboxes/1/set_agent_bot`, ({ body }) => {
		order.push(`website ${JSON.stringify(body['agent_bot'])}`);
		return null;
	});
	server.answer(`PATCH ${BOTS}/1`, ({ body }) => {
		order.push(`address ${JSON.stringify(body['outgoing_url'])}`);
		return makeBot({ id: 1, outgoing_url: null });
	});
	await fill(field('outgoing_url'), '');
	await press(websites()[0] ?? assert.fail());
	await save();
	await seeNotice('Saved');
	assert.deepEqual(order, ['website null', 'address ""']);
	await press(inMain('Delete'));
	server.answer(`DELETE ${BOTS}/1`, () => {
		bots = bots.filter(({ id }) => id !== 1);
		return null;
	});
	await press(inDialog('Delete'));
	await seeNotice('Deleted');
	await until(() => hasText('Wheel') && !hasText('Kiln'));
});
