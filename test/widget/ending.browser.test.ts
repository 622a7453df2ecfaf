/**
 * How a conversation ends, and the actions afterwards (docs/wire.md, Conversations and Video
 * calls).
 */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { ConversationStatus, PushConversation } from '#protocol/entities/entities.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { bubble, chooseInMenu, Conversation, isInMenu, moreButton, server } from './conversation.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const COMPOSER = 'textarea[aria-label="Type your message"]';

let chat: Conversation;
let contact: { has_email: boolean; email?: unknown };

beforeEach(() => {
	chat = new Conversation();
	contact = { has_email: true };
	server.answer(`GET ${API}/conversations/toggle_status`, () => {
		chat.status = 'resolved';
	});
	server.answer(`GET ${API}/contact`, () => ({ id: 1, ...contact }));
	server.answer(`PATCH ${API}/contact`, ({ body }) => {
		contact = { has_email: true, email: body['email'] };
		return { id: 1, ...contact };
	});
	server.answer(`POST ${API}/conversations/transcript`, () => null);
});
afterEach(() => chat.close());
after(() => server.stop());

test('the visitor ends the conversation at once where writing again reopens it, and it does', async () => {
	chat.add('Anything else?');
	await chat.open(channel({ enabledFeatures: ['end_conversation'] }));
	await chooseInMenu('End Conversation');
	await until(() => hasText('This conversation has ended. Send another message to continue it.'));
	assert.ok(!(await isInMenu('End Conversation')));
	await axeFindsNothing();
	const composer = await until(() => document.querySelector<HTMLTextAreaElement>(COMPOSER));
	await fill(composer, 'One more thing');
	await key('Enter');
	await until(() => bubble('One more thing'));
	changeStatus('open');
	await until(() => !hasText('This conversation has ended.'));
	assert.ok(await isInMenu('End Conversation'));
});

test('a conversation can be ended only while it is open and where the channel allows it', async () => {
	chat.add('Hello');
	await chat.open(channel({ enabledFeatures: [] }));
	await until(() => bubble('Hello'));
	assert.ok(!(await isInMenu('End Conversation')));
	chat.close();
	await chat.open(channel({ enabledFeatures: ['end_conversation'] }));
	for (const status of ['snoozed', 'pending', 'open'] as const) {
		changeStatus(status);
		await press('More options');
		await until(() => findNamed('button', 'End Conversation'));
		await key('Escape');
	}
	await press('More options');
	await until(() => findNamed('button', 'End Conversation'));
	changeStatus('resolved');
	await until(() => !findNamed('button', 'End Conversation'));
});

test('an end that cannot be undone asks for confirmation, and Escape declines', async () => {
	chat.add('Hello');
	await chat.open(channel({ enabledFeatures: ['end_conversation'], allowMessagesAfterResolved: false }));
	await chooseInMenu('End Conversation');
	const cancel = await until(() => findNamed('button', 'Cancel'));
	await until(() => document.activeElement === cancel);
	await axeFindsNothing();
	await key('Escape');
	await until(() => !findNamed('button', 'Cancel') && document.activeElement === moreButton());
	assert.ok(!called('GET', 'conversations/toggle_status'));
	await chooseInMenu('End Conversation');
	await press({ selector: '[role=alertdialog] button:last-of-type' });
	await until(() => findNamed('button', 'Start a new conversation'));
	assert.equal(document.querySelector(COMPOSER), null);
	assert.ok(findNamed('button', 'Request a conversation transcript'));
	await until(() => document.activeElement === moreButton());
	await axeFindsNothing();
});

