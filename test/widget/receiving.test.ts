import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { ToHost } from '#protocol/frame/rareToHost.ts';
import { ChatServer } from './chatServer.ts';
import { type Frame, openFrame } from './frame.ts';
import { until } from './until.ts';

const { shownMessagesAtom } = await import('../../src/widget/features/messages/messages.ts');
const { hasOlderAtom, listedMessagesAtom, loadMessagesFrom, loadOlderMessages } =
	await import('../../src/widget/features/messages/reading.ts');
const { openEarlierConversation: readAgain } =
	await import('../../src/widget/features/messages/openEarlierConversation.ts');
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

/**
 * Resolves in the moment of the loss: the pause before the next attempt is random, and may be over
 * before another look.
 */
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
	const page = holdPage();
	frame.fire('online');
	await page.requested;
	server.push('message.updated', { ...message, content: 'Answered', previous_changes: {} });
	await untilShown('Welcome', 'Answered');
	page.arrive();
	await untilShown('Welcome', 'Answered', 'End');
});

test('what is pushed while the first page is read leaves no gap, and is not undone by the page', async () => {
	server.messages = [];
	// Of the visitor, so that none is unread.
	for (let index = 0; index < 50; index += 1) server.say(`Message ${index}`, { message_type: 0, isPushed: false });
	const expected = server.messages.map(({ content }) => content ?? '');
	const page = holdPage();
	frame = await frame.reload();
	await page.requested;
	await pushChanges('Message 3', 'Message 40', 'Message 45');
	page.arrive();
	expected.splice(45, 1, 'Changed');
	expected.splice(40, 1);
	await untilShown(...expected.slice(30), 'News');
	server.change('Message 3', { content: 'Changed' });
	expected.splice(3, 1, 'Changed');
	for (let count = 0; count < 2; count += 1) await frame.store.set(loadOlderMessages);
	await untilShown(...expected, 'News');
});

test('what is pushed while an older page is read is not undone by the page', async () => {
	const expected = await openLongConversation();
	const page = holdPage();
	const loading = frame.store.set(loadOlderMessages);
	await page.requested;
	await pushChanges('Message 5', 'Message 4', 'Message 7');
	page.arrive();
	await loading;
	for (const index of [5, 7]) expected.splice(index, 1, 'Changed');
	expected.splice(4, 1);
	await untilShown(...expected, 'News');
});

test('what is pushed of an earlier conversation while its first page is read is not undone by the page', async () => {
	for (const content of ['A', 'B', 'C']) server.say(content, { conversation_id: 42, isPushed: false });
	server.messages = server.messages.filter(({ conversation_id }) => conversation_id === 42);
	const page = holdPage();
	const reading = frame.store.set(readAgain, 42);
	await page.requested;
	await pushChanges('A', 'B', 'C');
	page.arrive();
	await reading;
	const read = frame.store.get(listedMessagesAtom).map(({ content }) => content);
	assert.deepEqual(read, ['Changed', 'Changed']);
});

/**
 * The next page of messages is as it is when it is requested, and arrives when the test says so.
 */
function holdPage() {
	const held = Promise.withResolvers<void>();
	const before = server.callsOf('GET /messages').length;
	server.failNext('GET /messages', held.promise);
	const requested = until('the page is requested', () => server.callsOf('GET /messages').length > before);
	return { requested, arrive: held.resolve };
}

/** Pushes that one message was deleted and others have changed. Resolves once that has arrived. */
async function pushChanges(changed: string, deleted: string, alsoChanged: string): Promise<void> {
	const named = (name: string) => server.messages.find(({ content }) => content === name);
	for (const name of [changed, alsoChanged]) server.push('message.updated', { ...named(name), content: 'Changed' });
	server.push('message.updated', { ...named(deleted), content_attributes: { deleted: true } });
	server.say('News', { message_type: 0, sender_type: 'Contact' });
	await until('the news is shown', () => shown().includes('News'));
}

test('a conversation requested before its status changed does not change it back', async () => {
	const page = holdPage();
	server.say('Bye', { isPushed: false });
	frame.fire('online');
	await page.requested;
	server.push('conversation.status_changed', { id: 43, status: 'resolved' });
	await until('it has ended', () => frame.store.get(hasEndedAtom));
	page.arrive();
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
