import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attachment } from '#protocol/entities/attachments.ts';
import { readFile, removeFile } from '../../src/client/fileStore.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { key, press } from '../support/browser/input.ts';
import { bubble, type Conversation, log, server } from './conversation.ts';
import { eachWithUploads } from './eachWithUploads.ts';
import type { FakeUpload } from './fakeUploads.ts';
import { attach, drag, makePicture, makeText, paste, send, waiting } from './files.ts';
import { makePage } from './page.ts';

const CHANNEL = { ...makePage().channel, enabledFeatures: ['attachments' as const] };
const MEGABYTE = 1024 * 1024;

let chat: Conversation;
let uploads: FakeUpload[];

eachWithUploads((begun) => ({ chat, uploads } = begun));

const open = () => chat.open({ channel: CHANNEL });

test('a channel without attachments has no button, and leaves pasted and dropped files alone', async () => {
	await chat.open();
	assert.equal(findNamed('button', 'Attach files'), undefined);
	assert.ok(drag('drop', makeText()), 'the browser does with it what it does');
	assert.deepEqual(waiting(), []);
});

test('files are chosen, pasted and dropped; each waits with its name and can be removed', async () => {
	await open();
	assert.ok(findNamed('button', 'Attach files'));
	await attach(await makePicture(), makeText('order.txt'));
	await until(() => waiting().join() === 'vase.png,order.txt');
	paste(makeText('pasted.txt'));
	await until(() => waiting().length === 3);
	drag('dragenter', makeText());
	await until(() => hasText('Drop files here to attach them'));
	assert.equal(drag('dragover', makeText()), false);
	assert.equal(drag('drop', makeText('dropped.txt')), false);
	await until(() => waiting().join() === 'vase.png,order.txt,pasted.txt,dropped.txt');
	assert.ok(!hasText('Drop files here'));
	await until(() => document.querySelector<HTMLImageElement>('li img')?.naturalWidth === 80);
	await axeFindsNothing();
	await press('Remove order.txt');
	await until(() => waiting().join() === 'vase.png,pasted.txt,dropped.txt');
	assert.equal(document.activeElement, findNamed('textarea', 'Type your message'));
});

test('a file that another window removes, sends or forgets is removed here, together with its bytes', async () => {
	await open();
	await attach(await makePicture('passport.png'));
	await until(() => waiting().join() === 'passport.png');
	await until(() => document.querySelector('li img'));
	const place = 'live-chat-widget:picks:demo';
	const kept = localStorage.getItem(place) ?? '';
	const [{ id }] = JSON.parse(kept) as [{ id: string }];
	const change = (text: string) => {
		localStorage.setItem(place, text);
		dispatchEvent(new StorageEvent('storage', { key: place }));
	};
	indexedDB.deleteDatabase('live-chat-widget');
	change('[]');
	await until(() => waiting().length === 0);
	assert.equal(await readFile(id), undefined);
	change(kept);
	await until(() => waiting().join() === 'passport.png');
	assert.equal(document.querySelector('li img'), null);
	await press('Remove passport.png');
});

test('the drop zone disappears when the files are dragged away', async () => {
	await open();
	drag('dragenter', makeText());
	await until(() => hasText('Drop files here'));
	drag('dragleave', makeText());
	await until(() => !hasText('Drop files here'));
});

test('a file that is too large or of another type is refused by name; the others are kept', async () => {
	await chat.open({ channel: { ...CHANNEL, maximumFileUploadSize: 2 } });
	await attach(
		makeText('large.txt', 2 * MEGABYTE + 1),
		new File(['<b>'], 'page.html', { type: 'text/html' }),
		makeText('just.txt', 2 * MEGABYTE),
	);
	await until(() => waiting().join() === 'just.txt');
	const alert = await until(() => [...document.querySelectorAll('[role=alert]')].find((one) => one.textContent !== ''));
	assert.match(alert.textContent, /large\.txt File exceeds the 2 MB attachment limit/);
	assert.match(alert.textContent, /page\.html Files of this type cannot be sent/);
	await axeFindsNothing();
	await press('Dismiss');
	assert.equal(document.activeElement, findNamed('textarea', 'Type your message'));
	await until(() => !hasText('page.html'));
});

