import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installPage } from '../support/happyDom.ts';

const { holdStored, readStored, releaseStored, removeStored, storedKeys, writeStored } =
	await import('../../src/client/storage.ts');
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

test('a value beyond the quota is kept until the page is closed; what was stored before stays, since a message must not be lost', (t) => {
	writeStored('outbox:2', { content: 'Hello', failures: 0 });
	const full = t.mock.method(localStorage, 'setItem', () => {
		throw new DOMException('full', 'QuotaExceededError');
	});
	writeStored('outbox:2', { content: 'Hello', failures: 1 });
	assert.equal(full.mock.callCount(), 1);
	assert.deepEqual(readStored('outbox:2'), { content: 'Hello', failures: 1 });
	assert.equal(localStorage.getItem('live-chat-widget:outbox:2'), '{"content":"Hello","failures":0}');
	removeStored('outbox:2');
	assert.equal(readStored('outbox:2'), undefined);
});

test('while keys are held, what is stored under them is hidden, and what is written belongs to the tab', () => {
	writeStored('draft:demo', 'Theirs');
	writeStored('session:demo', 'token');
	holdStored(['draft:', 'outbox:']);
	assert.deepEqual(
		[readStored('draft:demo'), storedKeys('draft:'), readStored('session:demo')],
		[undefined, [], 'token'],
	);
	writeStored('draft:demo', 'Mine');
	writeStored('outbox:demo:1', { content: 'Sent' });
	writeStored('outbox:demo:2', { content: 'Cancelled' });
	removeStored('outbox:demo:2');
	assert.deepEqual([readStored('draft:demo'), storedKeys('outbox:demo:')], ['Mine', ['outbox:demo:1']]);
	assert.equal(sessionStorage.length, 2, 'a page load in the tab keeps them');
	assert.deepEqual(
		releaseStored(),
		new Map<string, unknown>([
			['draft:demo', 'Mine'],
			['outbox:demo:1', { content: 'Sent' }],
		]),
	);
	assert.deepEqual([readStored('draft:demo'), storedKeys('outbox:'), sessionStorage.length], ['Theirs', [], 0]);
	assert.equal(releaseStored(), undefined);
});
