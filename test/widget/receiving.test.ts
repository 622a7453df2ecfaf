import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { ToHost } from '#protocol/lateToHost.ts';
import { ChatServer } from './chatServer.ts';
import { type Frame, openFrame } from './frame.ts';
import { until } from './until.ts';

const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
const { hasOlderAtom, loadMessagesFrom, loadOlderMessages } =
	await import('../../src/widget/features/messages/reading.ts');
const { hostAtom } = await import('../../src/widget/features/host/host.ts');
const { connectionAtom } = await import('../../src/widget/features/connection/connection.ts');
const { hasEndedAtom, isSeenAtom } = await import('../../src/widget/features/conversation/conversation.ts');
const { typingAgentAtom } = await import('../../src/widget/features/conversation/typing.ts');
const { availableAgentsAtom, loadAgents } = await import('../../src/widget/features/availability/agents.ts');

const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };
let server: ChatServer;
let frame: Frame;

beforeEach(async () => {
	server = await ChatServer.start();
	server.admit('known');
	server.say('Welcome', { isPushed: false });
	frame = await openFrame(server, { session: SESSION });
	await untilConnected();
	await untilShown('Welcome');
});

afterEach(async () => {
	await frame.stop();
	await server.stop();
});

/** The messages of that name which the page has received. */
function heardOf<E extends ToHost['event']>(event: E) {
	return frame.heard.filter((message): message is Extract<ToHost, { event: E }> => message.event === event);
}

const shown = () => frame.store.get(shownMessagesAtom).map(({ content }) => content);
const untilConnected = () => until('it is connected', () => frame.store.get(connectionAtom) === 'connected');
const untilShown = (...expected: string[]) =>
	until(`it shows ${expected.join()}`, () => shown().join() === expected.join());

/** Resolves in the moment of the loss: the pause before the next attempt is random, and may be over before another look. */
async function loseConnection(cut: () => Promise<void> | void): Promise<void> {
	const lost = Promise.withResolvers<void>();
	const stopWatching = frame.store.sub(connectionAtom, () => {
		if (frame.store.get(connectionAtom) === 'lost') lost.resolve();
	});
	await cut();
	await lost.promise;
	stopWatching();
}

/** 50 messages, of which the newest two pages are loaded. Answers all of their texts. */
async function openLongConversation(): Promise<string[]> {
	server.messages = [];
	const contents = Array.from({ length: 50 }, (_, index) => `Message ${index}`);
	for (const content of contents) server.say(content, { isPushed: false });
	frame = await frame.reload();
	await untilShown(...contents.slice(-20));
	await frame.store.set(loadOlderMessages);
	return contents;
}

test('a message of the team arrives without a request', async () => {
	server.say('How can we help?');
	await untilShown('Welcome', 'How can we help?');
});

test('a message read in another window counts as read here too', async () => {
	const [message] = server.messages;
	const changes = { status: 'read', previous_changes: { status: ['sent', 'read'] } };
	const later = { id: (message?.id ?? 0) + 1, created_at: 4_100_000_000 };
	assert.equal(frame.store.get(isSeenAtom)(later), false);
	server.push('message.updated', { ...message, ...changes, ...later });
	await until('it is known', () => frame.store.get(isSeenAtom)(later));
	assert.equal(frame.store.get(isSeenAtom)({ ...later, id: later.id + 1 }), false);
	assert.deepEqual(server.callsOf('POST /conversations/update_last_seen'), []);
});

test('a repeated event changes nothing', async () => {
	const message = server.say('Hello');
	server.push('message.created', message);
	server.push('message.updated', { ...message, previous_changes: {} });
	server.say('Anything else?');
	await untilShown('Welcome', 'Hello', 'Anything else?');
});

test('after an outage every message is there once, in order, however many were missed', async () => {
	const { origin } = server;
	await loseConnection(() => server.stop());
	const missed = Array.from({ length: 230 }, (_, index) => `Missed ${index}`);
	for (const content of missed) server.say(content, { isPushed: false });
	await server.listen(Number(new URL(origin).port));
	await untilConnected();
	await untilShown('Welcome', ...missed);
});