test('the text goes first, then each file as a message of its own with an echo id of its own', async () => {
	const field = await open();
	await attach(makeText('one.txt'), makeText('two.txt'));
	await until(() => waiting().length === 2);
	await send(field, 'Look at these');
	await until(() => chat.sent.length === 1);
	assert.deepEqual(waiting(), []);
	await until(() => uploads[0]);
	const [first] = uploads;
	assert.match(first?.url ?? '', /^\/api\/v1\/widget\/messages\?/);
	assert.equal(first?.headers['X-Auth-Token'], 'known');
	assert.equal(nameOf(first), 'one.txt');
	assert.ok(first?.field('message[timestamp]'));
	assert.equal(first?.field('message[content]'), null);
	finish(first);
	const second = await until(() => uploads[1]);
	assert.equal(nameOf(second), 'two.txt');
	assert.notEqual(second.field('message[echo_id]'), first?.field('message[echo_id]'));
	finish(second);
	await until(() => findNamed('a', 'Download: two.txt'));
	assert.equal(rows().length, 3);
});

test('an upload shows its progress, keeps its place when it is done, and delays no text', async () => {
	const field = await open();
	const upload = await sendFile(field, await makePicture());
	await until(() => hasText('Uploading... 0%'));
	upload.progress(0.42);
	await until(() => hasText('Uploading... 42%'));
	const meter = document.querySelector('progress');
	assert.equal(meter?.value, 0.42);
	assert.equal(meter?.ariaLabel, 'Uploading... vase.png');
	await axeFindsNothing();
	const sizeBefore = pictureSize();
	await send(field, 'Meanwhile');
	await until(() => bubble('Meanwhile')?.dataset['state'] === 'sent');
	finish(upload);
	await until(() => !hasText('Uploading...'));
	assert.equal(pictureSize(), sizeBefore);
});

test('a cancelled upload ends, and leaves nothing behind', async () => {
	const field = await open();
	const upload = await sendFile(field, makeText());
	await until(() => findNamed('button', 'Cancel the upload of order.txt'));
	await press('Cancel the upload of order.txt');
	await until(() => rows().length === 0);
	assert.equal(document.activeElement, log(), 'what remains has the focus');
	assert.equal(upload.outcome, 'aborted');
	const next = await sendFile(field, makeText('other.txt'));
	finish(next);
	await until(() => findNamed('a', 'Download: other.txt'));
});

test('an upload that the network interrupts is repeated with the same echo id, in the same bubble', async () => {
	const field = await open();
	const upload = await sendFile(field, makeText());
	upload.progress(0.5);
	upload.cut();
	await until(() => hasText('Uploading... 0%'));
	const again = await until(() => {
		dispatchEvent(new Event('online'));
		return uploads[1];
	});
	assert.equal(again.field('message[echo_id]'), upload.field('message[echo_id]'));
	assert.equal(rows().length, 1);
	finish(again);
	await until(() => findNamed('a', 'Download: order.txt'));
	assert.equal(rows().length, 1);
});

test('a file that the server refuses says why, and can be sent again or removed', async () => {
	const field = await open();
	const upload = await sendFile(field, makeText());
	upload.answer({ message: 'Attachments file file size is too big', attributes: ['attachments.file'] }, 422);
	await until(() => hasText("Couldn't send, try again") && hasText('File exceeds the 40 MB attachment limit'));
	await axeFindsNothing();
	await press('Send message again');
	const again = await until(() => uploads[1]);
	assert.equal(again.field('message[echo_id]'), upload.field('message[echo_id]'));
	again.answer({ message: 'Attachments file file type not supported', attributes: ['attachments.file'] }, 422);
	await until(() => hasText('Files of this type cannot be sent'));
	assert.equal(rows().length, 1);
	await press('Remove order.txt');
	await until(() => rows().length === 0);
});

test('selected files survive closing the chat', async () => {
	await open();
	await attach(makeText());
	await until(() => waiting().length === 1);
	chat.close();
	await open();
	await until(() => waiting().join() === 'order.txt');
	await press('Remove order.txt');
	await until(() => waiting().length === 0);
});

