import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type Picker from 'emoji-picker-element/picker.js';
import { encodeMessage } from '#protocol/frame/frameMessages.ts';
import { DAY, MINUTE } from '#protocol/base/duration.ts';
import { MESSAGE_MAX } from '#protocol/base/limits.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { bubble, type Conversation, server } from './conversation.ts';
import { eachWithUploads } from './eachWithUploads.ts';
import type { FakeUpload } from './fakeUploads.ts';
import { send } from './files.ts';
import { makePage } from './page.ts';

const CHANNEL = { ...makePage().channel, enabledFeatures: ['attachments' as const, 'emoji_picker' as const] };

let chat: Conversation;
let uploads: FakeUpload[];

eachWithUploads((begun) => ({ chat, uploads } = begun));

const open = () => chat.open({ channel: CHANNEL });

test('a message near the limit counts what is left; beyond it nothing is sent, cut or lost', async () => {
	const field = await open();
	const full = 'x'.repeat(MESSAGE_MAX);
	await fill(field, full.slice(501));
	assert.ok(!hasText('characters left'));
	await fill(field, full.slice(7));
	await until(() => hasText('7 characters left'));
	await fill(field, `${full}yz`);
	await until(() => hasText('The message is 2 characters too long to be sent'));
	assert.equal(field.getAttribute('aria-invalid'), 'true');
	await axeFindsNothing();
	await key('Enter');
	assert.equal(field.value, `${full}yz`);
	assert.equal(chat.sent.length, 0);
	await fill(field, full);
	await key('Enter');
	await until(() => chat.sent.length === 1);
	assert.equal(chat.sent[0]?.['content'], full);
});

test('a text of several lines has the whole width, and keeps the focus while it grows and goes', async () => {
	const field = await open();
	const width = () => field.getBoundingClientRect().width;
	field.focus();
	await fill(field, 'Hi');
	await until(() => field.value === 'Hi');
	const inRow = width();
	const box = field.form?.getBoundingClientRect().width ?? 0;
	await fill(field, 'One line\nand another');
	await until(() => width() > inRow + 80);
	assert.ok(width() > box - 40);
	await fill(field, 'One line');
	await until(() => field.value === 'One line');
	assert.ok(width() > inRow + 80, 'nothing moves back while the visitor types');
	await key('Enter');
	await until(() => chat.sent.length === 1 && width() <= inRow);
	assert.equal(document.activeElement, field);
});

test('the placeholder has one line, however narrow the chat is', async () => {
	await setViewport({ width: 240, height: 568 });
	const field = await open();
	const { height } = field.getBoundingClientRect();
	const { lineHeight, paddingBlockStart, paddingBlockEnd } = getComputedStyle(field);
	assert.equal(height - parseFloat(paddingBlockStart) - parseFloat(paddingBlockEnd), parseFloat(lineHeight));
	await setViewport({ width: 800, height: 600 });
});

test('an empty field follows the direction of the page, and a text its own', async () => {
	const field = await open();
	document.documentElement.dir = 'rtl';
	assert.equal(getComputedStyle(field).direction, 'rtl');
	await fill(field, 'Hello');
	await until(() => getComputedStyle(field).direction === 'ltr');
	document.documentElement.dir = 'ltr';
	await fill(field, '');
	await until(() => field.value === '' && getComputedStyle(field).direction === 'ltr');
});

test('a message that a rate limit holds back says that it waits', async () => {
	const field = await open();
	server.answer('POST /api/v1/widget/messages', () => {
		throw 429;
	});
	await send(field, 'One of many');
	await until(() => hasText('Too many messages at once. This one will be sent shortly.'));
	assert.equal(bubble('One of many')?.dataset['state'], 'in_progress');
	assert.equal(findNamed('button', 'Send message again'), undefined);
	await axeFindsNothing();
});

