/** What the frame tells pages that count: each once, and nothing that anybody wrote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, PushConversation } from '#protocol/entities/entities.ts';
import { updateHostFacts, messagesToHostAtom } from '../../src/widget/features/host/host.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { fill, press } from '../support/browser/input.ts';
import { bubble, chooseInMenu, type Conversation, rest, server } from './conversation.ts';
import { eachWithUploads } from './eachWithUploads.ts';
import type { FakeUpload } from './fakeUploads.ts';
import { attach, makePicture, send, waiting } from './files.ts';
import { makeArticle, PORTAL } from './helpCentre.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const CHANNEL = {
	...makePage().channel,
	portal: PORTAL,
	enabledFeatures: ['attachments' as const, 'end_conversation' as const],
};
const LOCK = 'live-chat-widget:ended:43';

let chat: Conversation;
let uploads: FakeUpload[];

eachWithUploads((begun) => ({ chat, uploads } = begun));

/** Opens the chat as in a page that is there, but takes no message: they stay in the queue. */
async function open(): Promise<HTMLTextAreaElement> {
	const field = await chat.open({ channel: CHANNEL });
	chat.store.set(updateHostFacts, { isPresent: true, isOpen: true });
	await rest();
	return field;
}

const told = () =>
	chat.store.get(messagesToHostAtom).flatMap((message) => (message.event === 'happened' ? [message] : []));
const happened = (name: string, detail?: unknown) => ({
	event: 'happened',
	name,
	...(detail !== undefined && { detail }),
});

function ask(content_type: string, content_attributes: Message['content_attributes']): Message {
	const message = chat.add('Well?', { content_type, content_attributes });
	server.answer(`PATCH ${API}/messages/${message.id}`, () => ({ contact: {} }));
	return message;
}

function changeStatus(status: 'open' | 'resolved'): void {
	chat.status = status;
	server.push('conversation.status_changed', { id: 43, status } as PushConversation);
}

/** Resolves when the chat has handled what was pushed before. */
async function settle(name: string): Promise<void> {
	chat.say(name);
	await until(() => bubble(name));
}

const endsShown = () => until(() => hasText('This conversation has ended. Send another message to continue it.'));

test('an end is told once, whether the response or the pushed event comes first', async () => {
	await navigator.locks.request(LOCK, async () => {});
	server.answer(`GET ${API}/conversations/toggle_status`, () => changeStatus('resolved'));
	await open();
	await chooseInMenu('End Conversation');
	await endsShown();
	await until(() => told().length === 1);
	changeStatus('resolved');
	await settle('Still ended');
	assert.deepEqual(told(), [happened('conversation-ended')]);
});

test('an end that another tab tells is not told here, nor one that the chat finds when it is opened', async () => {
	let release = () => {};
	const held = new Promise<void>((resolve) => (release = resolve));
	await new Promise<void>((taken) => {
		void navigator.locks.request(LOCK, () => {
			taken();
			return held;
		});
	});
	await open();
	changeStatus('resolved');
	await endsShown();
	await settle('After the end');
	assert.deepEqual(told(), []);
	release();
	chat.close();
	await open();
	changeStatus('resolved');
	await settle('After the page load');
	assert.deepEqual(told(), []);
	changeStatus('open');
	await settle('Open again');
	changeStatus('resolved');
	await until(() => told().length === 1);
});