test('a direct upload sends the bytes first, and the message contains their signed id', async () => {
	let announced: unknown;
	server.answer('POST /api/v1/widget/direct_uploads', ({ body }) => {
		announced = body['blob'];
		return {
			signed_id: 'signed',
			direct_upload: { url: '/files/upload-1', headers: { 'Content-Type': 'text/plain' } },
		};
	});
	const globalConfig = { ...makePage().globalConfig, DIRECT_UPLOADS_ENABLED: true };
	const field = await chat.open({ channel: CHANNEL, globalConfig });
	const upload = await sendFile(field, makeText('order.txt', 3));
	// MD5 of "xxx", in base64.
	const checksum = '9WGq9u8L8U1CCLtGpMyzrQ==';
	assert.deepEqual(announced, { filename: 'order.txt', content_type: 'text/plain', byte_size: 3, checksum });
	assert.equal(`${upload.method} ${upload.url}`, 'PUT /files/upload-1');
	assert.deepEqual(upload.headers, { 'Content-Type': 'text/plain' });
	upload.answer(null, 204);
	await until(() => chat.sent.length === 1);
	assert.deepEqual(chat.sent[0]?.['attachments'], ['signed']);
});

test('a direct upload whose message failed sends the message again, and its bytes once more only where the server has lost them', async () => {
	let announced = 0;
	server.answer('POST /api/v1/widget/direct_uploads', () => {
		announced += 1;
		return { signed_id: `signed-${announced}`, direct_upload: { url: `/files/upload-${announced}`, headers: {} } };
	});
	const named: unknown[] = [];
	const refusals = [503, 422];
	server.answer('POST /api/v1/widget/messages', ({ body }) => {
		const message = body['message'] as { attachments: string[]; echo_id: string };
		named.push(...message.attachments);
		const status = refusals.shift();
		return status === undefined
			? chat.add('', { message_type: 0, echo_id: message.echo_id })
			: new Response('{}', { status });
	});
	const globalConfig = { ...makePage().globalConfig, DIRECT_UPLOADS_ENABLED: true };
	const field = await chat.open({ channel: CHANNEL, globalConfig });
	(await sendFile(field, makeText('order.txt', 3))).answer(null, 204);
	// Tried again after the pause, refused since the server no longer has it, and uploaded anew.
	(await until(() => uploads[1])).answer(null, 204);
	await until(() => named.length === 3);
	assert.deepEqual([named, announced], [['signed-1', 'signed-1', 'signed-2'], 2]);
});

test('a direct upload whose message failed needs its bytes no more: the message is sent after a reload that has lost them', async () => {
	let announced = 0;
	server.answer('POST /api/v1/widget/direct_uploads', () => {
		announced += 1;
		return { signed_id: 'signed', direct_upload: { url: '/files/upload', headers: {} } };
	});
	let isTaken = false;
	const named: unknown[] = [];
	let echoId = '';
	server.answer('POST /api/v1/widget/messages', ({ body }) => {
		const message = body['message'] as { attachments: string[]; echo_id: string };
		echoId = message.echo_id;
		if (!isTaken) return new Response('{}', { status: 503 });
		named.push(...message.attachments);
		return chat.add('', { message_type: 0, echo_id: echoId });
	});
	const globalConfig = { ...makePage().globalConfig, DIRECT_UPLOADS_ENABLED: true };
	const field = await chat.open({ channel: CHANNEL, globalConfig });
	(await sendFile(field, makeText())).answer(null, 204);
	await until(() => echoId);
	chat.close();
	await removeFile(echoId);
	isTaken = true;
	await chat.open({ channel: CHANNEL, globalConfig });
	await until(() => named.length === 1);
	assert.deepEqual([named, announced], [['signed'], 1]);
});

test('a picture opens large; the focus stays in the viewer, and Escape returns it without closing the chat', async () => {
	let escapes = 0;
	const count = ({ key }: KeyboardEvent) => (escapes += Number(key === 'Escape'));
	document.addEventListener('keydown', count);
	const field = await open();
	finish(await sendFile(field, await makePicture()));
	const picture = await until(() => document.querySelector<HTMLElement>('[data-state] [aria-haspopup=dialog]'));
	assert.equal(picture.ariaLabel, 'Picture message: vase.png');
	await press(picture);
	const dialog = await until(() => document.querySelector<HTMLDialogElement>('dialog[open]'));
	await axeFindsNothing('dialog');
	const [download, close] = dialog.querySelectorAll<HTMLElement>('a, button');
	assert.deepEqual([download?.ariaLabel, close?.ariaLabel], ['Download', 'Close']);
	close?.focus();
	await key('Tab');
	assert.equal(document.activeElement, download);
	await key('Shift+Tab');
	assert.equal(document.activeElement, close);
	await key('Escape');
	assert.equal(escapes, 0);
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, picture);
	document.removeEventListener('keydown', count);
});