test('reading pages that are cut for their size leaves out nothing', async () => {
	server.pageMax = 3;
	const contents = Array.from({ length: 25 }, (_, index) => `Long ${index}`);
	for (const content of contents.slice(0, 10)) server.say(content, { isPushed: false });
	frame = await frame.reload();
	await untilShown(...contents.slice(7, 10));
	assert.equal(frame.store.get(hasOlderAtom), true);
	await frame.store.set(loadOlderMessages);
	await untilShown(...contents.slice(4, 10));
	await untilConnected();

	await loseConnection(() => server.cut());
	for (const content of contents.slice(10)) server.say(content, { isPushed: false });
	server.change('Long 4', { content: 'Answered' });
	server.change('Long 9', { content: 'Rated' });
	await untilConnected();
	const now = { 'Long 4': 'Answered', 'Long 9': 'Rated' } as Record<string, string>;
	await untilShown(...contents.slice(4).map((content) => now[content] ?? content));

	const [oldest] = server.messages;
	await frame.store.set(loadMessagesFrom, oldest?.id ?? 0);
	await untilShown('Welcome', ...contents.map((content) => now[content] ?? content));
});

test('a message that came just before the outage was noticed leaves no gap', async () => {
	await loseConnection(() => server.cut());
	server.say('Missed', { isPushed: false });
	await untilConnected();
	server.say('Pushed');
	await untilShown('Welcome', 'Missed', 'Pushed');
});

test('after an outage messages answered or deleted meanwhile are up to date, also on older pages', async () => {
	const contents = await openLongConversation();
	await untilConnected();
	await loseConnection(() => server.cut());
	server.change('Message 12', { content: 'Answered' });
	server.change('Message 15', { content_attributes: { deleted: true } });
	server.change('Message 48', { content_attributes: { deleted: true } });
	server.change('Message 49', { content: 'Rated' });
	await untilConnected();
	const now = contents
		.slice(10)
		.map((content) => ({ 'Message 12': 'Answered', 'Message 49': 'Rated' })[content] ?? content);
	await untilShown(...now.filter((content) => content !== 'Message 15' && content !== 'Message 48'));
});

test('a text that grows is whole, and grows on, after the connection was lost in the middle of it', async () => {
	const { id, created_at } = server.say('Plates ', { content_attributes: { streaming: true } });
	const place = { id, created_at, conversation_id: 43, account_id: 1 };
	server.push('message.appended', { ...place, content: 'are ', position: 7 });
	await untilShown('Welcome', 'Plates are ');
	await loseConnection(() => server.cut());
	server.change('Plates ', { content: 'Plates are fired ' });
	await untilConnected();
	await untilShown('Welcome', 'Plates are fired ');
	server.push('message.appended', { ...place, content: 'twice', position: 17 });
	await untilShown('Welcome', 'Plates are fired twice');
	server.push('message.updated', {
		...server.messages.at(-1),
		content: 'Plates are fired twice.',
		content_attributes: {},
	});
	await untilShown('Welcome', 'Plates are fired twice.');
});

test('a page requested before a message changed does not change it back', async () => {
	const message = server.say('Ask me');
	await untilShown('Welcome', 'Ask me');
	server.say('End', { isPushed: false });
	const late = Promise.withResolvers<void>();
	const calls = server.callsOf('GET /messages').length;
	server.failNext('GET /messages', late.promise);
	frame.fire('online');
	await until('it asks', () => server.callsOf('GET /messages').length > calls);
	server.push('message.updated', { ...message, content: 'Answered', previous_changes: {} });
	await untilShown('Welcome', 'Answered');
	late.resolve();
	await untilShown('Welcome', 'Answered', 'End');
});

test('a conversation requested before its status changed does not change it back', async () => {
	const late = Promise.withResolvers<void>();
	const calls = server.callsOf('GET /messages').length;
	server.failNext('GET /messages', late.promise);
	server.say('Bye', { isPushed: false });
	frame.fire('online');
	await until('it asks', () => server.callsOf('GET /messages').length > calls);
	server.push('conversation.status_changed', { id: 43, status: 'resolved' });
	await until('it has ended', () => frame.store.get(hasEndedAtom));
	late.resolve();
	await untilShown('Welcome', 'Bye');
	assert.equal(frame.store.get(hasEndedAtom), true);
});

