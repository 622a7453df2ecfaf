import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, until } from './page.ts';
import { makeConversation, makeMessage, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const STORED = 'live-chat-widget:resolving:desk';
const server = startFakeServer();
let endDesk = () => {};
const conversations = [1, 2, 3].map((id) => person(id, `Visitor ${id}`));
/** What was changed and sent, in that order. */
let asked: string[] = [];

/** One page for all tests: they follow one agent through one journey. */
before(async () => {
	localStorage.removeItem(STORED);
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) => ({
		data: { meta: {}, payload: query.has('updated_within') ? [] : conversations, next_cursor: null },
	}));
	for (const conversation of conversations) {
		const route = `${ACCOUNT}/conversations/${conversation.id}`;
		server.answer(`GET ${route}`, () => conversation);
		server.answer(`GET ${route}/messages`, () => ({ meta: {}, payload: [] }));
		server.answer(`POST ${route}/update_last_seen`, () => conversation);
		server.answer(`POST ${route}/toggle_status`, ({ body }) => {
			asked.push(`${String(body['status'])} ${conversation.id}`);
			return { payload: { current_status: body['status'] } };
		});
		server.answer(`POST ${route}/messages`, ({ body }) => {
			asked.push(`message ${conversation.id}`);
			return makeMessage({
				id: 50 + asked.length,
				conversation_id: conversation.id,
				content: String(body['content']),
				message_type: 1,
				sender_type: 'User',
				sender_id: PROFILE.id,
				echo_id: String(body['echo_id']),
			});
		});
	}
	endDesk = await beginDesk(server);
	await until(() => document.querySelectorAll('nav li > a').length === 3);
});

after(() => {
	localStorage.removeItem(STORED);
	endDesk();
});

test('after resolving, the next conversation of the list is shown, and Undo leads back', async () => {
	await press({ selector: 'nav li > a' });
	await press('Resolve');
	await until(() => location.hash === '#/conversations/2' && hasText('Done: Resolve'));
	assert.deepEqual(asked, ['resolved 1']);
	await press('Undo');
	await until(() => location.hash === '#/conversations/1' && findNamed('button', 'Resolve'));
	assert.deepEqual(asked, ['resolved 1', 'open 1']);
});

test('after a key that resolves, the next key is no text of the next conversation', async () => {
	asked = [];
	// As where Escape has led out of the composer.
	document.querySelector<HTMLElement>('[role=log]')?.focus();
	await key('e');
	await until(() => location.hash === '#/conversations/2' && document.activeElement?.role === 'log');
	await key('e');
	await until(() => location.hash === '#/conversations/3' && document.activeElement?.role === 'log');
	assert.deepEqual(asked, ['resolved 1', 'resolved 2']);
	assert.equal(document.querySelector<HTMLTextAreaElement>('section textarea')?.value, '');
	for (const id of [2, 1]) {
		location.hash = `#/conversations/${id}`;
		await until(() => findNamed('button', 'Reopen') && document.activeElement?.matches('section textarea'));
		await press('Reopen');
		await until(() => findNamed('button', 'Resolve'));
	}
});

test('“Send and resolve” sends first, by button or key; of the last one the list goes on before it', async () => {
	asked = [];
	await fill({ selector: 'section textarea' }, 'Goodbye');
	await press('Send and resolve');
	await until(() => location.hash === '#/conversations/2');
	assert.deepEqual(asked, ['message 1', 'resolved 1']);
	location.hash = '#/conversations/3';
	await until(() => hasText('Visitor 3') && document.querySelector('section textarea'));
	asked = [];
	await fill({ selector: 'section textarea' }, 'Bye');
	await key('Control+Shift+Enter');
	await until(() => location.hash === '#/conversations/2');
	assert.deepEqual(asked, ['message 3', 'resolved 3']);
});

test('a message that is refused resolves nothing', async () => {
	await until(() => hasText('Visitor 2') && document.querySelector('section textarea'));
	asked = [];
	server.answer(`POST ${ACCOUNT}/conversations/2/messages`, () => {
		throw 500;
	});
	await fill({ selector: 'section textarea' }, 'Anyone?');
	await press('Send and resolve');
	await until(() => hasText("Couldn't send, try again"));
	assert.deepEqual(asked, []);
	assert.equal(location.hash, '#/conversations/2');
});

test('an agent can have the conversation stay', async () => {
	(document.activeElement as HTMLElement).blur();
	await key('?');
	await press(inDialog('After resolving, open the next conversation'));
	await key('Escape');
	await press('Resolve');
	await until(() => findNamed('button', 'Reopen'));
	assert.equal(location.hash, '#/conversations/2');
});

function person(id: number, name: string): TeamConversation {
	const conversation = makeConversation({ id, last_activity_at: 1_767_600_000 - id });
	conversation.meta = { ...conversation.meta, sender: { ...conversation.meta.sender, id: 100 + id, name } };
	return conversation;
}
