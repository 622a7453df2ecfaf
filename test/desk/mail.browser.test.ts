import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { UndeliveredEvent } from '#protocol/application/deliveryRoutes.ts';
import { press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inMain, until } from './page.ts';
import { makeDelivery, makeMailSetup, PROFILE } from './samples.ts';

const server = startFakeServer();
let setup = makeMailSetup();
let waiting: object[] = [];
let deliveries: UndeliveredEvent[] = [];
let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/mail`, () => setup);
	server.answer(`GET ${ACCOUNT}/deliveries`, () => ({ payload: waiting }));
	server.answer(`GET ${ACCOUNT}/deliveries/mail/0`, () => ({ payload: deliveries }));
	server.answer(`GET ${ACCOUNT}/webhooks`, () => ({ payload: { webhooks: [] } }));
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

/** Opens the page anew. */
async function open(change: Partial<typeof setup> = {}): Promise<void> {
	setup = makeMailSetup(change);
	location.hash = '#/settings/webhooks';
	await until(() => !findNamed('main h2', 'Email'));
	location.hash = '#/settings/mail';
	await until(() => findNamed('main h2', 'Email') && findNamed('main h3', 'Deliveries'));
}

const factOf = (setting: string): string | undefined =>
	[...document.querySelectorAll('main dl > div')]
		.find((fact) => fact.querySelector('dt code')?.textContent === setting)
		?.querySelector('dd')?.textContent;
const alert = () => document.querySelector('main section [role=alert]')?.textContent;
const sendTest = () => press(inMain('Send a test email'));

test('the page says how mail is sent, and by which settings', async () => {
	await open();
	assert.equal(factOf('SMTP_URL'), 'mail.shop.example:587');
	assert.equal(factOf('MAIL_FROM'), 'Shop <shop@shop.example>');
	assert.equal(factOf('DKIM_DOMAIN'), 'shop.example');
	assert.equal(factOf('MAIL_PAUSE'), '120 seconds');
	assert.ok(!hasText('still has to set'));
	await until(() => hasText('Everything was delivered.'));
});

test('where there is no mail server, it says what does not work, what to set, and offers no test', async () => {
	await open({ transport: 'none', host: null, port: null, dkim_domain: null, missing: ['SMTP_URL', 'PUBLIC_URL'] });
	assert.equal(factOf('SMTP_URL'), 'Not set');
	assert.equal(factOf('DKIM_DOMAIN'), 'Not set');
	assert.ok(hasText('This server sends no email'));
	assert.ok(hasText('Whoever runs the server still has to set: SMTP_URL, PUBLIC_URL'));
	assert.equal(findNamed('main button', 'Send a test email'), undefined);
});

test('what is missing beside the mail server is told with what it causes', async () => {
	await open({ missing: ['MAIL_FROM', 'PUBLIC_URL'] });
	assert.ok(hasText('Only transcripts are emailed'));
	assert.ok(hasText('Other mail servers refuse this sender.'));
});

test('a test says that it was accepted, or what the mail server said against it', async () => {
	await open();
	assert.ok(hasText(`It goes to your own address, ${PROFILE.email}.`));
	const answered = Promise.withResolvers<object>();
	server.answer(`POST ${ACCOUNT}/mail/test`, ({ body }) => {
		assert.deepEqual(body, { locale: 'en' });
		return answered.promise;
	});
	await sendTest();
	await until(() => findNamed('main button', 'Send a test email')?.ariaDisabled === 'true');
	answered.resolve({ outcome: 'refused', reason: '550 5.7.1 No' });
	await until(() => alert() === 'The mail server has refused the email.550 5.7.1 No');

	server.answer(`POST ${ACCOUNT}/mail/test`, () => ({ outcome: 'unreachable', reason: null }));
	await sendTest();
	await until(() => alert() === 'The mail server could not be reached.');

	server.answer(`POST ${ACCOUNT}/mail/test`, () => ({ outcome: 'sent', reason: null }));
	await sendTest();
	await until(() => hasText('The mail server has accepted the email.'));
	assert.equal(alert(), '');

	server.answer(`POST ${ACCOUNT}/mail/test`, () => {
		throw 429;
	});
	await sendTest();
	await until(() => alert() === 'Too many attempts. Wait a few minutes and try again.');
});

test('what has not arrived is listed by address and kind, and what was given up is sent again', async () => {
	waiting = [
		{ receiver_type: 'webhook', receiver_id: 1, waiting: 7, waiting_since: 1_767_600_000, is_failing: true },
		{ receiver_type: 'mail', receiver_id: 0, waiting: 120, waiting_since: 1_767_600_000, is_failing: true },
	];
	deliveries = [
		makeDelivery({ id: 1, event: 'answers', recipient: 'ann@shop.example' }),
		makeDelivery({ id: 2, event: 'transcript', recipient: 'bo@shop.example', state: 'given_up', failure: '550 No' }),
	];
	await open();
	await until(() => hasText('Waiting: 120, the oldest since'));
	const rows = await until(() => {
		const found = [...document.querySelectorAll('main section li')].map(({ textContent }) => textContent);
		return found.length === 2 && found;
	});
	assert.match(rows[0] ?? '', /^ann@shop\.example.*Unread replies · Waiting/);
	assert.match(rows[1] ?? '', /^bo@shop\.example.*Transcript · Failed.*550 No/);
	server.answer(`POST ${ACCOUNT}/deliveries/2/redeliver`, () => {
		[deliveries, waiting] = [[], []];
		return null;
	});
	await press({ name: 'Send again', within: { role: 'group', name: 'bo@shop.example' } });
	await until(() => hasText('Everything was delivered.') && !hasText('Waiting: 120'));
});
