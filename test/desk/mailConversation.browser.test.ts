/** A conversation that began by mail: its mark in the list, and where the answer goes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press, type } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { ACCOUNT } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, until } from './page.ts';
import { AGENT, makeConversation, makeInbox, makeMessage, PROFILE } from './samples.ts';

const MIRA = `${ACCOUNT}/conversations/1`;
const ADDRESS = 'mira@visitor.example';
const server = startFakeServer();
const mail = makeMessage({
	content: 'Do you ship to Norway?',
	content_attributes: {
		email: {
			from: [ADDRESS],
			cc: ['bob@visitor.example', 'hello@shop.example'],
			subject: 'Shipping',
			text_content: { full: 'Do you ship to Norway?' },
			html_content: {},
		},
	},
});
const plain = makeConversation({
	last_non_activity_message: mail,
	additional_attributes: { mail_subject: 'Shipping' },
});
const mira = { ...plain, meta: { ...plain.meta, mail_address: ADDRESS } };
const shop = { ...makeInbox({ id: 1, name: 'Shop', website_token: 'shop' }), email: 'hello@shop.example' };
/** What was posted last. */
let sent: { content?: string; cc_emails?: string } = {};
let endDesk = () => {};

const CC = { role: 'textbox', name: 'Cc' } as const;
const cc = () => document.querySelector<HTMLInputElement>('dl input') ?? assert.fail('no field for Cc');
const text = () => document.querySelector('textarea') ?? assert.fail('no field');

before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop] }));
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) => ({
		data: { meta: {}, payload: query.has('updated_within') ? [] : [mira], next_cursor: null },
	}));
	server.answer(`GET ${MIRA}`, () => mira);
	server.answer(`GET ${MIRA}/messages`, () => ({ meta: {}, payload: [mail] }));
	server.answer(`POST ${MIRA}/update_last_seen`, () => mira);
	server.answer(`POST ${MIRA}/toggle_typing_status`, () => '');
	let id = 10;
	server.answer(`POST ${MIRA}/messages`, ({ body }) => {
		sent = body;
		const cc_emails = sent.cc_emails?.split(',') ?? ['bob@visitor.example'];
		return makeMessage({
			id: (id += 1),
			message_type: 1,
			sender: AGENT,
			content: sent.content ?? null,
			status: 'failed',
			content_attributes: { to_emails: [ADDRESS], cc_emails, external_error: 'REFUSED: no such user' },
		});
	});
	endDesk = await beginDesk(server);
});
after(() => endDesk());

test('the list and the thread show that it came by email', async () => {
	await until(() => findNamed('nav li [role=img]', 'By email'));
	await press({ selector: 'nav li > a' });
	await until(() => document.querySelector('dl input'));
	await until(() => document.querySelector('[role=log]')?.textContent?.includes('By email'));
});

test('the composer says to whom the answer goes and as what, with those whom the mail names', async () => {
	assert.ok(hasText(ADDRESS) && hasText('Re: Shipping'));
	assert.equal(cc().value, 'bob@visitor.example');
	assert.equal(findNamed('button', 'Interactive message'), undefined);
	assert.equal(findNamed('button', 'Video call'), undefined);
	await axeFindsNothing('main');
	await press('Private note');
	await until(() => !document.querySelector('dl input'));
	await press('Reply');
	await until(() => document.querySelector('dl input'));
});

test('an answer whose Cc nobody has changed leaves that to the server, and says where it went and that it failed', async () => {
	await type(text(), 'Yes');
	await key('Enter');
	await until(() => sent.content === 'Yes');
	assert.ok(!('cc_emails' in sent));
	await until(() => hasText('This email did not arrive: REFUSED: no such user'));
	assert.ok(hasText('Cc: bob@visitor.example'));
});

test('a wrong address in Cc is said and keeps the answer, a right one goes along', async () => {
	await fill(CC, 'carol');
	await until(() => hasText('Not an email address: carol'));
	await type(text(), 'Hello');
	sent = {};
	await key('Enter');
	await until(() => document.activeElement === cc());
	assert.equal(text().value, 'Hello');
	assert.deepEqual(sent, {});
	await fill(CC, 'carol@visitor.example');
	await until(() => !hasText('Not an email address'));
	await type(text(), ' Carol');
	await key('Enter');
	await until(() => sent.content === 'Hello Carol');
	assert.equal(sent.cc_emails, 'carol@visitor.example');
	await until(() => cc().value === 'carol@visitor.example');
});

test('Cc can be emptied', async () => {
	await fill(CC, '');
	await type(text(), 'For you alone');
	await key('Enter');
	await until(() => sent.content === 'For you alone');
	assert.equal(sent.cc_emails, '');
});
