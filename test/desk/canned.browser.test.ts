/** The texts that an agent inserts by a short code. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CannedResponse } from '#protocol/application/cannedResponseRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press, write } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, until } from './page.ts';
import { makeConversation, makeMessage, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const server = startFakeServer();
let endDesk = () => {};
const mira = makeConversation();
const sent: Record<string, unknown>[] = [];

/** One page for all tests: they follow one agent through one conversation. */
before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({ data: { meta: {}, payload: [mira], next_cursor: null } }));
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`POST ${ACCOUNT}/conversations/1/messages`, ({ body }) => {
		sent.push(body);
		return makeMessage({ id: 10 + sent.length, content: String(body['content']), message_type: 1 });
	});
	server.answer(`POST ${ACCOUNT}/conversations/1/toggle_typing_status`, () => null);
	server.answer(`GET ${ACCOUNT}/canned_responses`, () => []);
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
	location.hash = '#/conversations/1';
	await until(() => findNamed('textarea', 'Write to the visitor'));
});

after(() => endDesk());

test('without canned responses a slash leads to where one adds them, and the text is sent as it is', async () => {
	await type('/');
	await until(() => hasText('No saved replies yet.'));
	const link = findNamed('form a', 'Settings');
	link?.focus();
	await new Promise(requestAnimationFrame);
	assert.ok(link?.isConnected, 'the keyboard reaches it');
	assert.equal(document.activeElement, link);
	await press({ role: 'log' });
	await until(() => !hasText('No saved replies yet.'));
	await type('');
	await type('/');
	await until(() => hasText('No saved replies yet.'));
	await key('Enter');
	await until(() => sent.at(-1)?.['content'] === '/');
	await until(() => composer().value === '' && !hasText('No saved replies yet.'));
});

test('the list is read again each time, since others add to it', async () => {
	const loading = Promise.withResolvers<void>();
	server.answer(`GET ${ACCOUNT}/canned_responses`, async () => {
		await loading.promise;
		return RESPONSES;
	});
	// The list of the last time is still empty.
	await type('/');
	await until(() => hasText('No saved replies yet.'));
	loading.resolve();
	await until(() => options().length === 3);
	await type('');
	await until(() => options().length === 0);
});

test('short codes come first, arrow keys choose, and Enter inserts the text for editing', async () => {
	const count = sent.length;
	await type('Dear Mira, /re');
	await until(() => String(options()) === '/return,/refund,/hello');
	assert.equal(active(), '/return');
	await key('ArrowDown');
	await until(() => active() === '/refund');
	await key('ArrowUp');
	await key('ArrowUp');
	await until(() => active() === '/hello');
	await key('ArrowDown');
	await until(() => active() === '/return');
	await axeFindsNothing();
	await key('Enter');
	await until(() => composer().value === 'Dear Mira, Send it back within 30 days.');
	assert.equal(document.activeElement, composer());
	assert.equal(composer().selectionStart, composer().value.length);
	assert.equal(options().length, 0);
	assert.equal(sent.length, count, 'nothing is sent yet');
	await key('Enter');
	await until(() => sent.at(-1)?.['content'] === 'Dear Mira, Send it back within 30 days.');
});

test('Escape closes the list until the next slash, and a press inserts too', async () => {
	await type('/ref');
	await until(() => options().length === 1);
	await key('Escape');
	await until(() => options().length === 0);
	await write('u');
	assert.equal(composer().value, '/refu');
	await new Promise(requestAnimationFrame);
	assert.equal(options().length, 0);
	await write(' /ref');
	await until(() => options().length === 1);
	await press({ selector: '[role=option]' });
	await until(() => composer().value === '/refu You get {{contact.name}}’s money back.');
	await type('');
});

test('a button opens the list, also behind a word, and the choice takes the place of its slash', async () => {
	await press('Saved replies');
	await until(() => options().length === 3);
	assert.equal(document.activeElement, composer());
	await key('Escape');
	await until(() => options().length === 0);
	await press('Saved replies');
	await until(() => options().length === 3);
	assert.equal(composer().value, '/', 'the slash that is there is used');
	await type('Dear Mira,');
	await press('Saved replies');
	await until(() => options().length === 3);
	await write('re');
	await until(() => String(options()) === '/return,/refund,/hello');
	await key('Enter');
	await until(() => composer().value === 'Dear Mira, Send it back within 30 days.');
	await type('');
});

test('the list begins with its first response each time, whatever was chosen in it before', async () => {
	const open = async (): Promise<void> => {
		await type('/');
		await until(() => options().length === 3);
		assert.equal(active(), '/hello');
		await key('ArrowDown');
		await key('ArrowDown');
		await until(() => active() === '/refund');
	};
	await open();
	await key('Enter');
	await until(() => composer().value.startsWith('You get'));
	await type('');
	await open();
	await key('Escape');
	await until(() => options().length === 0);
	await type('');
	await open();
	await type('');
	await until(() => options().length === 0);
	await open();
	// The focus leaves the field.
	await press({ role: 'log' });
	await until(() => options().length === 0);
	await type('');
	await open();
	await type('');
});

test('the last response is the chosen one where the list has become shorter', async () => {
	const loading = Promise.withResolvers<void>();
	server.answer(`GET ${ACCOUNT}/canned_responses`, async () => {
		await loading.promise;
		return RESPONSES.slice(0, 2);
	});
	await type('/');
	await until(() => options().length === 3);
	await key('ArrowUp');
	await until(() => active() === '/refund');
	loading.resolve();
	await until(() => options().length === 2);
	assert.equal(active(), '/return');
	await key('Enter');
	await until(() => composer().value === 'Send it back within 30 days.');
	await type('');
});

test('a path is no short code', async () => {
	await type('Look at /etc/hosts or yes/no');
	await new Promise(requestAnimationFrame);
	assert.equal(options().length, 0);
	await type('/nothing');
	await new Promise(requestAnimationFrame);
	await key('Enter');
	await until(() => sent.at(-1)?.['content'] === '/nothing');
});

const RESPONSES: CannedResponse[] = [
	response(1, 'hello', 'Good day! We are here again.'),
	response(2, 'return', 'Send it back within 30 days.'),
	response(3, 'refund', 'You get {{contact.name}}’s money back.'),
];

function response(id: number, short_code: string, content: string): CannedResponse {
	const at = '2026-01-05T08:00:00.000Z';
	return { id, account_id: 1, short_code, content, translations: {}, created_at: at, updated_at: at, etag: `"${id}"` };
}

function composer(): HTMLTextAreaElement {
	const field = document.querySelector('textarea');
	if (!field) throw new Error('There is no composer');
	return field;
}

function type(text: string): Promise<void> {
	return fill(composer(), text);
}

function options(): (string | null | undefined)[] {
	return [...document.querySelectorAll('[role=option] bdi:first-child')].map(({ textContent }) => textContent);
}

function active(): string | null | undefined {
	const id = composer().getAttribute('aria-activedescendant');
	return id ? document.getElementById(id)?.querySelector('bdi')?.textContent : undefined;
}
