/** Who follows a conversation, in the details beside it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { hasText, inFacts, until } from './page.ts';
import { makeAgent, makeConversation, makeMessage, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const PARTICIPANTS = `${ACCOUNT}/conversations/1/participants`;
const server = startFakeServer();
let endDesk = () => {};
const people = [makeAgent({ id: PROFILE.id, name: 'Ada' }), makeAgent({ id: 9, name: 'Noor' })];
let followers = [9];
let isBroken = false;

before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	const mira = makeConversation();
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({ data: { meta: {}, payload: [mira], next_cursor: null } }));
	server.answer(`GET ${ACCOUNT}/conversations/1`, () => mira);
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`GET ${ACCOUNT}/inboxes/1/assignable_agents`, () => ({ payload: people }));
	server.answer(`GET ${PARTICIPANTS}`, () => people.filter(({ id }) => followers.includes(id)));
	const change = (how: (ids: readonly number[]) => number[]) => (request: { body: Record<string, unknown> }) => {
		if (isBroken) throw 500;
		followers = how(request.body['user_ids'] as number[]);
		return [];
	};
	server.answer(
		`POST ${PARTICIPANTS}`,
		change((ids) => [...followers, ...ids]),
	);
	server.answer(
		`DELETE ${PARTICIPANTS}`,
		change((ids) => followers.filter((id) => !ids.includes(id))),
	);
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
	location.hash = '#/conversations/1';
	await until(() => document.querySelector('textarea'));
});
after(() => endDesk());

const listed = () => [...document.querySelectorAll('aside details li')].map(({ textContent }) => textContent);

test('the followers are read when they are asked for; one follows, and follows no longer', async () => {
	assert.ok(!server.calls.some((call) => call.includes('participants')));
	if (!document.querySelector('aside')) await press('Details');
	await press({ selector: 'aside summary' });
	await until(() => listed().some((text) => text.includes('Noor')));
	await press(inFacts('Follow'));
	await until(() => listed().length === 2);
	await press(inFacts('Unfollow'));
	await until(() => listed().length === 1);
	assert.deepEqual(followers, [9]);
});

test('colleagues are added and removed, until nobody follows it', async () => {
	await choose({ selector: 'aside details [aria-haspopup=menu]' }, 'Noor');
	await until(() => hasText('Nobody follows this conversation.'));
	assert.deepEqual(followers, []);
	await key('Escape');
});

test('a change that fails says so', async () => {
	isBroken = true;
	await press(inFacts('Follow'));
	await until(() => hasText('That did not work. Try again.'));
	isBroken = false;
	await press(inFacts('Follow'));
	await until(() => listed().length === 1 && !hasText('That did not work.'));
});