test('a rating is told once, a changed one as changed, and feedback adds nothing', async () => {
	const survey = ask('input_csat', {});
	await open();
	const face = (index: number) => until(() => document.querySelectorAll('[role=radiogroup] input')[index]);
	await press(await face(4));
	await until(() => told().length === 1);
	await press(await face(3));
	await until(() => told().length === 2);
	await fill(await until(() => labelled('Tell us more...')), 'Quick, and kind');
	await press('Submit');
	await until(() => hasText('Quick, and kind') && !labelled('Tell us more...'));
	const expected = [
		happened('rated', { rating: 5, isChanged: false }),
		happened('rated', { rating: 4, isChanged: true }),
	];
	assert.deepEqual(told(), expected);
	chat.close();
	survey.content_attributes['submitted_values'] = { csat_survey_response: { rating: 4 } };
	await open();
	await until(() => document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')[3]?.checked);
	await settle('After the page load');
	assert.deepEqual(told(), []);
});

test('a rating that fails is told once it has arrived', async () => {
	const survey = ask('input_csat', {});
	server.answer(`PATCH ${API}/messages/${survey.id}`, () => {
		throw 503;
	});
	await open();
	await press(await until(() => document.querySelectorAll('[role=radiogroup] input')[0]));
	await until(() => hasText("Couldn't send, try again"));
	assert.deepEqual(told(), []);
	server.answer(`PATCH ${API}/messages/${survey.id}`, () => ({ contact: {} }));
	await press('Try again');
	await until(() => told().length === 1);
	assert.deepEqual(told(), [happened('rated', { rating: 1, isChanged: false })]);
});

test('forms in messages are told by their kind, and a choice is none', async () => {
	ask('form', { items: [{ name: 'order', type: 'text', label: 'Order' }], button_label: 'Send order' });
	ask('input_select', { items: [{ title: 'Red', value: 'r' }] });
	ask('input_email', {});
	await open();
	await press('Red');
	await until(() => findNamed('button', 'Red') === undefined);
	await fill(await until(() => labelled('Order')), '4711');
	await press('Send order');
	await until(() => told().length === 1);
	await fill(await until(() => labelled('Email Address')), 'grace@navy.example');
	await press('Submit');
	await until(() => told().length === 2);
	assert.deepEqual(told(), [
		happened('form-submitted', { form: 'form' }),
		happened('form-submitted', { form: 'email' }),
	]);
});

function labelled(label: string): HTMLElement | null | undefined {
	const labels = [...document.querySelectorAll('label')];
	return labels.find(({ textContent }) => textContent.replace(/ \*$/, '') === label)?.control;
}

test('a file is told once the server has it, also where the first attempt was lost', async () => {
	const field = await open();
	await attach(await makePicture('passport.png'));
	await until(() => waiting().length === 1);
	await send(field, 'Look');
	const first = await until(() => uploads[0]);
	first.cut();
	dispatchEvent(new Event('online'));
	const second = await until(() => uploads[1]);
	assert.deepEqual(told(), []);
	const echo_id = second.field('message[echo_id]') as string;
	const attachments = [{ id: 1, message_id: 1, file_type: 'image' as const, data_url: '', thumb_url: '' }];
	const stored = chat.add('', { message_type: 0, echo_id, attachments } as unknown as Partial<Message>);
	second.answer(stored);
	await until(() => told().length === 1);
	server.push('message.created', stored as Parameters<typeof server.push<'message.created'>>[1]);
	await settle('Thank you');
	assert.deepEqual(told(), [happened('attachment-sent', { type: 'image' })]);
});

test('an article is told when it is shown in the open panel, once for each time', async () => {
	server.answer('GET /hc/help/en/articles.json', () => ({ payload: [makeArticle('Glazes', 0)], meta: {} }));
	await open();
	await press('Back');
	const link = () => until(() => document.querySelector('main li a'));
	const shown = () => until(() => document.querySelector<HTMLIFrameElement>('iframe[data-shown]'));
	chat.store.set(updateHostFacts, { isOpen: true });
	await press(await link());
	await shown();
	await until(() => told().length === 1);
	// The panel closes over the article, and opens again.
	chat.store.set(updateHostFacts, { isOpen: false });
	chat.store.set(updateHostFacts, { isOpen: true });
	await press('Back');
	await press(await link());
	await shown();
	await until(() => told().length === 2);
	assert.deepEqual(told(), [
		happened('article-shown', { slug: 'glazes' }),
		happened('article-shown', { slug: 'glazes' }),
	]);
});
