import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import type { ServerEventData } from '#protocol/entities/realtime.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { conversationStatusAtom } from '../../src/widget/features/conversation/conversation.ts';
import { isWaitingAtom, messagesAtom } from '../../src/widget/features/messages/messages.ts';
import { unreadCountAtom } from '../../src/widget/features/unread/unread.ts';
import { routeAtom } from '../../src/widget/app/routing/route.ts';
import { until } from '../desk/page.ts';
import { Chat, server } from './chat.ts';
import { holdTimers } from './heldTimers.ts';
import { FIRST_READ_DELAY } from '../../src/widget/app/connectRealtime.ts';

const READ = 'GET /api/v1/widget/messages';
const CONVERSATION_READ = 'GET /api/v1/widget/conversations';
const SEEN_AT = 4_000_000_000;
const conversation = { id: 43, inbox_id: 3, contact_last_seen_at: SEEN_AT, status: 'open' };
const session = { authToken: 'known', pubsubToken: 'pubsub' };

let chat: Chat;
let history: Message[];

beforeEach(() => {
	chat = new Chat();
	history = [makeMessage(1, 'Welcome')];
	server.answer(READ, () => ({ payload: history, meta: { contact_last_seen_at: SEEN_AT, conversation } }));
	server.answer(CONVERSATION_READ, () => conversation);
});

afterEach(() => chat.close());
after(() => server.stop());

const shown = () => chat.store.get(messagesAtom).map(({ content }) => content);
const reads = () => server.calls.filter((call) => call === READ).length;
const conversationReads = () => server.calls.filter((call) => call === CONVERSATION_READ);

test('a closed chat reads once, and misses no message from before or after it is connected', async () => {
	const answer = Promise.withResolvers<void>();
	server.answer(READ, async () => {
		const payload = history;
		await answer.promise;
		return { payload, meta: { contact_last_seen_at: SEEN_AT, conversation } };
	});
	chat.open({ session }, 'closed');
	history = [...history, makeMessage(2, 'Before')];
	await until(() => reads() === 1);
	assert.equal(chat.store.get(connectionAtom), 'connected');
	push(makeMessage(3, 'While it reads'));
	answer.resolve();
	await until(() => shown().join() === 'Welcome,Before,While it reads');
	push(makeMessage(4, 'After'));
	await until(() => shown().at(-1) === 'After');
	assert.equal(reads(), 1);
	assert.deepEqual(conversationReads(), []);
});

test('an answer that was read before is not previewed where an event tells of it while the chat reads', async () => {
	const answer = Promise.withResolvers<void>();
	server.answer(READ, async () => {
		await answer.promise;
		return { payload: history, meta: { contact_last_seen_at: SEEN_AT, conversation } };
	});
	chat.open({ session }, 'closed');
	await until(() => reads() === 1);
	const views: string[] = [];
	chat.store.sub(routeAtom, () => views.push(chat.store.get(routeAtom)));
	const counts: number[] = [];
	chat.store.sub(unreadCountAtom, () => counts.push(chat.store.get(unreadCountAtom)));
	push(makeMessage(1, 'Welcome'));
	await until(() => shown().join() === 'Welcome');
	answer.resolve();
	await until(() => !chat.store.get(isWaitingAtom));
	assert.deepEqual([views, counts], [[], []]);
	push({ ...makeMessage(2, 'News'), created_at: SEEN_AT + 1 });
	await until(() => chat.store.get(routeAtom) === 'unread-messages');
	assert.equal(chat.store.get(unreadCountAtom), 1);
});

test('a server whose messages do not bring the conversation along is asked for it', async () => {
	server.answer(READ, () => ({ payload: history, meta: { contact_last_seen_at: SEEN_AT } }));
	chat.open({ session }, 'closed');
	await until(() => shown().join() === 'Welcome');
	assert.equal(chat.store.get(conversationStatusAtom), 'open');
	assert.equal(conversationReads().length, 1);
});

test('a closed chat whose connection takes long reads without it', async () => {
	const patience = holdTimers(FIRST_READ_DELAY);
	// The test's server does not speak this protocol.
	chat.open({ session, cable: 'action-cable' }, 'closed');
	await until(() => patience.count > 0);
	assert.equal(reads(), 0);
	patience.ring();
	await until(() => shown().join() === 'Welcome');
	patience.release();
});

test('a chat opened before it is connected reads at once', async () => {
	chat.open({ session, cable: 'action-cable' }, 'closed');
	assert.equal(reads(), 0);
	chat.tell({ event: 'toggle-open', isOpen: true });
	await until(() => shown().join() === 'Welcome');
	assert.notEqual(chat.store.get(connectionAtom), 'connected');
});

/** Pushes a message with the fields that the chat needs. */
function push(message: Message): void {
	server.push('message.created', message as ServerEventData<'message.created'>);
}

function makeMessage(id: number, content: string): Message {
	return {
		id,
		content,
		message_type: 1,
		content_type: 'text',
		content_attributes: {},
		created_at: 1_767_600_000 + id,
		conversation_id: 43,
	};
}
