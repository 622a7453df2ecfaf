import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { WEBHOOK_EVENTS } from '#protocol/entities/webhookEvents.ts';
import { fill, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { hasText, inDialog, inMain, until } from './page.ts';
import { makeWebhook } from './samples.ts';

const HOOKS = `${ACCOUNT}/webhooks`;
const server = startFakeServer();
let webhooks = [makeWebhook({ id: 1 })];
let leave = async () => {};

before(async () => {
	server.answer(`GET ${HOOKS}`, () => ({ payload: { webhooks } }));
	for (const id of [1, 2]) server.answer(`GET ${ACCOUNT}/deliveries/webhook/${id}`, () => ({ payload: [] }));
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

const events = () => [...document.querySelectorAll<HTMLInputElement>('main [name=subscriptions]')];

test('a new webhook says what is missing or wrong, and keeps what is typed', async () => {
	location.hash = '#/settings/webhooks';
	await press(inMain('Add'));
	await seeField('url');
	await fill(field('url'), 'hook.example');
	for (const event of events()) await press(event);
	await save();
	await until(() => errorOf('url') === 'Please enter a valid URL');
	assert.ok(document.querySelector('main fieldset')?.textContent.includes('Required'));
	assert.equal(field('url').value, 'hook.example');
});

test('a webhook without events is not saved, and the group of events says so', async () => {
	await fill(field('url'), 'https://hook.example/in');
	await save();
	const group = await until(() => document.activeElement?.closest('fieldset[data-invalid]'));
	assert.equal(document.activeElement, group, 'the group itself has the focus');
	assert.equal(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent, 'Required');
});

test('a webhook is added for the events that were chosen, and its page has the secret', async () => {
	await fill(field('url'), 'https://hook.example/in');
	await press(events()[0] ?? assert.fail());
	server.answer(`POST ${HOOKS}`, () =>
		Response.json({ message: 'Url has already been taken', attributes: ['url'] }, { status: 422 }),
	);
	await save();
	await until(() => errorOf('url') === 'This already exists.');
	await fill(field('url'), 'https://other.example/in');
	server.answer(`POST ${HOOKS}`, ({ body }) => {
		assert.deepEqual(body, { url: 'https://other.example/in', subscriptions: [WEBHOOK_EVENTS[0]], paused: false });
		const webhook = makeWebhook({ id: 2, url: 'https://other.example/in', secret: 'other-secret' });
		webhooks = [...webhooks, webhook];
		return { payload: { webhook } };
	});
	await save();
	await until(() => location.hash === '#/settings/webhooks/2' && hasText('other-secret'));
});

test('a webhook is paused, and the list says so', async () => {
	server.answer(`PATCH ${HOOKS}/2`, ({ body }) => {
		assert.equal(body['paused'], true);
		webhooks = webhooks.map((webhook) => (webhook.id === 2 ? { ...webhook, paused: true } : webhook));
		return { payload: { webhook: webhooks[1] } };
	});
	await press(await seeField('isActive'));
	await save();
	await until(() => hasText('Paused'));
	assert.ok(hasText('Active'));
});

test('a webhook gets a new secret, and is deleted after a question', async () => {
	location.hash = '#/settings/webhooks/2';
	await press(inMain('New secret'));
	server.answer(`POST ${HOOKS}/2/reset_secret`, () => ({
		payload: { webhook: makeWebhook({ id: 2, url: 'https://other.example/in', secret: 'renewed' }) },
	}));
	await press(inDialog('New secret'));
	await until(() => hasText('renewed'));
	await press(inMain('Delete'));
	server.answer(`DELETE ${HOOKS}/2`, () => {
		webhooks = webhooks.slice(0, 1);
		return null;
	});
	await press(inDialog('Delete'));
	await seeNotice('Deleted');
	await until(() => hasText('https://hook.example/in') && !hasText('other.example'));
});
