/** What a page that wants to be asked does with messages before the visitor sees them. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { PushMessage } from '#protocol/entities/entities.ts';
import type { RareToHost } from '#protocol/frame/rareToHost.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { messagesAtom, newestIdAtom } from '../../src/widget/features/messages/messages.ts';
import { hasText, until } from '../desk/page.ts';
import { Chat, server } from './chat.ts';

type Question = Extract<RareToHost, { event: 'ask' }>;

const API = '/api/v1/widget';
const ADA = { id: 5, name: 'Ada Lovelace', available_name: 'Ada', avatar_url: '', type: 'user' };

let chat: Chat;

beforeEach(() => {
	chat = new Chat();
	location.hash = '#/messages';
	server.answer(`GET ${API}/conversations`, () => ({ id: 43, inbox_id: 3, contact_last_seen_at: 4e9, status: 'open' }));
	server.answer(`GET ${API}/messages`, () => ({
		payload: [make(7, 'A question', { message_type: 0 }), make(8, 'A secret'), make(9, 'An answer')],
	}));
	server.answer(`POST ${API}/conversations/update_last_seen`, () => null);
});
afterEach(() => chat.close());
after(() => server.stop());

function make(id: number, content: string, changes: object = {}) {
	return {
		id,
		content,
		message_type: 1,
		content_type: 'text',
		content_attributes: {},
		conversation_id: 43,
		created_at: 1_767_600_000 + id,
		sender: ADA,
		sender_type: 'User',
		...changes,
	};
}

const questions = () => chat.heard.filter((message): message is Question => message.event === 'ask');
const questionOf = (id: number) => until(() => questions().find(({ detail }) => detail['id'] === id));
const isTold = (id: number) => chat.heard.some((message) => message.event === 'onMessage' && message.data['id'] === id);

function answer({ id, detail }: Question, isRefused: boolean) {
	chat.tell({ event: 'answer', id, isRefused, detail });
}

async function open() {
	chat.open({ session: { authToken: 'known', pubsubToken: 'pubsub' } }, 'framed');
	chat.tell({ event: 'config-set', askBefore: 'message' });
	await until(() => chat.store.get(connectionAtom) === 'connected');
}

test('messages that the page refuses are not shown, and the others are, each asked for once', async () => {
	await open();
	answer(await questionOf(8), true);
	answer(await questionOf(9), false);
	await until(() => hasText('An answer'));
	assert.ok(!hasText('A secret'));
	assert.ok(hasText('A question'), "the visitor's own");
	assert.deepEqual(
		questions().map(({ about, detail }) => [about, detail['id']]),
		[
			['message', 8],
			['message', 9],
		],
	);

	server.push('message.updated', make(8, 'A secret, corrected') as unknown as PushMessage);
	server.push('message.updated', make(9, 'An answer, corrected') as unknown as PushMessage);
	await until(() => hasText('An answer, corrected'));
	assert.ok(!hasText('A secret'));
	assert.equal(questions().length, 2);
});

test('a pushed message that the page refuses is told to nobody', async () => {
	await open();
	answer(await questionOf(8), false);
	answer(await questionOf(9), false);
	await until(() => hasText('An answer'));
	server.push('message.created', make(10, 'Not for you') as unknown as PushMessage);
	const question = await questionOf(10);
	assert.equal(question.detail['content'], 'Not for you');
	assert.ok(!hasText('Not for you'), 'it waits for the page');
	answer(question, true);
	await until(() => chat.store.get(newestIdAtom) === 10);
	server.push('message.created', make(11, 'For you') as unknown as PushMessage);
	answer(await questionOf(11), false);
	await until(() => hasText('For you') && isTold(11));
	assert.ok(!hasText('Not for you'));
	assert.ok(!isTold(10));
});

test("messages about which the page answers after another user has come are not in that user's thread", async () => {
	server.answer(`PATCH ${API}/contact/set_user`, () => ({ id: 2, widget_auth_token: 'of-grace' }));
	await open();
	const late = [await questionOf(8), await questionOf(9)];
	server.push('message.created', make(10, 'A pushed secret') as unknown as PushMessage);
	late.push(await questionOf(10));

	server.answer(`GET ${API}/conversations`, () => ({
		id: 44,
		inbox_id: 3,
		contact_last_seen_at: 4e9,
		status: 'open',
	}));
	server.answer(`GET ${API}/messages`, () => ({
		payload: [make(20, 'For Grace', { conversation_id: 44 })],
	}));
	chat.tell({ event: 'set-user', identifier: 'grace', user: {} });
	const question = await questionOf(20);
	for (const one of late) answer(one, false);
	answer(question, false);
	await until(() => hasText('For Grace'));
	assert.deepEqual(
		chat.store.get(messagesAtom).map(({ id }) => id),
		[20],
	);
	for (const text of ['A question', 'A secret', 'An answer', 'A pushed secret']) assert.ok(!hasText(text), text);
	assert.ok(!isTold(10));
});
