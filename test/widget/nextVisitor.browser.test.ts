/**
 * What one visitor has written is not sent as the next one, whatever it waits for when the visitor
 * changes.
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setUser } from '../../src/widget/app/visitor/identifyUser.ts';
import { keepFile, readFile, releaseFile, removeFile } from '../../src/client/fileStore.ts';
import { forgetDevice } from '../../src/widget/app/visitor/forgetDevice.ts';
import { selectedFilesAtom } from '../../src/widget/features/attachments/selectedFiles.ts';
import { press } from '../support/browser/input.ts';
import { bubble, type Conversation, server } from './conversation.ts';
import { findNamed, until } from '../desk/page.ts';
import { eachWithUploads } from './eachWithUploads.ts';
import type { FakeUpload } from './fakeUploads.ts';
import { attach, makeText, send, waiting } from './files.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const CHANNEL = { ...makePage().channel, enabledFeatures: ['attachments' as const] };
const SESSION = { authToken: 'known', pubsubToken: 'pubsub', identifier: 'ada' };

let chat: Conversation;
let uploads: FakeUpload[];

eachWithUploads((begun) => ({ chat, uploads } = begun));

beforeEach(() => {
	server.answer(`POST ${API}/config`, () => ({
		website_channel_config: { auth_token: 'new' },
		contact: { pubsub_token: 'pubsub' },
	}));
	server.answer(`PATCH ${API}/contact/set_user`, () => ({ id: 17, identifier: 'grace' }));
});

test("a text that waits for the first file of a new conversation is not put into the next visitor's", async () => {
	chat.status = 'resolved';
	await chat.open({ channel: CHANNEL, session: SESSION });
	await press('Start a new conversation');
	await until(() => !bubble('Hello') && document.activeElement === composer());
	await sendFile(makeText('of-ada.txt'));
	const upload = await until(() => filesSent()[0]);
	assert.equal(upload.url.split('?')[0], `${API}/conversations`);
	await write('Of Ada');
	await until(isStartAwaited);
	await become('grace');
	assert.equal(upload.outcome, 'aborted');
	await until(composer);
	await write('Of Grace');
	await until(() => bubble('Of Grace')?.dataset['state'] === 'sent');
	assert.deepEqual(
		chat.sent.map(({ content }) => content),
		['Of Grace'],
	);
});

test("a file whose bytes are being read when the visitor changes is not put into the next visitor's conversation", async () => {
	await chat.open({ channel: CHANNEL, session: SESSION });
	await attach(makeText('of-ada.txt'));
	await until(() => waiting().length === 1);
	const store = await occupyFiles();
	await write('');
	await until(() => store.reads.length === 1);
	await become('grace');
	await store.release();
	await until(composer);
	await sendFile(makeText('of-grace.txt'));
	const upload = await until(() => filesSent()[0]);
	const file = upload.field('message[attachments][]');
	assert.equal(file instanceof File && file.name, 'of-grace.txt');
});

test('a window that has a visitor of its own leaves the files of other windows where they are when that visitor leaves', async () => {
	await keepFile('of-grace', makeText('of-grace.txt'));
	// The other window has it from the database after a reload.
	releaseFile('of-grace');
	chat.query = { user: 'apart' };
	await chat.open({ channel: CHANNEL, session: SESSION });
	await attach(makeText('of-ada.txt'));
	await until(() => waiting().length === 1);
	const [ofAda] = chat.store.get(selectedFilesAtom);
	await chat.store.set(forgetDevice);
	assert.equal((await readFile('of-grace'))?.name, 'of-grace.txt');
	assert.equal(await readFile(ofAda?.id ?? ''), undefined);
	await removeFile('of-grace');
});

async function write(text: string): Promise<void> {
	const field = composer();
	if (!field) throw new Error('There is no composer');
	await send(field, text);
}

async function sendFile(file: File): Promise<void> {
	await attach(file);
	await until(() => waiting().length === 1);
	await write('');
}

/**
 * The requests that carry files, without those by which the library of sockets looks what the
 * browser can do.
 */
function filesSent(): FakeUpload[] {
	return uploads.filter(({ body }) => body);
}

/** Whether a message waits until another one has started the conversation. */
async function isStartAwaited(): Promise<boolean> {
	const { pending = [] } = await navigator.locks.query();
	return pending.some(({ name }) => name === 'live-chat-widget:start:demo');
}

/** Lets the page name another user. */
function become(identifier: string): Promise<void> {
	return chat.store.set(setUser, identifier, {});
}

function composer(): HTMLTextAreaElement | undefined {
	return findNamed<HTMLTextAreaElement>('textarea', 'Type your message');
}

/**
 * Keeps the files' database busy, so that whoever reads there waits. Answers the keys that are
 * asked for meanwhile.
 */
async function occupyFiles(): Promise<{ reads: IDBValidKey[]; release: () => Promise<void> }> {
	const database = await new Promise<IDBDatabase>((resolve, reject) => {
		const request = indexedDB.open('live-chat-widget', 1);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('The database did not open'));
	});
	const transaction = database.transaction('files', 'readwrite');
	const { get } = IDBObjectStore.prototype;
	const reads: IDBValidKey[] = [];
	let isHeld = true;
	// A transaction lasts for as long as there are requests.
	const hold = () => {
		if (isHeld) get.call(transaction.objectStore('files'), '').onsuccess = hold;
	};
	hold();
	IDBObjectStore.prototype.get = function (this: IDBObjectStore, key: IDBValidKey) {
		reads.push(key);
		return get.call(this, key);
	};
	return {
		reads,
		release() {
			IDBObjectStore.prototype.get = get;
			isHeld = false;
			return new Promise((resolve) => {
				transaction.oncomplete = () => {
					database.close();
					resolve();
				};
			});
		},
	};
}
