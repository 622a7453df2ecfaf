/**
 * How the desk tells an agent that a visitor waits. The browser's own sound and notifications are
 * recorded in place of shown.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ConversationStatus, PushConversation, PushMessage } from '#protocol/entities/entities.ts';
import { CHIME_DURATION } from '#client/playChime.ts';
import { FakeNotification, fakeNotifications } from '../support/fakeNotification.ts';
import { press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { chooseInAgentMenu, hasText, inDialog, nextPaint, until } from './page.ts';
import { AGENT, makeConversation, makeMessage, makePushConversation, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const server = startFakeServer();
let endDesk = () => {};
const { AudioContext: PageAudioContext } = globalThis;
const restoreNotifications = fakeNotifications();
const hasFocus = document.hasFocus.bind(document);

let sounds = 0;
let soundedAt = -Infinity;
let isInSight = true;
let newestId = 10;
/** The newest message's id before the test. */
let newestBefore = newestId;

class CountedAudioContext extends PageAudioContext {
	constructor() {
		super();
		sounds += 1;
		soundedAt = performance.now();
	}
}

before(async () => {
	Object.assign(globalThis, { AudioContext: CountedAudioContext });
	document.hasFocus = () => isInSight;
	const mira = makeConversation();
	const jonas = makeConversation({
		id: 2,
		status: 'pending',
		meta: { ...mira.meta, sender: { ...mira.meta.sender, id: 18, name: 'Jonas Vik' } },
	});
	server.answer('GET /auth/desk_session', () => PROFILE);
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({
		data: { meta: {}, payload: [mira, jonas], next_cursor: null },
	}));
	server.answer(`GET ${ACCOUNT}/conversations/1`, () => mira);
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`POST ${ACCOUNT}/conversations/1/update_last_seen`, () => mira);
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
});

beforeEach(async () => {
	// While one sounds, there is no other.
	await until(isSilent);
	FakeNotification.shown = [];
	sounds = 0;
	newestBefore = newestId;
	isInSight = true;
	location.hash = '#/';
});

after(() => {
	endDesk();
	restoreNotifications();
	Object.assign(globalThis, { AudioContext: PageAudioContext });
	document.hasFocus = hasFocus;
});

test('a message of a visitor sounds, unless the agent looks at its conversation', async () => {
	receive({});
	await until(() => sounds === 1);
	location.hash = '#/conversations/1';
	await until(() => document.querySelector('textarea'));
	await until(isSilent);
	const { id } = receive({});
	await settle(id);
	assert.equal(sounds, 1);
	assert.equal(FakeNotification.shown.length, 0);
});

test("an answer to the team's question sounds once, is unread, and stands in the list in the visitor's words", async () => {
	const created_at = 1_767_600_000;
	const question = receive({ message_type: 1, sender: AGENT, sender_type: 'User', sender_id: AGENT.id, created_at });
	const answered_at = new Date((created_at + 60) * 1000).toISOString();
	const answered = {
		...question,
		content_type: 'input_email',
		content_attributes: { submitted_email: 'mira@visitor.example' },
		answered_at,
		conversation: { ...question.conversation, unread_count: 1, last_activity_at: created_at + 60 },
	};
	const change = [question.content_attributes, answered.content_attributes] as [unknown, unknown];
	server.push('message.updated', { ...answered, previous_changes: { content_attributes: change } });
	await until(() => sounds === 1);
	await until(() => document.querySelector('nav li')?.textContent.includes('mira@visitor.example'));
	assert.match(document.querySelector('nav li')?.textContent ?? '', /1 unread message/);
	assert.doesNotMatch(document.querySelector('nav li')?.textContent ?? '', /You:/);
	await until(isSilent);
	server.push('message.updated', { ...answered, previous_changes: { status: ['delivered', 'read'] } });
	const { id } = receive({});
	await settle(id);
	assert.equal(sounds, 2);
});

test('several messages at once sound once', async () => {
	receive({});
	receive({});
	const { id } = receive({});
	await settle(id);
	assert.equal(sounds, 1);
});

test('neither what colleagues write sounds, nor what visitors write to a colleague or to a bot', async () => {
	receive({ message_type: 1, sender: AGENT, sender_type: 'User', sender_id: AGENT.id });
	receive({ conversation: { ...makeMessage().conversation, assignee_id: 99 } });
	receive({ conversation_id: 2 });
	await nextPaint();
	assert.equal(sounds, 0);
	const { id } = receive({ conversation: { ...makeMessage().conversation, assignee_id: PROFILE.id } });
	await settle(id);
	assert.equal(sounds, 1);
});

test('a blocked visitor is not heard, even in a conversation that is open', async () => {
	receive({ sender: { ...VISITOR, blocked: true } });
	const { id } = receive({});
	await settle(id);
	assert.deepEqual(await announcedIds(), [id]);
});

