import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createStore } from 'jotai/vanilla';
import { addToOutbox, openOutbox, outboxAtom, updateOutbox } from '#models/outbox.ts';
import { OutboxEntry } from '#models/outboxEntry.ts';
import { installPage } from '../support/happyDom.ts';

const KEY = 'live-chat-widget:outbox:demo:one';
let uninstall: () => Promise<void>;

before(() => {
	uninstall = installPage();
});
after(() => uninstall());

test('a message that another tab has removed is not stored again by a change, before the event of its removal has come', () => {
	const store = createStore();
	store.set(openOutbox, { name: 'demo', schema: OutboxEntry, send: () => Promise.resolve() });
	store.set(addToOutbox, { echoId: 'one', content: 'Of Ada', referrerUrl: '', afterId: 0 });
	assert.ok(localStorage.getItem(KEY));
	localStorage.removeItem(KEY);
	store.set(updateOutbox, 'one', { failures: 1 });
	assert.equal(localStorage.getItem(KEY), null);
	assert.deepEqual(store.get(outboxAtom), []);
});
