/** Two agents who have the same conversation open see each other. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { hasText, until } from './page.ts';
import { AGENT, makeConversation, makeMessage, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const server = startFakeServer();
let endDesk = () => {};
const mira = makeConversation();
const noor = { ...AGENT, id: 6, name: 'Noor', available_name: 'Noor' };
const reports: unknown[] = [];
/** Who else has the conversation open, as the server knows it. */
let others = [noor];

before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({ data: { meta: {}, payload: [mira], next_cursor: null } }));
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`POST ${ACCOUNT}/conversations/1/viewing`, ({ body }) => {
		reports.push(body['viewing']);
		return { payload: others };
	});
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
});

after(() => endDesk());

test('who is there already is shown when the conversation opens, and who comes and leaves, at once', async () => {
	location.hash = '#/conversations/1';
	await until(() => hasText('Also viewing: Noor'));
	assert.equal(reports.at(-1), true);
	change([noor, { ...AGENT, id: 7, name: 'Nils', available_name: 'Nils' }]);
	await until(() => hasText('Also viewing: Noor and Nils'));
	change([]);
	await until(() => !hasText('Also viewing'));
});

test('whoever leaves the conversation says so', async () => {
	location.hash = '#/';
	await until(() => reports.at(-1) === false);
});

function change(now: typeof others): void {
	others = now;
	server.push('conversation.viewing', { conversation_id: 1, account_id: 1, users: [AGENT, ...others] });
}
