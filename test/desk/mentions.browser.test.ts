/** People whom an agent names in a private note. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press, write } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, until } from './page.ts';
import { makeConversation, makeMessage, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const server = startFakeServer();
let endDesk = () => {};
const sent: Record<string, unknown>[] = [];
const noor = { id: 6, name: 'Noor Vos (night)', available_name: 'Noor', thumbnail: '', availability_status: 'online' };
const NOOR = '[@Noor Vos (night)](mention://user/6/Noor%20Vos%20%28night%29)';

before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({
		data: { meta: {}, payload: [makeConversation()], next_cursor: null },
	}));
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`POST ${ACCOUNT}/conversations/1/messages`, ({ body }) => {
		sent.push(body);
		return makeMessage({ id: 10 + sent.length, content: String(body['content']), message_type: 1, private: true });
	});
	server.answer(`POST ${ACCOUNT}/conversations/1/toggle_typing_status`, () => null);
	server.answer(`GET ${ACCOUNT}/inboxes/1/assignable_agents`, () => ({
		payload: [{ ...noor, id: 5, name: 'Ada' }, noor],
	}));
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
	location.hash = '#/conversations/1';
	await until(() => findNamed('textarea', 'Write to the visitor'));
});
after(() => endDesk());

test('in an answer to the visitor an @ offers nobody', async () => {
	await fill(composer(), '@');
	await new Promise(requestAnimationFrame);
	assert.equal(options().length, 0);
	await fill(composer(), '');
});

test('in a note an @ offers people; the one who is chosen is named when the note is sent, and read by name', async () => {
	await press(findNamed('button', 'Private note') ?? assert.fail());
	await fill(composer(), 'Please look, @no');
	await until(() => options().join() === '@Noor Vos (night)');
	await axeFindsNothing();
	await key('Enter');
	await until(() => composer().value === 'Please look, @Noor Vos (night) ');
	await write('and @Bo');
	await key('Enter');
	await until(() => sent.at(-1)?.['content'] === `Please look, ${NOOR} and @Bo`);
	await until(() => hasText('Please look, @Noor Vos (night) and @Bo'));
	assert.ok(!hasText('mention:'));
});

test('a person is chosen by touch, and a name that was deleted again names nobody', async () => {
	await fill(composer(), '@');
	await until(() => options().length === 2);
	await press(document.querySelectorAll<HTMLElement>('[role=option]')[1] ?? assert.fail());
	await until(() => composer().value === '@Noor Vos (night) ');
	await fill(composer(), 'Nobody');
	await key('Enter');
	await until(() => sent.at(-1)?.['content'] === 'Nobody');
});

function composer(): HTMLTextAreaElement {
	return document.querySelector('form textarea') ?? assert.fail();
}

function options(): (string | null)[] {
	return [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
}
