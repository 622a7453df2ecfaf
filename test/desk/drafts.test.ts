import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createStore } from 'jotai/vanilla';
import { keepFile, readFile } from '#client/fileStore.ts';
import { readStored, writeStored } from '#client/storage.ts';
import { changeDraft, discardDrafts, draftOfAtom, openDrafts } from '../../src/desk/thread/model/drafts.ts';
import { installPage } from '../support/happyDom.ts';
import { PROFILE } from './samples.ts';

const KEY = `drafts:desk:${PROFILE.account_id}:${PROFILE.id}`;
const FILE = { id: 'plate', file: { name: 'plate.png', type: 'image/png', size: 5 } };
let uninstall: () => Promise<void>;

before(() => {
	uninstall = installPage();
});
after(() => uninstall());

test('a draft with a file that 0.2.0 has left is restored, kept as 0.2.0 reads it, and deleted with its bytes', async () => {
	await keepFile('plate', new File(['plate'], 'plate.png', { type: 'image/png' }));
	writeStored(KEY, { 1: { text: 'Hello', isPrivate: false, picks: [FILE] } });
	const store = createStore();
	store.set(openDrafts, PROFILE);
	assert.deepEqual(store.get(draftOfAtom)(1), {
		text: 'Hello',
		isPrivate: false,
		selectedFiles: [FILE],
	});

	store.set(changeDraft, 1, { text: 'Hello you' });
	assert.deepEqual(readStored(KEY), { 1: { text: 'Hello you', isPrivate: false, picks: [FILE] } });

	store.set(discardDrafts);
	assert.equal(readStored(KEY), undefined);
	assert.equal(await readFile('plate'), undefined);
});