test('a message that a daily limit holds back says until when', async () => {
	const field = await open();
	const till = new Date(Date.now() + DAY - MINUTE);
	server.answer('POST /api/v1/widget/messages', () => {
		const seconds = Math.ceil((till.getTime() - Date.now()) / 1_000);
		return new Response('Retry later', { status: 429, headers: { 'Retry-After': String(seconds) } });
	});
	await send(field, 'One of a day');
	const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(till);
	await until(() => hasText(`A limit has been reached. This message will be sent after ${day}`));
});

test('typing is on at the first key and off on sending', async () => {
	const field = await open();
	const typing = () => server.calls.filter((call) => call.endsWith('/toggle_typing')).length;
	await fill(field, 'H');
	await fill(field, 'Hi');
	await until(() => typing() === 1);
	await fill(field, 'Hi!');
	await key('Enter');
	await until(() => chat.sent.length === 1 && typing() === 2);
});

test('an emoji is inserted at the caret, in place of the selection, and the picker stays open', async () => {
	const field = await open();
	await fill(field, 'Hello dear world');
	field.setSelectionRange(6, 10);
	const picker = await openPicker();
	await axeFindsNothing();
	await press(firstOf(picker));
	await until(() => field.value === 'Hello 😀 world');
	assert.equal(field.selectionStart, 8);
	await press(firstOf(picker));
	await until(() => field.value === 'Hello 😀😀 world');
	assert.ok(picker.isConnected);
});

test('a search without results says so; Escape closes only the picker, and returns the focus to its button', async () => {
	let escapes = 0;
	const count = ({ key }: KeyboardEvent) => (escapes += Number(key === 'Escape'));
	document.addEventListener('keydown', count);
	await open();
	const picker = await openPicker();
	const search = picker.shadowRoot?.querySelector<HTMLInputElement>('[type=search]');
	assert.ok(search);
	assert.equal(picker.shadowRoot?.activeElement, search);
	await fill(search, 'qqqzzz');
	await until(() => hasText('No emoji match your search'));
	await fill(search, 'grinning');
	await until(() => !hasText('No emoji match your search'));
	await key('Escape');
	await until(() => !document.querySelector('emoji-picker'));
	assert.equal(escapes, 0);
	assert.equal(document.activeElement, findNamed('button', 'Emoji'));
	document.removeEventListener('keydown', count);
});

test('the picker closes when the visitor presses elsewhere', async () => {
	const field = await open();
	await openPicker();
	await press(field);
	await until(() => !document.querySelector('emoji-picker'));
});

test('the picker speaks the interface language', async () => {
	await chat.open({ channel: { ...CHANNEL, locale: 'de' } }, 'Nachricht schreiben');
	const picker = await openPicker('Emoji');
	const search = await until(() => picker.shadowRoot?.querySelector<HTMLInputElement>('[type=search]'));
	assert.equal(search.placeholder, 'Suchen');
	await until(() => picker.shadowRoot?.querySelector('[role=menuitem][title="grinsendes Gesicht"]'));
});

test('emoji work where the browser denies storage', async () => {
	Object.defineProperty(window, 'indexedDB', {
		get() {
			throw new DOMException('Access denied', 'SecurityError');
		},
		configurable: true,
	});
	const field = await open();
	await fill(field, 'ab');
	field.setSelectionRange(1, 1);
	await press(firstOf(await openPicker()));
	await until(() => field.value === 'a😀b');
});

test('a voice message is recorded, timed and sent; the draft is not touched', async () => {
	const microphone = fakeMicrophone();
	await open();
	await press('Record a voice message');
	await until(() => hasText('Recording') && hasText('0:00'));
	await axeFindsNothing();
	const sendButton = findNamed('button', 'Send voice message');
	assert.equal(document.activeElement, sendButton);
	await press('Send voice message');
	const upload = await until(() => uploads[0]);
	const file = upload.field('message[attachments][]');
	assert.ok(file instanceof File);
	assert.equal(file.name, 'voice-message.webm');
	assert.equal(file.type, 'audio/webm');
	assert.equal(await file.text(), 'sound');
	assert.ok(microphone.isReleased());
	await until(() => findNamed('textarea', 'Type your message') === document.activeElement);
	microphone.stop();
});