test('on a small phone the actions are side by side, so that the messages have most of the room', async () => {
	await setViewport({ width: 320, height: 568 });
	const topOf = (name: string) => until(() => findNamed('button', name)?.getBoundingClientRect().top);
	chat.add('Hello');
	await chat.open(channel({ enabledFeatures: ['end_conversation'], allowMessagesAfterResolved: false }));
	await chooseInMenu('End Conversation');
	assert.equal(await topOf('Cancel'), await topOf('End Conversation'));
	const question = document.querySelector('[role=alertdialog] p')?.getBoundingClientRect();
	assert.ok(question && question.bottom <= (await topOf('Cancel')) && question.right <= 320);
	await press({ selector: '[role=alertdialog] button:last-of-type' });
	assert.equal(await topOf('Start a new conversation'), await topOf('Request a conversation transcript'));
	await setViewport({ width: 800, height: 600 });
});

test('an end that fails shows a banner for three seconds', async () => {
	chat.add('Hello');
	server.answer(`GET ${API}/conversations/toggle_status`, () => {
		throw 500;
	});
	await chat.open(channel({ enabledFeatures: ['end_conversation'] }));
	await chooseInMenu('End Conversation');
	const banner = await until(() => [...document.querySelectorAll('[role=alert] p')][0]);
	const since = performance.now();
	assert.equal(banner.textContent, 'There was an error, please try again');
	await axeFindsNothing();
	await until(() => !hasText('There was an error, please try again'));
	assert.ok(performance.now() - since > 2_000);
});

test('a new conversation begins empty and starts with the next message', async () => {
	chat.add('Old news');
	chat.status = 'resolved';
	await chat.open();
	await press('Start a new conversation');
	await until(() => !bubble('Old news') && document.activeElement?.matches(COMPOSER));
	let started: Record<string, unknown> | undefined;
	server.answer(`POST ${API}/conversations`, ({ body }) => {
		started = body;
		const { content, echo_id } = body['message'] as { content: string; echo_id: string };
		const message = { ...chat.add(content, { message_type: 0, echo_id }), conversation_id: 44 };
		return { id: 44, inbox_id: 3, contact_last_seen_at: 0, status: 'open', messages: [message] };
	});
	const composer = await until(() => document.querySelector<HTMLTextAreaElement>(COMPOSER));
	await fill(composer, 'Something new');
	await key('Enter');
	await until(() => bubble('Something new')?.dataset['state'] === 'sent');
	assert.ok(started);
	assert.ok(!called('POST', 'messages'));
	assert.ok(!bubble('Old news'));
});

test('the transcript goes to the address that the team has', async () => {
	await openEnded();
	await press('Request a conversation transcript');
	await until(() => hasText('The chat transcript was sent successfully'));
	assert.ok(called('POST', 'conversations/transcript'));
	assert.ok(document.querySelector('[role=status] p'));
	await axeFindsNothing();
});

test('a transcript without an address asks for one, stores it, and is sent', async () => {
	contact = { has_email: false };
	await openEnded();
	await press('Request a conversation transcript');
	const field = await until(() => document.querySelector<HTMLInputElement>('input[type=email]'));
	await until(() => document.activeElement === field);
	await press('Send transcript');
	await until(() => hasText('Email Address is required'));
	await fill(field, 'grace');
	await until(() => hasText('Please enter a valid email address'));
	await axeFindsNothing();
	assert.ok(!called('POST', 'conversations/transcript'));
	await fill(field, 'grace@navy.example');
	await press('Send transcript');
	await until(() => hasText('The chat transcript was sent successfully'));
	assert.equal(contact.email, 'grace@navy.example');
	assert.ok(called('POST', 'conversations/transcript'));
	await until(() => document.activeElement === findNamed('button', 'Request a conversation transcript'));
});

test('a transcript that fails says so, and can be requested again', async () => {
	server.answer(`POST ${API}/conversations/transcript`, () => {
		throw 429;
	});
	await openEnded();
	const button = await until(() => findNamed('button', 'Request a conversation transcript'));
	await press(button);
	await until(() => hasText('There was an error, please try again'));
	server.answer(`POST ${API}/conversations/transcript`, () => null);
	await press(button);
	await until(() => hasText('The chat transcript was sent successfully'));
});

