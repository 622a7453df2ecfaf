import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { until } from '../desk/page.ts';
import { fill, key } from '../support/browser/input.ts';
import { bubble, Conversation, server } from './conversation.ts';

const POST = 'POST /api/v1/widget/messages';
const LOCK = 'live-chat-widget:outbox:demo';
const OUTBOX = 'live-chat-widget:outbox:demo:';

let chat: Conversation;
let field: HTMLTextAreaElement;
/** Ends the other tab's turn. */
let release = () => {};

beforeEach(async () => {
	chat = new Conversation();
	chat.add('Hello');
	field = await chat.open();
	await fill(field, 'Hi');
	await until(() => field.value === 'Hi');
});
afterEach(() => {
	release();
	chat.close();
});
after(() => server.stop());

const texts = () => chat.sent.map(({ content }) => content);
const kept = () => Object.keys(localStorage).filter((name) => name.startsWith(OUTBOX));

/**
 * The calls that begin while the key is being handled: what the chat reads at its start may come at
 * any time.
 */
async function sendAndListCalls(): Promise<string[]> {
	const earlier = server.calls.length;
	let called: string[] = [];
	document.addEventListener('keydown', () => (called = server.calls.slice(earlier)), { once: true });
	await key('Enter');
	return called;
}

const isLocked = async () => ((await navigator.locks.query()).held ?? []).some(({ name }) => name === LOCK);

test('a message is stored and its request sent, before all others, while the key is still being handled', async () => {
	let keptThen: string[] = [];
	server.answer(POST, ({ body }) => {
		const { content, echo_id } = body['message'] as { content: string; echo_id: string };
		return chat.add(content, { message_type: 0, echo_id });
	});
	const { fetch: send } = globalThis;
	globalThis.fetch = (...request) => {
		if (keptThen.length === 0) keptThen = kept();
		return send(...request);
	};
	const [called] = await sendAndListCalls();
	globalThis.fetch = send;
	assert.equal(called, POST);
	assert.equal(keptThen.length, 1);
	await until(() => kept().length === 0);
	assert.equal(server.calls.filter((call) => call === POST).length, 1);
});

test("a message does not wait for another tab's turn, and the next turn is that tab's once the server has the message", async () => {
	await new Promise<void>((isHeld) => {
		void navigator.locks.request(LOCK, () => {
			isHeld();
			return new Promise<void>((resolve) => (release = resolve));
		});
	});
	let answer = () => {};
	const isAnswered = new Promise<void>((resolve) => (answer = resolve));
	server.answer(POST, async ({ body }) => {
		await isAnswered;
		const { content, echo_id } = body['message'] as { content: string; echo_id: string };
		chat.sent.push({ content });
		return chat.add(content, { message_type: 0, echo_id });
	});
	assert.equal((await sendAndListCalls())[0], POST);
	let isTurn = false;
	const turn = navigator.locks.request(LOCK, () => void (isTurn = true));
	release();
	await until(isLocked);
	assert.ok(!isTurn);
	answer();
	await turn;
	assert.deepEqual(texts(), ['Hi']);
	assert.deepEqual(kept(), []);
});

test('messages of another tab that wait are sent first', async () => {
	const waiting = { echoId: 'other', content: 'Before', queuedAt: 1, referrerUrl: '' };
	const progress = { state: 'in_progress', failures: 0, isAttempted: true, afterId: 0 };
	localStorage.setItem(`${OUTBOX}other`, JSON.stringify({ ...waiting, ...progress }));
	await key('Enter');
	await until(() => texts().length === 2);
	assert.deepEqual(texts(), ['Before', 'Hi']);
});

test("beside the visitor's last message stands what became of it, and beside no other", async () => {
	await key('Enter');
	await until(() => bubble('Hi')?.textContent.endsWith('Sent'));
	await fill(field, 'Anybody there?');
	await key('Enter');
	await until(
		() => bubble('Anybody there?')?.textContent.endsWith('Sent') && !bubble('Hi')?.textContent.includes('Sent'),
	);
	const last = chat.messages.at(-1);
	assert.ok(last);
	for (const [status, word] of [
		['delivered', 'Delivered'],
		['read', 'Read'],
	] as const) {
		chat.change(last, { status });
		await until(() => bubble('Anybody there?')?.textContent.endsWith(word));
	}
	chat.say('Here we are');
	await until(() => bubble('Here we are') && bubble('Anybody there?')?.textContent.endsWith('Read'));
});
