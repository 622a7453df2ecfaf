import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { WidgetChannel } from '#protocol/entities/channel.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { press } from '../support/browser/input.ts';
import { bubble, Conversation, server } from './conversation.ts';
import { makePage } from './page.ts';

const CLOSED_WEEK = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
	day_of_week,
	open_hour: null,
	open_minutes: null,
	close_hour: null,
	close_minutes: null,
	closed_all_day: true,
	open_all_day: false,
}));

let chat: Conversation;

beforeEach(() => (chat = new Conversation()));
afterEach(() => chat.close());
after(() => server.stop());

test('the header shows an agent as online as soon as they write', async () => {
	await openWith({});
	await until(() => headerSays('We are away at the moment'));
	chat.say('Good morning');
	await until(() => headerSays('Typically replies in a few minutes'));
	await axeFindsNothing();
});

test('outside business hours header and home say so, and home has the out-of-office text', async () => {
	await openWith({
		workingHoursEnabled: true,
		workingHours: CLOSED_WEEK,
		outOfOfficeMessage: 'On the road until May.\nWrite us anyway.',
	});
	await until(() => headerSays('We will be back online in some time'));
	await press('Back');
	await until(() => hasText('On the road until May.\nWrite us anyway.'));
	assert.ok(hasText('We are away at the moment'));
	assert.ok(hasText('We will be back online in some time'));
	await axeFindsNothing();
	chat.say('I am still here');
	await until(() => hasText('We are online') && hasText('Typically replies in a few minutes'));
	assert.ok(!hasText('On the road until May.'), 'an agent who is there after hours can answer');
});

test('the out-of-office text is shown once, above the composer, while the team is away', async () => {
	const outOfOfficeMessage = 'On the road until May.\nWrite us anyway.';
	const notices = () => [...document.querySelectorAll('[role=log] [role=note]')].map(({ textContent }) => textContent);
	const away = { workingHoursEnabled: true, workingHours: CLOSED_WEEK, outOfOfficeMessage };
	location.hash = '#/messages';
	await chat.open({ channel: { ...makePage().channel, ...away } });
	await until(() => notices().join() === outOfOfficeMessage);
	const field = findNamed('textarea', 'Type your message');
	assert.equal(document.activeElement, field);
	const end = document.querySelector('[role=note]')?.getBoundingClientRect().bottom ?? Infinity;
	assert.ok(end <= (field?.getBoundingClientRect().top ?? 0), 'it is above the composer');
	await axeFindsNothing();
	// The server answers the first message with the same text.
	chat.say(outOfOfficeMessage, {
		message_type: 3,
		sender: undefined,
		sender_type: undefined,
		created_at: Date.now() / 1000,
	});
	await until(() => bubble(outOfOfficeMessage));
	await until(() => notices().length === 0);
});

test('the out-of-office text disappears when the server has said it with the name that it knows by then', async () => {
	const away = {
		workingHoursEnabled: true,
		workingHours: CLOSED_WEEK,
		outOfOfficeMessage: 'Hello there, we are closed',
	};
	chat.add('Good evening', { message_type: 0 });
	await chat.open({ channel: { ...makePage().channel, ...away } });
	const notice = () => document.querySelector('[role=log] [role=note]');
	await until(notice);
	chat.say('Hello Grace, we are closed', {
		message_type: 3,
		sender: undefined,
		sender_type: undefined,
		content_attributes: { template: 'out_of_office' },
		created_at: Date.now() / 1000,
	});
	await until(() => hasText('Hello Grace') && !notice());
	assert.ok(!hasText('Hello there'));
});

test('the out-of-office text disappears when an agent answers, and an equal text of last week does not hide it', async () => {
	const outOfOfficeMessage = 'Gone fishing.';
	const lastWeek = Date.now() / 1000 - 7 * 24 * 60 * 60;
	chat.add(outOfOfficeMessage, { created_at: lastWeek });
	const away = { workingHoursEnabled: true, workingHours: CLOSED_WEEK, outOfOfficeMessage };
	await chat.open({ channel: { ...makePage().channel, ...away } });
	const notice = () => document.querySelector('[role=log] [role=note]');
	await until(notice);
	chat.say('I am still here', { created_at: Date.now() / 1000 });
	await until(() => hasText('I am still here') && !notice());
});

test('within business hours the team is not shown as away, whoever is online', async () => {
	const workingHours = CLOSED_WEEK.map((day) => ({ ...day, open_all_day: true }));
	await openWith({
		workingHoursEnabled: true,
		workingHours,
		replyTime: 'in_a_day',
		outOfOfficeMessage: 'Gone fishing.',
	});
	await until(() => headerSays('Typically replies in a day'));
	await press('Back');
	await until(() => hasText('We are online'));
	assert.ok(hasText('Typically replies in a day'));
	assert.ok(!hasText('Gone fishing.'));
});

async function openWith(channel: Partial<WidgetChannel>): Promise<void> {
	chat.add('Hello');
	await chat.open({ channel: { ...makePage().channel, ...channel } });
}

function headerSays(text: string): boolean {
	return document.querySelector('header')?.textContent.includes(text) ?? false;
}
