import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installPage } from '../support/happyDom.ts';

const { readStored, removeStored, storedKeys, writeStored } = await import('../../src/client/storage.ts');
let uninstall: () => Promise<void>;

before(() => {
	uninstall = installPage();
});
after(() => uninstall());

test('values survive as JSON, under our own key prefix', () => {
	writeStored('draft', { text: 'Hello' });
	assert.deepEqual(readStored('draft'), { text: 'Hello' });
	assert.ok(localStorage.getItem('live-chat-widget:draft'));
	assert.deepEqual(storedKeys('dra'), ['draft']);
	removeStored('draft');
	assert.equal(readStored('draft'), undefined);
	assert.deepEqual(storedKeys(''), []);
});

test('a value that another program broke counts as absent', () => {
	localStorage.setItem('live-chat-widget:draft', '{broken');
	assert.equal(readStored('draft'), undefined);
});

test('values live as long as the page where the browser denies storage', (t) => {
	const denied = () => {
		throw new DOMException('denied', 'SecurityError');
	};
	const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
	Object.defineProperty(globalThis, 'localStorage', { get: denied, configurable: true });
	t.after(() => own && Object.defineProperty(globalThis, 'localStorage', own));
	writeStored('outbox:1', 'Hello');
	assert.equal(readStored('outbox:1'), 'Hello');
	assert.deepEqual(storedKeys('outbox:'), ['outbox:1']);
	removeStored('outbox:1');
	assert.equal(readStored('outbox:1'), undefined);
});
