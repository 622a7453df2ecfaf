/** What a visitor chooses to write about, at home (docs/wire.md, Topics). */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const TOPICS = [
	{ id: 'returns', name: 'Returns' },
	{ id: 'press', name: 'Press' },
];
const ADDRESS = { event: 'change-url', referrerURL: 'https://shop.example/', referrerHost: 'shop.example' } as const;

let chat: Chat;
/** Bodies of the requests that carried a message, in order. */
let sent: Record<string, unknown>[];
/** The server does not answer the next messages. */
let isLost: boolean;

beforeEach(() => {
	chat = new Chat();
	sent = [];
	isLost = false;
	server.answer(`POST ${API}/messages`, ({ body }) => {
		sent.push(body);
		if (isLost) throw 503;
		return answerTo(body);
	});
	for (const action of ['toggle_typing', 'update_last_seen'])
		server.answer(`POST ${API}/conversations/${action}`, () => null);
});
afterEach(async () => {
	isLost = false;
	// What waits when a chat is closed may be stored after the next one has cleared the storage,
	// which would send it.
	await until(() => !document.querySelector('[data-state=in_progress]'));
	chat.close();
});
after(() => server.stop());

test('home offers the topics in their order, and the conversation begins with the one that is pressed', async () => {
	open();
	await until(() => findNamed('main button', 'Returns'));
	assert.deepEqual(
		[...document.querySelectorAll('main section button')].map(({ textContent }) => textContent),
		['Returns', 'Press', 'Start Conversation'],
	);
	await axeFindsNothing();
	await press({ name: 'Press', within: { selector: 'main' } });
	await write('Hello');
	await write('And a picture?');
	assert.deepEqual(
		sent.map(({ topic }) => topic),
		['press', undefined],
	);
});

test('who chooses no topic, or another way in the end, begins without that', async () => {
	open();
	await press({ name: 'Press', within: { selector: 'main' } });
	await press({ name: 'Back', within: { selector: 'header' } });
	await press({ name: 'Start Conversation', within: { selector: 'main' } });
	await write('Hello');
	assert.ok(!('topic' in (sent[0] ?? {})));
});

test('the choice survives a reload before the message is written', async () => {
	open();
	await press({ name: 'Returns', within: { selector: 'main' } });
	await until(composer);
	chat.close();
	open();
	(await until(composer)).focus();
	await write('Hello');
	assert.equal(sent[0]?.['topic'], 'returns');
});

test('a message that is sent again after a failure is about the same topic', async () => {
	open();
	await press({ name: 'Returns', within: { selector: 'main' } });
	isLost = true;
	await write('Hello', 1);
	isLost = false;
	await until(() => sent.length > 1);
	assert.deepEqual([sent[0]?.['topic'], sent.at(-1)?.['topic']], ['returns', 'returns']);
});

test('a message that waits is about its topic also where the visitor has been at home meanwhile', async () => {
	open();
	await press({ name: 'Returns', within: { selector: 'main' } });
	isLost = true;
	await write('Hello', 1);
	await press({ name: 'Back', within: { selector: 'header' } });
	await press({ name: 'Continue conversation', within: { selector: 'main' } });
	await until(composer);
	isLost = false;
	const lost = sent.length;
	await until(() => sent.length > lost);
	assert.equal(sent.at(-1)?.['topic'], 'returns');
});

test('where the page has chosen, home offers nothing, and the conversation begins about that', async () => {
	open('framed');
	chat.tell({ event: 'config-set', topic: 'returns', isOpen: true });
	chat.tell(ADDRESS);
	const start = () => findNamed('main button', 'Start Conversation');
	await press(await until(() => !findNamed('main button', 'Press') && start()));
	await until(composer);
	chat.tell({ event: 'config-set', topic: 'press' });
	await until(() => chat.store.get(hostAtom).topic === 'press');
	await write('Hello');
	assert.equal(sent[0]?.['topic'], 'press');
});

test('a topic that the channel does not have is ignored, and the console names those that it has', async () => {
	const warnings: unknown[] = [];
	const { warn } = console;
	console.warn = (...words: unknown[]) => warnings.push(...words);
	try {
		open('framed');
		chat.tell({ event: 'config-set', topic: 'unheard', isOpen: true });
		await until(() => warnings.length > 0 && findNamed('main button', 'Press'));
		assert.deepEqual(warnings, ['live-chat-widget: the website has no topic "unheard". Its topics: returns, press']);
	} finally {
		console.warn = warn;
	}
});

test('the pre-chat form comes first, and its message begins the conversation about the topic', async () => {
	const field = { field_type: 'standard', type: 'text', required: true, enabled: true } as const;
	const started: Record<string, unknown>[] = [];
	server.answer(`POST ${API}/conversations`, ({ body }) => {
		started.push(body);
		return { id: 43, inbox_id: 3, status: 'open', messages: [answerTo(body)] };
	});
	open('window', {
		preChatFormEnabled: true,
		preChatFormOptions: { pre_chat_message: null, pre_chat_fields: [{ ...field, name: 'fullName', label: 'Name' }] },
	});
	await press({ name: 'Returns', within: { selector: 'main' } });
	const name = await until(() => document.querySelector<HTMLInputElement>('form input'));
	await fill(name, 'Ada Lee');
	await fill(await until(() => document.querySelector<HTMLTextAreaElement>('form textarea')), 'Hello');
	await press({ selector: 'form [type=submit]' });
	await until(() => started.length === 1);
	assert.deepEqual([started[0]?.['topic'], started[0]?.['contact']], ['returns', { name: 'Ada Lee' }]);
});

test('a new conversation after one that has ended is begun at home, where the topics are', async () => {
	open();
	await press({ name: 'Returns', within: { selector: 'main' } });
	await write('Hello');
	// Before the answer to the message, the chat does not know the conversation.
	await until(() => hasText('Sent'));
	await until(() => chat.store.get(connectionAtom) === 'connected');
	server.push('conversation.status_changed', { id: 43, inbox_id: 3, status: 'resolved', labels: [] } as never);
	await press('Start a new conversation');
	await press({ name: 'Press', within: { selector: 'main' } });
	const started: Record<string, unknown>[] = [];
	server.answer(`POST ${API}/conversations`, ({ body }) => {
		started.push(body);
		return { id: 44, inbox_id: 3, status: 'open', messages: [{ ...answerTo(body), conversation_id: 44 }] };
	});
	const field = await until(composer);
	await fill(field, 'Something else');
	await key('Enter');
	await until(() => started.length === 1);
	assert.equal(started[0]?.['topic'], 'press');
});

function open(where: Parameters<Chat['open']>[1] = 'window', channel: object = {}): void {
	chat.open({ channel: { ...makePage().channel, topics: TOPICS, ...channel } }, where);
}

function composer(): HTMLTextAreaElement | undefined {
	return findNamed<HTMLTextAreaElement>('textarea', 'Type your message');
}

async function write(content: string, count = sent.length + 1): Promise<void> {
	const field = await until(composer);
	await fill(field, content);
	await key('Enter');
	await until(() => sent.length >= count);
}

function answerTo(body: Record<string, unknown>): Message {
	const { content, echo_id } = body['message'] as { content: string; echo_id: string };
	return {
		id: 900 + sent.length,
		content,
		echo_id,
		message_type: 0,
		content_type: 'text',
		content_attributes: {},
		created_at: 1_800_000_000,
		conversation_id: 43,
	};
}