test('deleted, private and activity messages and those of other conversations are not shown', async () => {
	const message = server.say('Soon gone');
	await untilShown('Welcome', 'Soon gone');
	server.push('message.updated', { ...message, content_attributes: { deleted: true } });
	server.say('A note', { private: true });
	server.say('Ada joined', { message_type: 2 });
	server.say('Elsewhere', { conversation_id: 7 });
	server.say('End');
	await untilShown('Welcome', 'End');
});

test('a message of another conversation rings nowhere, and is not told to the page', async () => {
	frame.tell({ event: 'audio-unlocked' });
	await until('sounds are allowed', () => frame.store.get(hostAtom).canPlayAudio);
	const other = server.say('Elsewhere', { conversation_id: 7 });
	const answer = { content_attributes: { submitted_values: [] } };
	server.push('message.updated', {
		...other,
		...answer,
		status: 'read',
		previous_changes: { content_attributes: [{}, answer.content_attributes] },
	});
	server.say('Here');
	await until('it rings', () => heardOf('playAudio').length > 0);
	assert.equal(heardOf('playAudio').length, 1);
	assert.deepEqual(
		heardOf('onMessage').map(({ data }) => data['content']),
		['Here'],
	);
	assert.deepEqual(
		heardOf('onEvent').map(({ data }) => data['content']),
		['Here'],
	);
});

test('a conversation that another begins for the visitor is told of with its first message', async () => {
	// No preview loads React into a test of models.
	frame.tell({ event: 'config-set', showUnreadMessagesDialog: false });
	await until('it shows no preview', () => !frame.store.get(hostAtom).hasUnreadDialog);
	const late = Promise.withResolvers<void>();
	server.failNext('GET /messages', late.promise);
	server.push('conversation.created', { id: 44, status: 'open' });
	server.say('A new one', { conversation_id: 44 });
	await until('the page is told', () => heardOf('onMessage').at(-1)?.data['content'] === 'A new one');
	assert.deepEqual(shown(), ['A new one']);
	late.resolve();
});

test('older pages load on demand, until there are no more', async () => {
	const contents = await openLongConversation();
	await untilShown(...contents.slice(-40));
	await frame.store.set(loadOlderMessages);
	await untilShown(...contents);
	assert.equal(frame.store.get(hasOlderAtom), false);
});

test('an agent types until an end or the message arrives; other conversations and private notes are ignored', async () => {
	const typing = { conversation: { id: 43 }, user: { ...ada(), type: 'user' }, is_private: false, account_id: 1 };
	server.push('conversation.typing_on', { ...typing, conversation: { id: 7 } });
	server.push('conversation.typing_on', { ...typing, is_private: true });
	server.say('Hm');
	await untilShown('Welcome', 'Hm');
	assert.equal(frame.store.get(typingAgentAtom), undefined);
	server.push('conversation.typing_on', typing);
	await until('Ada types', () => frame.store.get(typingAgentAtom) === 'Ada');
	server.push('conversation.typing_off', typing);
	await until('Ada stops', () => frame.store.get(typingAgentAtom) === undefined);
	server.push('conversation.typing_on', typing);
	await until('Ada types', () => frame.store.get(typingAgentAtom) === 'Ada');
	server.say('Done');
	await until('Ada has sent it', () => frame.store.get(typingAgentAtom) === undefined);
});

test('presence events make agents come and go', async () => {
	await frame.store.set(loadAgents);
	await until('Ada is there', () => frame.store.get(availableAgentsAtom).length === 1);
	server.push('presence.update', { account_id: 1, users: {} });
	await until('Ada left', () => frame.store.get(availableAgentsAtom).length === 0);
	server.push('presence.update', { account_id: 1, users: { 5: 'online' } });
	await until('Ada is back', () => frame.store.get(availableAgentsAtom).length === 1);
});

test('a page that is left closes its socket, so that the browser may cache it, and catches up when it returns', async () => {
	frame.fire('pagehide');
	await until('no client is connected', () => server.listeners === 0);
	server.say('Meanwhile');
	dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
	await untilShown('Welcome', 'Meanwhile');
	await untilConnected();
});

function ada() {
	return { id: 5, name: 'Ada Lovelace', available_name: 'Ada' };
}