test('a cancelled recording is not sent, and releases the microphone', async () => {
	const microphone = fakeMicrophone();
	await record();
	await press('Cancel recording');
	await until(() => findNamed('textarea', 'Type your message'));
	assert.ok(microphone.isReleased());
	assert.equal(uploads.length, 0);
	microphone.stop();
});

test('a voice message whose button is pressed again while it ends is sent once', async () => {
	const microphone = fakeMicrophone();
	await record();
	await until(() => findNamed('button', 'Send voice message') === document.activeElement);
	await key('Enter', 'Enter');
	const upload = await until(() => uploads[0]);
	upload.answer(chat.add('', { message_type: 0, echo_id: upload.field('message[echo_id]') as string }));
	await until(() => !document.querySelector('[data-state=in_progress]'));
	assert.equal(uploads.length, 1);
	microphone.stop();
});

test('closing the chat ends a recording and releases the microphone', async () => {
	const microphone = fakeMicrophone();
	// The page around the chat is an app's, which gets the message that the chat is closed.
	let isHeard = false;
	const bridge = { postMessage: () => (isHeard = true) };
	Object.defineProperty(window, 'ReactNativeWebView', { value: bridge, configurable: true });
	await record();
	await until(() => isHeard);
	window.postMessage(encodeMessage({ event: 'toggle-open', isOpen: false }), location.origin);
	await until(() => microphone.isReleased());
	assert.equal(uploads.length, 0);
	Reflect.deleteProperty(window, 'ReactNativeWebView');
	microphone.stop();
});

test('a recording ends when another visitor takes over', async () => {
	const microphone = fakeMicrophone();
	await record();
	becomeSomebodyElse();
	await until(() => microphone.isReleased());
	await until(() => findNamed('button', 'Record a voice message'));
	assert.equal(uploads.length, 0);
	microphone.stop();
});

test('a recording that one user was about to send is not sent by the next', async () => {
	const { promise: written, resolve: write } = Promise.withResolvers<void>();
	const microphone = fakeMicrophone({ written });
	await record();
	await press('Send voice message');
	becomeSomebodyElse();
	await until(() => !bubble('Hello'));
	await press('Record a voice message');
	write();
	await until(() => microphone.isReleased());
	await until(() => hasText('Recording'));
	await press('Send voice message');
	const upload = await until(() => uploads[0]);
	upload.answer(chat.add('', { message_type: 0, echo_id: upload.field('message[echo_id]') as string }));
	await until(() => !document.querySelector('[data-state=in_progress]'));
	assert.equal(uploads.length, 1);
	microphone.stop();
});

test('a browser that cannot record says so, and releases the microphone', async () => {
	const microphone = fakeMicrophone({ fault: new DOMException('none', 'NotSupportedError') });
	await open();
	await press('Record a voice message');
	await until(() => hasText('Something went wrong.'));
	assert.ok(microphone.isReleased());
	microphone.stop();
});

test('Escape while waiting for the microphone ends the recording and not the chat', async () => {
	let escapes = 0;
	const count = ({ key }: KeyboardEvent) => (escapes += Number(key === 'Escape'));
	document.addEventListener('keydown', count);
	const microphone = fakeMicrophone({ allowed: new Promise(() => {}) });
	await open();
	await press('Record a voice message');
	await until(() => hasText('Waiting for the microphone'));
	const sendButton = findNamed('button', 'Send voice message');
	assert.equal(document.activeElement, sendButton);
	await key('Enter');
	await axeFindsNothing();
	await key('Escape');
	await until(() => findNamed('textarea', 'Type your message') === document.activeElement);
	assert.equal(escapes, 0);
	document.removeEventListener('keydown', count);
	microphone.stop();
});