test('without a mail server no transcript is offered', async () => {
	await openEnded({ TRANSCRIPTS_ENABLED: false });
	await until(() => findNamed('button', 'Start a new conversation'));
	assert.equal(findNamed('button', 'Request a conversation transcript'), undefined);
});

test('where visitors may give no address, the transcript is offered only if the team has one', async () => {
	contact = { has_email: false };
	await openEnded({ DISABLE_USER_PROFILE_UPDATE: true });
	await until(() => called('GET', 'contact') && findNamed('button', 'Start a new conversation'));
	assert.equal(findNamed('button', 'Request a conversation transcript'), undefined);
	chat.close();
	contact = { has_email: true };
	await chat.open(page({ DISABLE_USER_PROFILE_UPDATE: true }));
	await press('Request a conversation transcript');
	await until(() => hasText('The chat transcript was sent successfully'));
	assert.ok(!called('PATCH', 'contact'));
});

test('a call opens over everything with camera and microphone, ignores Escape, and is left by its button', async () => {
	const invitation = chat.add('Shall we talk?', {
		content_type: 'integrations',
		content_attributes: { type: 'dyte', data: { meeting_id: 'm' } },
	});
	server.answer(`POST ${API}/integrations/dyte/add_participant_to_meeting`, ({ body }) => {
		assert.equal(body['message_id'], invitation.id);
		return { url: `${location.origin}/room` };
	});
	await chat.open();
	const join = await until(() => findNamed('button', 'Click here to join'));
	await axeFindsNothing();
	await press(join);
	const frame = await until(() => document.querySelector<HTMLIFrameElement>('dialog[open] iframe'));
	assert.equal(frame.src, `${location.origin}/room`);
	assert.match(frame.allow, /camera; microphone/);
	const leave = await until(() => findNamed('button', 'Leave the call'));
	leave.focus();
	await key('Escape');
	assert.ok(document.querySelector('dialog[open]'));
	await press(leave);
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, join);
});

test('a call at Dyte is joined by its token; one that cannot be joined says so', async () => {
	const route = `POST ${API}/integrations/dyte/add_participant_to_meeting`;
	chat.add('Shall we talk?', {
		content_type: 'integrations',
		content_attributes: { type: 'dyte', data: { meeting_id: 'm' } },
	});
	server.answer(route, () => {
		throw 422;
	});
	await chat.open();
	const join = await until(() => findNamed('button', 'Click here to join'));
	await press(join);
	await until(() => hasText('There was an error, please try again'));
	server.answer(route, () => ({ url: 'javascript:alert(1)' }));
	await press(join);
	await until(() => called('POST', 'integrations/dyte/add_participant_to_meeting', 2));
	// The button takes no press until the answer has arrived.
	await until(() => hasText('There was an error, please try again'));
	assert.equal(document.querySelector('dialog'), null);
	server.answer(route, () => ({ token: 'a&b' }));
	await press(join);
	const frame = await until(() => document.querySelector<HTMLIFrameElement>('dialog[open] iframe'));
	assert.equal(
		frame.src,
		'https://app.dyte.io/v2/meeting?authToken=a%26b&showSetupScreen=true&disableVideoBackground=true',
	);
});

function channel(changes: Partial<ReturnType<typeof makePage>['channel']>) {
	return { channel: { ...makePage().channel, ...changes } };
}

type GlobalConfig = ReturnType<typeof makePage>['globalConfig'];

function page(changes: Partial<GlobalConfig>) {
	return { globalConfig: { ...makePage().globalConfig, ...changes } };
}

async function openEnded(changes: Partial<GlobalConfig> = {}) {
	chat.add('Bye');
	chat.status = 'resolved';
	await chat.open(page(changes));
}

function changeStatus(status: ConversationStatus) {
	chat.status = status;
	server.push('conversation.status_changed', { id: 43, status } as PushConversation);
}

function called(method: string, path: string, times = 1): boolean {
	return server.calls.filter((call) => call === `${method} ${API}/${path}`).length >= times;
}