test('a bot that answers in a conversation that the desk has not loaded yet is not rung for', async () => {
	const loaded = Promise.withResolvers<void>();
	server.answer(`GET ${ACCOUNT}/conversations/4`, () => {
		loaded.resolve();
		return makeConversation({ id: 4, status: 'pending' });
	});
	receive({ conversation_id: 4 });
	await loaded.promise;
	// Another one that is loaded later is announced after it.
	server.answer(`GET ${ACCOUNT}/conversations/5`, () => makeConversation({ id: 5 }));
	const { id } = receive({ conversation_id: 5 });
	await settle(id);
	assert.deepEqual(await announcedIds(), [id]);
});

test('a visitor who writes in a resolved conversation is heard once it opens, and not where a bot answers first', async () => {
	const writeTo = (conversationId: number, status: ConversationStatus) => {
		const resolved = makePushConversation({ id: conversationId, status: 'resolved' });
		server.push('conversation.created', resolved);
		const message = receive({ conversation_id: conversationId });
		const opened = { ...resolved, status, unread_count: 1, messages: [message] };
		server.push('conversation.status_changed', opened);
		return message.id;
	};
	writeTo(6, 'pending');
	const id = writeTo(7, 'open');
	await settle(id);
	assert.deepEqual(await announcedIds(), [id]);
});

test('the title counts what is unread where a person has to answer, and nobody else has taken it', async () => {
	const count = () => Number(/\d+/.exec(document.title)?.[0] ?? 0);
	const before = count();
	const unread = (id: number, facts: Partial<PushConversation>) =>
		server.push('conversation.created', makePushConversation({ id, unread_count: 1, ...facts }));
	const { meta } = makePushConversation();
	unread(20, { status: 'pending' });
	unread(21, { status: 'resolved' });
	unread(22, { meta: { ...meta, sender: { ...VISITOR, blocked: true } } });
	unread(23, { meta: { ...meta, assignee: { ...AGENT, id: 99 } } });
	unread(24, { meta: { ...meta, assignee: AGENT } });
	unread(25, {});
	await until(() => count() === before + 2);
});

test('a bot that hands a conversation over to people is heard', async () => {
	const messages = [makeMessage({ id: 5, conversation_id: 2 })];
	server.push('conversation.status_changed', makePushConversation({ id: 2, messages }));
	await until(() => sounds === 1);
});

test('a browser that refuses notifications leaves them off, and the dialog says so', async () => {
	FakeNotification.answer = 'denied';
	await chooseInAgentMenu('Sounds and notifications');
	const box = await until(() => findBox('Show a notification'));
	await press(box);
	await until(() => hasText('The browser blocks notifications from this address.'));
	assert.equal(findBox('Show a notification')?.checked, false);
	FakeNotification.answer = 'granted';
	await press(box);
	await until(() => findBox('Show a notification')?.checked);
	assert.equal(hasText('The browser blocks'), false);
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
});

test('while the agent looks elsewhere, the system shows who wrote what; pressing it opens the conversation', async () => {
	isInSight = false;
	receive({ content: 'Is it dishwasher safe?' });
	const notification = await until(() => FakeNotification.shown[0]);
	assert.equal(notification.title, VISITOR.name);
	assert.equal(notification.body, 'Is it dishwasher safe?');
	notification.dispatchEvent(new Event('click'));
	assert.equal(location.hash, '#/conversations/1');
	assert.ok(notification.isClosed);
});

test('a notification goes away when its conversation is opened, and none is shown to an agent who wants none', async () => {
	isInSight = false;
	receive({});
	const notification = await until(() => FakeNotification.shown[0]);
	isInSight = true;
	location.hash = '#/conversations/1';
	await until(() => notification.isClosed);
	location.hash = '#/';
	await chooseInAgentMenu('Sounds and notifications');
	await press(await until(() => findBox('Show a notification')));
	await press(findBox('Play a sound') ?? assert.fail());
	await until(() => !findBox('Play a sound')?.checked);
	await press(inDialog('Close'));
	sounds = 0;
	isInSight = false;
	const { id } = receive({});
	await settle(id);
	assert.deepEqual([sounds, FakeNotification.shown.length], [0, 1]);
});

function isSilent(): boolean {
	return performance.now() - soundedAt > CHIME_DURATION;
}

/** A message of a conversation arrives, by default the visitor's in the first conversation. */
function receive(facts: Partial<PushMessage>): PushMessage {
	newestId += 1;
	const message = makeMessage({ id: newestId, ...facts });
	server.push('message.created', message);
	return message;
}

/** Resolves when the desk has decided about a message: it holds the message's lock from then on. */
async function settle(id: number): Promise<void> {
	while (!(await announcedIds()).includes(id)) await new Promise(requestAnimationFrame);
	await new Promise(requestAnimationFrame);
}

/** Of the messages that the desk has told of in this test. */
async function announcedIds(): Promise<number[]> {
	const { held = [] } = await navigator.locks.query();
	return held
		.map(({ name = '' }) => Number(name.split('live-chat-widget:message:')[1]))
		.filter((id) => id > newestBefore)
		.toSorted((a, b) => a - b);
}

function findBox(label: string): HTMLInputElement | undefined {
	const boxes = [...document.querySelectorAll('label')].filter(({ textContent }) => textContent.startsWith(label));
	return boxes[0]?.querySelector('input') ?? undefined;
}
