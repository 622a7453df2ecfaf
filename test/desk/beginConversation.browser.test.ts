/** A conversation that the team begins, from a contact's page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, inMain, until } from './page.ts';
import { makeConversation, makeInbox, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const CONTACTS = `${ACCOUNT}/contacts`;
const server = startFakeServer();
const mails = document.createElement('meta');
mails.name = 'login-links';
let endDesk = () => {};
let contact: TeamContact;

const sessionIn = (id: number, hmac_verified = false) => ({
	source_id: `source-${id}`,
	hmac_verified,
	inbox: { id, avatar_url: '', name: '', channel_type: 'Channel::WebWidget' as const },
});

/** What the dialog says about how the message arrives. */
const hint = () => document.querySelector<HTMLElement>('dialog[open] [id$=-hint]')?.innerText ?? '';
const dialog = () => document.querySelector('dialog[open]');

async function open(change: Partial<TeamContact>): Promise<void> {
	contact = { ...contact, ...change };
	await press(inMain('Start a new conversation'));
	await until(() => dialog()?.querySelector('[id$=-hint]'));
}

async function close(): Promise<void> {
	await key('Escape');
	await until(() => !dialog());
}

/** One page for all tests: they follow one agent. */
before(async () => {
	await setViewport({ width: 1280, height: 800 });
	document.head.append(mails);
	const { type: _type, ...facts } = VISITOR;
	contact = {
		...facts,
		name: 'Mira',
		email: 'mira@visitor.example',
		identifier: null,
		availability_status: 'offline',
		created_at: 1_767_605_400,
		hmac_verified: false,
		labels: [],
	};
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({
		payload: [
			{ ...makeInbox({ id: 1, name: 'Blog', website_token: 'a' }), continuity_via_email: false },
			makeInbox({ id: 2, name: 'Shop', website_token: 'b' }),
		],
	}));
	server.answer(`GET ${CONTACTS}`, () => ({
		meta: { count: 1, current_page: 1, next_cursor: null },
		payload: [contact],
	}));
	server.answer(`GET ${CONTACTS}/${contact.id}`, () => ({ payload: contact }));
	server.answer(`GET ${CONTACTS}/${contact.id}/notes`, () => []);
	server.answer(`GET ${CONTACTS}/${contact.id}/conversations`, () => ({
		payload: [{ ...makeConversation({ id: 4 }), inbox_id: 2 }],
	}));
	endDesk = await beginDesk(server);
	await press({ role: 'link', name: 'Contacts' });
	await press(await until(() => findNamed('[data-row] a', 'Mira')));
	await until(() => findNamed('main h2', 'Mira'));
});

after(async () => {
	endDesk();
	mails.remove();
	await setViewport({ width: 800, height: 600 });
});

test('the dialog says how the message reaches the contact', async () => {
	const byMail = /or gets it by email/;
	const inChat = /in the chat\. It is not emailed/;
	await open({ contact_inboxes: [sessionIn(1)] });
	assert.match(hint(), byMail, 'the website of the last conversation mails');
	assert.equal(document.activeElement, dialog()?.querySelector('select'));
	await choose(inDialog('Website'), 'Blog');
	assert.match(hint(), inChat);
	await axeFindsNothing('dialog[open]');
	await choose(inDialog('Website'), 'Shop');
	await close();
	await open({ email_refusal: 'unsubscribed', contact_inboxes: [] });
	assert.match(hint(), /will not see it/);
	await close();
	delete contact.email_refusal;
	await open({ identifier: 'user-1', contact_inboxes: [sessionIn(1), sessionIn(2)] });
	assert.match(hint(), inChat, 'whoever claims to be the user may have given the address');
	await close();
	await open({ contact_inboxes: [sessionIn(1), sessionIn(2, true)] });
	assert.match(hint(), byMail, 'it is proven');
	await close();
	await open({ email: null });
	assert.match(hint(), inChat);
	mails.remove();
	await close();
	await open({ email: 'mira@visitor.example' });
	assert.match(hint(), inChat, 'the server sends no mail');
	await close();
});

test('the first message is sent, and the desk opens the conversation; what fails is not lost', async () => {
	const asked: unknown[] = [];
	await open({});
	await press(inDialog('Send'));
	await until(() => dialog()?.querySelector('textarea[aria-invalid=true]'));
	server.answer(`POST ${ACCOUNT}/conversations`, ({ body }) => {
		asked.push(body);
		throw 500;
	});
	await fill(inDialog(/^Message/), 'Your order\nis ready ');
	await press(inDialog('Send'));
	await until(() => hasText('That did not work. Try again.'));
	server.answer(`POST ${ACCOUNT}/conversations`, ({ body }) => {
		asked.push(body);
		return { ...makeConversation({ id: 9 }), inbox_id: 2 };
	});
	await press(inDialog('Send'));
	await until(() => !dialog() && location.hash === '#/conversations/9');
	const sent = { contact_id: contact.id, inbox_id: 2, message: { content: 'Your order\nis ready' } };
	assert.deepEqual(asked, [sent, sent]);
	location.hash = `#/contacts/${contact.id}`;
	await until(() => findNamed('main h2', 'Mira'));
});

test('closed with something typed, the dialog asks first', async () => {
	await open({});
	await fill(inDialog(/^Message/), 'Hello');
	await key('Escape');
	await press({ role: 'button', name: 'Continue editing' });
	await until(() => dialog()?.querySelector('textarea')?.value === 'Hello');
	await key('Escape');
	await press({ role: 'button', name: 'Discard changes' });
	await until(() => !dialog());
});
