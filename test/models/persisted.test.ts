import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { atom, createStore } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { validateFiles } from '#models/fileSelection.ts';
import { readStored, storedKeys, applyChange, writeStored } from '#client/storage.ts';
import { installPage } from '../support/happyDom.ts';

const NOTHING: string[] = [];
let uninstall: () => Promise<void>;

before(() => {
	uninstall = installPage();
});
after(() => uninstall());
beforeEach(() => localStorage.clear());

/** One window: its own store on the storage that it shares with others. */
function openWindow(key = 'list:one') {
	const store = createStore();
	const list = createPersisted(
		atom(() => key),
		v.array(v.string()),
		NOTHING,
	);
	store.set(list.resume);
	return {
		read: () => store.get(list.valueAtom),
		write: (value: string[]) => store.set(list.write, value),
		follow: () => store.set(list.follow),
	};
}

test('a value survives a reload, and another key has its own', () => {
	openWindow().write(['a', 'b']);
	assert.deepEqual(openWindow().read(), ['a', 'b']);
	assert.equal(openWindow('list:two').read(), NOTHING);
});

test('the empty value leaves nothing in the storage', () => {
	const { write, read } = openWindow();
	write(['a']);
	write(NOTHING);
	assert.equal(read(), NOTHING);
	assert.deepEqual(storedKeys('list:'), []);
});

test('a stored value of another shape counts as absent', () => {
	writeStored('list:one', { a: 1 });
	assert.equal(openWindow().read(), NOTHING);
	writeStored('list:one', [1]);
	assert.equal(openWindow().read(), NOTHING);
});

test('a window takes over what another one writes until it stops following', () => {
	const { read, follow } = openWindow();
	const unfollow = follow();
	applyChange({ key: 'list:one', text: '["there"]' });
	assert.deepEqual(read(), ['there']);
	applyChange({ key: 'list:one', text: null });
	assert.equal(read(), NOTHING);
	unfollow();
	applyChange({ key: 'list:one', text: '["later"]' });
	assert.equal(read(), NOTHING);
	assert.deepEqual(readStored('list:one'), ['later']);
});

test('files are refused by size and type, and those of unknown type are left to the server', () => {
	const files = [
		new File(['1234567890'], 'big.png', { type: 'image/png' }),
		new File(['1'], 'plate.png', { type: 'image/png' }),
		new File(['1'], 'page.html', { type: 'text/html' }),
		new File(['1'], 'unknown', { type: '' }),
		new File(['1'], 'archive.zip', { type: 'application/x-zip-compressed' }),
		new File(['1'], 'setup.exe', { type: 'application/x-msdownload' }),
	];
	const { accepted, rejected } = validateFiles(files, 5, ['image/*']);
	assert.deepEqual(
		accepted.map(({ name }) => name),
		['plate.png', 'unknown', 'archive.zip'],
	);
	assert.deepEqual(rejected, [
		{ code: 'TOO_BIG', name: 'big.png' },
		{ code: 'TYPE_NOT_SUPPORTED', name: 'page.html' },
		{ code: 'TYPE_NOT_SUPPORTED', name: 'setup.exe' },
	]);
});