test('a denied microphone shows a message', async () => {
	const microphone = fakeMicrophone({ refusal: new DOMException('denied', 'NotAllowedError') });
	await open();
	await press('Record a voice message');
	await until(() => hasText('Microphone access is blocked.'));
	assert.equal(document.activeElement, findNamed('button', 'OK'));
	await axeFindsNothing();
	await press('OK');
	await until(() => findNamed('textarea', 'Type your message'));
	microphone.stop();
});

test('every control of the composer has a name, in visual order', async () => {
	await open();
	const controls = [...(document.querySelector('form')?.querySelectorAll<HTMLElement>('button, textarea') ?? [])];
	assert.deepEqual(
		controls.map(({ ariaLabel }) => ariaLabel),
		['Attach files', 'Emoji', 'Type your message', 'Record a voice message', 'Send message'],
	);
	const places = controls.map((control) => control.getBoundingClientRect().left);
	assert.deepEqual(
		places,
		places.toSorted((one, other) => one - other),
	);
});

test('a draft survives closing the chat', async () => {
	await fill(await open(), 'Half a sentence');
	chat.close();
	const field = await open();
	assert.equal(field.value, 'Half a sentence');
	await send(field, 'Whole');
	await until(() => bubble('Whole'));
});

/** Resolves when the first emoji can be chosen. */
async function openPicker(name = 'Emoji'): Promise<Picker> {
	await press({ role: 'button', name });
	const picker = await until(() => document.querySelector('emoji-picker'));
	await until(() => picker.shadowRoot?.querySelector('[role=menuitem]'));
	return picker;
}

function firstOf(picker: Picker): Element {
	const emoji = picker.shadowRoot?.querySelector('[role=menuitem]');
	return emoji ?? assert.fail('The picker is empty');
}

/** Opens the chat and begins to record. */
async function record(): Promise<void> {
	await open();
	await press('Record a voice message');
	await until(() => hasText('Recording'));
}

/** The server forgets the session; the next message begins another visitor's. */
function becomeSomebodyElse(): void {
	server.answer('POST /api/v1/widget/config', () => ({
		website_channel_config: { auth_token: 'new' },
		contact: { pubsub_token: 'pubsub' },
	}));
	server.push('contact.deleted', { id: 17, account_id: 1, conversation_ids: [] });
}

interface Microphone {
	/** Resolves when the visitor has allowed the microphone. */
	allowed?: Promise<void>;
	/** The error with which the browser denies the microphone. */
	refusal?: DOMException;
	/** The error with which the recorder fails. */
	fault?: DOMException;
	/** Resolves when the recorder has written everything. */
	written?: Promise<void>;
}

/** A microphone that records "sound". */
function fakeMicrophone({ allowed = Promise.resolve(), refusal, fault, written }: Microphone = {}) {
	const { MediaRecorder: own } = globalThis;
	const { mediaDevices } = navigator;
	const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
	let released = 0;
	const stream = { getTracks: () => [{ stop: () => (released += 1) }] };
	mediaDevices.getUserMedia = async () => {
		await allowed;
		if (refusal) throw refusal;
		return stream as unknown as MediaStream;
	};

	class FakeRecorder {
		static isTypeSupported = () => true;
		state = 'inactive';
		mimeType = 'audio/webm;codecs=opus';
		ondataavailable?: (event: { data: Blob }) => void;
		onstop?: () => void;
		constructor() {
			if (fault) throw fault;
		}
		start(): void {
			this.state = 'recording';
		}
		stop(): void {
			this.state = 'inactive';
			this.ondataavailable?.({ data: new Blob(['sound']) });
			if (written) void written.then(() => this.onstop?.());
			else this.onstop?.();
		}
	}
	Object.assign(globalThis, { MediaRecorder: FakeRecorder });
	return {
		isReleased: () => released > 0,
		stop() {
			mediaDevices.getUserMedia = getUserMedia;
			Object.assign(globalThis, { MediaRecorder: own });
		},
	};
}
