/** Which messages of agents play a sound, in which tab, and how a visitor turns that off. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { PushMessage } from '#protocol/entities/entities.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { findNamed, until } from '../desk/page.ts';
import { press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';

const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };
let id = 1_000;
let chat: Chat;

beforeEach(() => {
	chat = new Chat();
});
afterEach(() => chat.close());
after(() => server.stop());

async function open(where: 'framed' | 'closed' = 'closed') {
	chat.open({ session: SESSION }, where);
	await until(() => chat.store.get(connectionAtom) === 'connected');
}

async function touch() {
	chat.tell({ event: 'audio-unlocked' });
	await until(() => chat.store.get(hostAtom).canPlayAudio);
}

function say(sender_type: 'User' | 'AgentBot' | 'Contact' | null = 'User', again = false): PushMessage {
	if (!again) id += 1;
	const message = {
		id,
		content: 'Hello',
		message_type: sender_type === 'Contact' ? 0 : 1,
		content_type: 'text',
		content_attributes: {},
		created_at: 1,
		conversation_id: 43,
		sender_type,
	} as unknown as PushMessage;
	server.push('message.created', message);
	return message;
}

const sounds = () => chat.heard.filter(({ event }) => event === 'playAudio').length;
/** Resolves when the host has received everything so far, since it answers in order. */
const heardAll = () => until(() => chat.heard.findLast((message) => message.event === 'onMessage')?.data['id'] === id);
/**
 * Resolves when it is also decided whether they sound: once the code for that is here, the chat
 * takes no more than promises that are resolved already, all of them before the next frame.
 */
const decidedAll = async () => {
	await heardAll();
	await import('../../src/widget/features/sound/sound.ts');
	await new Promise((done) => requestAnimationFrame(done));
};

test("each message of an agent plays one sound, once the page has been touched; bots, templates and the visitor's own play none", async () => {
	await open();
	say();
	await heardAll();
	await touch();
	for (const type of ['AgentBot', null, 'Contact'] as const) say(type);
	await decidedAll();
	assert.equal(sounds(), 0);
	say();
	await until(() => sounds() === 1);
	say('User', true);
	say();
	await until(() => sounds() === 2);
});

test('a sound that another tab has claimed is not played', async () => {
	await open();
	await touch();
	let release = () => {};
	const held = new Promise<void>((resolve) => (release = resolve));
	const taken = new Promise<void>((resolve) => {
		void navigator.locks.request(`live-chat-widget:sound:${id + 1}`, () => {
			resolve();
			return held;
		});
	});
	await taken;
	say();
	await heardAll();
	say();
	await until(() => sounds() === 1);
	release();
	assert.equal(sounds(), 1);
});

test('the visitor turns the sound off on home, for the next time and for other tabs too', async () => {
	await open('framed');
	await touch();
	await press({ name: 'Turn the sound off', within: { selector: 'header' } });
	await until(() => findNamed('header button', 'Turn the sound on'));
	say();
	await decidedAll();
	assert.equal(sounds(), 0);
	chat.close();

	const kept = Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ''] as const);
	chat = new Chat();
	for (const [key, value] of kept) localStorage.setItem(key, value);
	await open('framed');
	await touch();
	say();
	await decidedAll();
	assert.equal(sounds(), 0);
	// The other tab turns it on again.
	const key = Object.keys(localStorage).find((name) => name.includes('muted')) ?? '';
	localStorage.setItem(key, 'false');
	dispatchEvent(new StorageEvent('storage', { key }));
	say();
	await until(() => sounds() === 1);
});
