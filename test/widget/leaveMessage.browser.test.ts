/**
 * Outside of working hours, where the channel wants it: a message with an address, in place of the
 * composer.
 */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { forgetDevice } from '../../src/widget/app/visitor/forgetDevice.ts';
import { updateHostFacts, messagesToHostAtom } from '../../src/widget/features/host/host.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, press } from '../support/browser/input.ts';
import { Conversation, server } from './conversation.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const ANONYMOUS = { id: 17, has_email: false, has_name: true, has_phone_number: false, identifier: null };
const week = (isOpen: boolean) =>
	[0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
		day_of_week,
		open_hour: null,
		open_minutes: null,
		close_hour: null,
		close_minutes: null,
		closed_all_day: !isOpen,
		open_all_day: isOpen,
	}));

let chat: Conversation;
let widget: Widget | undefined;
let contact: object;
let patched: Record<string, unknown>[];
let fails: boolean;

beforeEach(() => {
	chat = new Conversation();
	contact = ANONYMOUS;
	patched = [];
	fails = false;
	server.answer(`POST ${API}/config`, () => ({
		website_channel_config: { auth_token: 'new' },
		contact: { pubsub_token: 'pubsub' },
	}));
	server.answer(`GET ${API}/contact`, () => contact);
	server.answer(`PATCH ${API}/contact`, ({ body }) => {
		if (fails) throw 503;
		patched.push(body);
		return (contact = { ...ANONYMOUS, has_email: true });
	});
});
afterEach(close);
after(() => server.stop());

test('a visitor leaves name, address and message, and reads what happens next; then the composer is there', async () => {
	open({ leaveMessage: true });
	await until(form);
	widget?.store.set(updateHostFacts, { isPresent: true });
	assert.equal(composer(), undefined);
	await until(() => document.activeElement === field('name'));
	const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? Number.NaN;
	assert.ok(Math.abs(topOf(form()) - topOf(document.querySelector('main'))) < 2, 'nothing is above it');
	await axeFindsNothing();
	await press(button());
	await until(() => hasText('Email Address is required') && hasText('Message is required'));
	assert.equal(document.activeElement, field('email'));
	await fill(field('email'), 'ada@');
	await until(() => hasText('Please enter a valid email address'));
	await fill(field('name'), 'Ada Lee');
	await fill(field('email'), ' ada@shop.example ');
	await fill(field('message'), 'Do you ship to Norway?');
	fails = true;
	await press(button());
	await until(() => hasText("Couldn't send, try again"));
	assert.equal(chat.sent.length, 0);
	fails = false;
	await press(button());
	await until(() => chat.sent.length === 1);
	assert.deepEqual(patched, [{ email: 'ada@shop.example', name: 'Ada Lee' }]);
	assert.equal(chat.sent[0]?.['content'], 'Do you ship to Norway?');
	await until(() => hasText('Thank you for your message!') && hasText('We will be back online in some time'));
	await until(composer);
	assert.equal(form(), null);
	const told = widget?.store.get(messagesToHostAtom).filter(({ event }) => event === 'happened');
	assert.deepEqual(told, [{ event: 'happened', name: 'form-submitted', detail: { form: 'leave-message' } }]);
	await axeFindsNothing();
});

test('what is half typed survives a page load, and goes once it is sent', async () => {
	open({ leaveMessage: true });
	await until(form);
	await fill(field('name'), 'Ada');
	await fill(field('email'), 'ada@shop.example');
	await fill(field('message'), 'Do you ship');
	close();
	open({ leaveMessage: true });
	await until(form);
	assert.deepEqual(['name', 'email', 'message'].map(valueOf), ['Ada', 'ada@shop.example', 'Do you ship']);
	await press(button());
	await until(() => chat.sent.length === 1);
	assert.deepEqual(patched, [{ email: 'ada@shop.example', name: 'Ada' }]);
	await until(() => Object.keys(localStorage).every((key) => !String(localStorage.getItem(key)).includes('ada@')));
});

test('a user who signs out leaves nothing of it to the next person', async () => {
	open({ leaveMessage: true });
	await until(form);
	await fill(field('email'), 'ada@shop.example');
	await until(() => valueOf('email') === 'ada@shop.example');
	await widget?.store.set(forgetDevice);
	await until(() => valueOf('email') === '');
	assert.ok(Object.keys(localStorage).every((key) => !String(localStorage.getItem(key)).includes('ada@')));
});

test('who is known by an address chats as ever, as do all within the hours and where the channel does not want it', async () => {
	contact = { ...ANONYMOUS, has_email: true };
	open({ leaveMessage: true }, true);
	await until(composer);
	close();
	for (const channel of [{}, { leaveMessage: true as const, workingHours: week(true) }]) {
		open(channel);
		await until(composer);
		assert.equal(form(), null);
		close();
	}
});

test('an address that the visitor has given in the conversation is not asked for again', async () => {
	open({ leaveMessage: true }, true);
	await until(form);
	// The contact was read before the address was given.
	contact = { ...ANONYMOUS, has_email: true };
	location.hash = '#/';
	await until(() => !form());
	location.hash = '#/messages';
	await until(composer);
	assert.equal(form(), null);
});

test('whom an agent is answering goes on chatting when the hours end', async () => {
	chat.say('A moment, please', { created_at: Date.now() / 1000 });
	open({ leaveMessage: true }, true);
	await until(() => hasText('A moment, please') && composer());
	assert.equal(form(), null);
});

function open(channel: object, isReturning = false): void {
	location.hash = '#/messages';
	const container = document.createElement('div');
	container.id = 'app';
	document.body.append(container);
	const closed = { workingHoursEnabled: true, workingHours: week(false), ...channel };
	const session = isReturning ? { authToken: 'known', pubsubToken: 'pubsub' } : null;
	const page = makePage({ session, channel: { ...makePage().channel, ...closed } });
	widget = boot(page, new URLSearchParams(), container);
}

function close(): void {
	widget?.stop();
	document.getElementById('app')?.remove();
}

function form(): HTMLFormElement | null {
	return document.querySelector('form[aria-label="Leave us a message"]');
}

function composer(): Element | undefined {
	return findNamed('textarea', 'Type your message') ?? undefined;
}

function field(name: string): HTMLInputElement {
	return document.querySelector<HTMLInputElement>(`form [name=${name}]`) ?? assert.fail(`There is no field ${name}`);
}

function valueOf(name: string): string {
	return field(name).value;
}

function button(): HTMLElement {
	return form()?.querySelector('button') ?? assert.fail('There is no button');
}