test('pictures and recordings that do not load are shown as files', async () => {
	chat.add('', {
		attachments: [
			stored('image', '/missing/vase.png', { width: 1_000, height: 500 }),
			stored('audio', '/missing/song.ogg'),
			stored('video', '/missing/film.mp4'),
		],
	});
	await open();
	for (const name of ['vase.png', 'song.ogg', 'film.mp4']) await until(() => findNamed('a', `Download: ${name}`));
	assert.equal(document.querySelector('[aria-haspopup=dialog]'), null);
});

test('a file shows its name, its size and Download; a place leads to a map; an address opens', async () => {
	const identity = { id: 7, message_id: 1, account_id: 1 };
	chat.add('', {
		attachments: [
			stored('file', '/files/x/My%20order%20%C3%A4.pdf', { file_size: 3 * MEGABYTE }),
			{
				...identity,
				file_type: 'location',
				coordinates_lat: 52.5,
				coordinates_long: 13.4,
				fallback_title: 'Berlin',
				data_url: null,
			},
			{ ...identity, id: 8, file_type: 'fallback', fallback_title: 'A post', data_url: 'https://example.com/post' },
			{ ...identity, id: 9, file_type: 'fallback', fallback_title: 'A trap', data_url: 'javascript:alert(1)' },
		],
	});
	await open();
	const download = await until(() => findNamed<HTMLAnchorElement>('a', 'Download: My order ä.pdf'));
	assert.equal(new URL(download.href).origin, location.origin);
	assert.ok(hasText('3 MB'));
	const map = findNamed<HTMLAnchorElement>('a', 'Show on map: Berlin');
	assert.match(map?.href ?? '', /^https:\/\/www\.openstreetmap\.org\/\?mlat=52\.5&mlon=13\.4/);
	assert.ok(hasText('has shared a url'));
	assert.equal(findNamed<HTMLAnchorElement>('a', 'Open: A post')?.href, 'https://example.com/post');
	assert.ok(hasText('A trap'));
	assert.equal(findNamed('a', 'Open: A trap'), undefined);
	for (const link of document.querySelectorAll('[data-state] a')) {
		assert.equal(link.getAttribute('rel'), 'noopener noreferrer nofollow');
	}
	await axeFindsNothing();
});

/** The messages after the greeting. */
function rows(): Element[] {
	return [...document.querySelectorAll('[data-state]')].slice(1);
}

/** The drawn size, in CSS pixels. */
function pictureSize(): string {
	const picture = document.querySelector<HTMLElement>('[data-state] img');
	return `${picture?.offsetWidth} by ${picture?.offsetHeight}`;
}

/** Resolves when the upload has begun. */
async function sendFile(field: HTMLTextAreaElement, file: File): Promise<FakeUpload> {
	const before = uploads.length;
	await attach(file);
	await until(() => waiting().length === 1);
	await send(field, '');
	return until(() => uploads[before]);
}

function nameOf(upload: FakeUpload | undefined): string | undefined {
	const file = upload?.field('message[attachments][]');
	return file instanceof File ? file.name : undefined;
}

/** Lets the server store the message of an upload. */
function finish(upload: FakeUpload | undefined): void {
	const file = upload?.field('message[attachments][]');
	const echo_id = upload?.field('message[echo_id]');
	if (!upload || !(file instanceof File) || typeof echo_id !== 'string') throw new Error('This upload has no file.');
	const isPicture = file.type.startsWith('image/');
	const size = isPicture ? { width: 80, height: 60 } : {};
	const attachment = stored(isPicture ? 'image' : 'file', `/files/1/${file.name}`, { file_size: file.size, ...size });
	upload.answer(chat.add('', { message_type: 0, echo_id, attachments: [attachment] }));
}

let nextId = 100;

type FileAttachment = Extract<Attachment, { file_type: 'image' | 'file' | 'audio' | 'video' }>;

function stored(
	file_type: FileAttachment['file_type'],
	data_url: string,
	changes: Partial<FileAttachment> = {},
): Attachment {
	nextId += 1;
	const identity = { id: nextId, message_id: 1, account_id: 1, extension: null, thumb_url: '' };
	return { ...identity, file_type, data_url, file_size: 12, width: null, height: null, ...changes };
}
