/** What a page that wants to be asked does with the visitor's message before it is sent. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { RareToHost } from '#protocol/frame/rareToHost.ts';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { Chat, server } from './chat.ts';
import { attach, makeText } from './files.ts';
import { makePage } from './page.ts';

type Question = Extract<RareToHost, { event: 'ask' }>;

const API = '/api/v1/widget';

let chat: Chat;

beforeEach(() => {
	chat = new Chat();
	location.hash = '#/messages';
	const conversation = { id: 43, inbox_id: 3, contact_last_seen_at: 4e9, status: 'open' };
	server.answer(`GET ${API}/conversations`, () => conversation);
	server.answer(`POST ${API}/conversations/toggle_typing`, () => null);
});
afterEach(() => chat.close());
after(() => server.stop());

const questions = () => chat.heard.filter((message): message is Question => message.event === 'ask');

async function open(askBefore = 'send', masks?: string[]) {
	const channel = { ...makePage().channel, enabledFeatures: ['attachments' as const], ...(masks && { masks }) };
	chat.open({ channel, session: { authToken: 'known', pubsubToken: 'pubsub' } }, 'framed');
	chat.tell({ event: 'config-set', askBefore });
	return until(() => document.querySelector<HTMLTextAreaElement>('textarea'));
}

/** A message of the visitor's with this text. */
function bubble(text: string) {
	return [...document.querySelectorAll('[data-state]')].find(({ textContent }) => textContent.includes(text));
}

async function write(field: HTMLTextAreaElement, text: string): Promise<Question> {
	const before = questions().length;
	await fill(field, text);
	await key('Enter');
	return until(() => questions()[before]);
}

function answer({ id, detail }: Question, isRefused: boolean, changes: object = {}) {
	chat.tell({ event: 'answer', id, isRefused, detail: { ...detail, ...changes } });
}

test('the page reads the message, and what it makes of it is sent', async () => {
	const field = await open();
	const question = await write(field, 'My number is 1234');
	assert.deepEqual(question.detail, { content: 'My number is 1234', attachments: [] });
	assert.equal(field.value, 'My number is 1234');
	await key('Enter');
	answer(question, false, { content: 'My number is ••••' });
	await until(() => bubble('My number is ••••') && field.value === '');
	assert.equal(questions().length, 1, 'one message is asked for once');
	assert.equal(bubble('My number is 1234'), undefined);
});

test('a refused message stays in the composer, with a reason', async () => {
	const field = await open();
	answer(await write(field, 'Hello'), true);
	await until(() => hasText('This message cannot be sent on this website.'));
	assert.equal(field.value, 'Hello');
	await axeFindsNothing();
	answer(await write(field, 'Hello you'), true, { reason: 'No greetings, please' });
	await until(() => hasText('No greetings, please'));
	assert.equal(field.value, 'Hello you');
	assert.equal(bubble('Hello'), undefined);
});

test('nobody is thanked for a message that was to be left and that the page refuses', async () => {
	const contact = { id: 17, has_email: false, has_name: true, has_phone_number: false, identifier: null };
	server.answer(`GET ${API}/contact`, () => contact);
	server.answer(`PATCH ${API}/contact`, () => ({ ...contact, has_email: true }));
	const times = { open_hour: null, open_minutes: null, close_hour: null, close_minutes: null };
	const closed = { ...times, closed_all_day: true, open_all_day: false };
	const workingHours = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, ...closed }));
	const channel = { ...makePage().channel, leaveMessage: true as const, workingHoursEnabled: true, workingHours };
	chat.open({ channel, session: { authToken: 'known', pubsubToken: 'pubsub' } }, 'framed');
	chat.tell({ event: 'config-set', askBefore: 'send' });
	const find = (name: string) => until(() => document.querySelector<HTMLInputElement>(`form [name=${name}]`));
	await fill(await find('email'), 'ada@shop.example');
	const message = await find('message');
	await fill(message, 'Hello');
	await press({ selector: 'form [type=submit]' });
	answer(await until(() => questions()[0]), true);
	await until(() => hasText('This message cannot be sent on this website.'));
	const composer = await until(() => document.querySelector('textarea'));
	assert.equal(composer.value, 'Hello');
	assert.ok(!hasText('Thank you for your message!'));
});

test('a message of which the page leaves nothing stays in the composer', async () => {
	const field = await open();
	answer(await write(field, 'Hello'), false, { content: ' ' });
	await until(() => hasText('This message cannot be sent on this website.'));
	assert.equal(field.value, 'Hello');
});

test('what the visitor types while the page thinks stays in the composer', async () => {
	const field = await open();
	const question = await write(field, 'First');
	await fill(field, 'First and more');
	answer(question, false);
	await until(() => bubble('First'));
	assert.equal(field.value, ' and more');

	const other = await write(field, 'Second');
	await fill(field, 'Changed');
	answer(other, false);
	while (!questions()[2]) await key('Enter');
	const next = questions()[2];
	assert.equal(next?.detail['content'], 'Changed');
	assert.equal(bubble('Second'), undefined);
});

test('files that the page takes out stay in the composer', async () => {
	const field = await open();
	await attach(makeText('keep.txt'), makeText('send.txt'));
	await until(() => hasText('keep.txt') && hasText('send.txt'));
	const question = await write(field, 'Two files');
	const attachments = question.detail['attachments'] as { id: string; name: string; type: string; size: number }[];
	assert.deepEqual(
		attachments.map(({ name, type, size }) => ({ name, type, size })),
		[
			{ name: 'keep.txt', type: 'text/plain', size: 12 },
			{ name: 'send.txt', type: 'text/plain', size: 12 },
		],
	);
	answer(question, false, { attachments: attachments.slice(1) });
	await until(() => bubble('Two files'));
	const form = field.form?.textContent ?? '';
	assert.ok(form.includes('keep.txt') && !form.includes('send.txt'));
});

test('a page that does not want to be asked, and one that says nothing, hold nothing up', async () => {
	const field = await open('open close');
	await fill(field, 'At once');
	await key('Enter');
	await until(() => bubble('At once'));
	chat.tell({ event: 'config-set', askBefore: 'send' });
	await until(() => chat.store.get(hostAtom).askBefore === 'send');
	await write(field, 'In the end');
	await until(() => bubble('In the end'));
	assert.equal(questions().length, 1);
});

test("a card's number is masked before the page reads it, and before it is sent", async () => {
	const sent: unknown[] = [];
	server.answer(`POST ${API}/messages`, ({ body }) => {
		sent.push((body['message'] as { content: string }).content);
		throw 500;
	});
	const field = await open('', ['cards']);
	await fill(field, 'Take 4242 4242 4242 4242');
	await key('Enter');
	await until(() => bubble('Take •••• •••• •••• 4242') && field.value === '');
	await until(() => sent.includes('Take •••• •••• •••• 4242'));

	chat.tell({ event: 'config-set', askBefore: 'send' });
	await until(() => chat.store.get(hostAtom).askBefore === 'send');
	const question = await write(field, 'Or 5555-5555-5555-4444');
	assert.equal(question.detail['content'], 'Or ••••-••••-••••-4444');
	answer(question, false, { content: 'Then 5555555555554444' });
	await until(() => bubble('Then ••••••••••••4444'));

	chat.tell({ event: 'send-message', content: 'By the page: 4242424242424242', echoId: 'e1' });
	await until(() => bubble('By the page: ••••••••••••4242'));
	assert.ok(!JSON.stringify(localStorage).includes('4242424242424242'));
});
