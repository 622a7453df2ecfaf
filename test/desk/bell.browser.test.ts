/** What the agent has been told of, behind the bell. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Notification, NotificationRecord } from '#protocol/entities/notifications.ts';
import { choose, key, press, type Sought } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, until } from './page.ts';
import { AGENT, makeConversation, makeMessage, makeNotification, makePushConversation, PROFILE } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const LIST = `${ACCOUNT}/notifications`;
const server = startFakeServer();
let endDesk = () => {};
let rows: Notification[] = [];
/** Pages and filters that were asked for. */
let asked: string[] = [];
let snoozes: unknown[] = [];

const noor = { ...AGENT, id: 9, name: 'Noor', available_name: 'Noor' };
const mention = makeNotification({
	id: 3,
	notification_type: 'conversation_mention',
	secondary_actor: makeMessage({
		id: 8,
		content: 'Look, [@Ada](mention://user/5/Ada)',
		private: true,
		sender: noor,
		sender_type: 'User',
		sender_id: noor.id,
	}),
	last_activity_at: 1_767_600_300,
});
const jonas = makePushConversation({ id: 2 });
const assigned = makeNotification({
	id: 2,
	notification_type: 'conversation_assignment',
	primary_actor: { ...jonas, meta: { ...jonas.meta, sender: { ...jonas.meta.sender, id: 18, name: 'Jonas Vik' } } },
	last_activity_at: 1_767_600_200,
});
const read = makeNotification({
	id: 1,
	primary_actor: makePushConversation({ id: 3 }),
	read_at: '2026-01-05T08:00:00.000Z',
	last_activity_at: 1_767_600_100,
});

function recordOf({ id, read_at, snoozed_until, notification_type }: Notification): NotificationRecord {
	const time = '2026-01-05T08:00:00.000Z';
	return {
		id,
		account_id: 1,
		user_id: PROFILE.id,
		notification_type,
		primary_actor_type: 'Conversation',
		primary_actor_id: 1,
		secondary_actor_type: null,
		secondary_actor_id: null,
		read_at,
		snoozed_until,
		last_activity_at: time,
		created_at: time,
		updated_at: time,
		meta: {},
	};
}

const unread = () => rows.filter(({ read_at, snoozed_until }) => read_at === null && snoozed_until === null).length;
/** Changes a row, and tells of it as the server does. */
function change(id: number, facts: Partial<Notification>): NotificationRecord {
	rows = rows.map((row) => (row.id === id ? { ...row, ...facts } : row));
	const row = rows.find((one) => one.id === id) ?? assert.fail();
	const notification = { ...row, account_id: 1 };
	server.push('notification.updated', { notification, unread_count: unread(), count: unread() });
	return recordOf(row);
}
const tell = (row: Notification): void => {
	rows = [row, ...rows];
	const notification = { ...row, account_id: 1 };
	server.push('notification.created', { notification, unread_count: unread(), count: unread() });
};

const BELL: Sought = { name: /^Notifications/, within: { role: 'banner' } };
const bell = () => document.querySelector<HTMLElement>('header button[aria-label^=Notifications]')?.ariaLabel;
const listed = () => [...document.querySelectorAll<HTMLElement>('dialog li')].map(({ innerText }) => innerText);
const menuOf = (text: string): Sought => ({ name: 'More options', within: { role: 'listitem', text } });

before(async () => {
	const mira = makeConversation();
	server.answer('POST /auth/desk_session', () => ({ ...PROFILE, unread_notifications_count: 2 }));
	server.answer('GET /api/v1/profile', () => ({ ...PROFILE, unread_notifications_count: unread() }));
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({
		data: { meta: {}, payload: [mira, makeConversation({ id: 2 })], next_cursor: null },
	}));
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`GET ${ACCOUNT}/conversations/1`, () => mira);
	server.answer(`POST ${ACCOUNT}/conversations/1/update_last_seen`, () => {
		const row = rows.find(({ primary_actor, read_at }) => primary_actor.id === 1 && read_at === null);
		if (row) change(row.id, { read_at: '2026-01-05T09:00:00.000Z' });
		return mira;
	});
	server.answer(`GET ${LIST}`, ({ query }) => {
		asked.push(`${query.get('page')} ${query.get('includes')}`);
		const shown = rows.filter((row) => row.snoozed_until === null || query.get('includes')?.includes('snoozed'));
		const page = Number(query.get('page'));
		const meta = { unread_count: unread(), count: shown.length, current_page: page };
		return { data: { meta, payload: shown.slice((page - 1) * 15, page * 15) } };
	});
	server.answer(`POST ${LIST}/read_all`, () => {
		for (const { id, read_at } of rows) if (read_at === null) change(id, { read_at: '2026-01-05T09:00:00.000Z' });
	});
	for (const id of [1, 2, 3]) {
		server.answer(`PATCH ${LIST}/${id}`, () => change(id, { read_at: '2026-01-05T09:00:00.000Z' }));
		server.answer(`POST ${LIST}/${id}/unread`, () => change(id, { read_at: null }));
		server.answer(`POST ${LIST}/${id}/snooze`, ({ body }) => {
			snoozes.push(body['snoozed_until']);
			const until = body['snoozed_until'] as number | null;
			return change(id, { snoozed_until: until === null ? null : new Date(until * 1000).toISOString() });
		});
		server.answer(`DELETE ${LIST}/${id}`, () => {
			rows = rows.filter((row) => row.id !== id);
			server.push('notification.deleted', { notification: { id }, unread_count: unread(), count: unread() });
		});
	}
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
	await until(server.isHeard);
});
beforeEach(async () => {
	for (let count = 0; document.querySelector('dialog') && count < 3; count += 1) await key('Escape');
	await until(() => !document.querySelector('dialog'));
	location.hash = '#/';
	await until(() => !document.querySelector('textarea'));
	rows = [mention, assigned, read];
	asked = [];
	snoozes = [];
	const notification = { ...mention, account_id: 1 };
	server.push('notification.updated', { notification, unread_count: 2, count: 2 });
	await until(() => bell() === 'Notifications: 2');
});
after(() => endDesk());

const open = async () => {
	await press(BELL);
	await until(() => listed().length > 0);
};

test('the list says who, what, when and in which conversation, and loads when it is opened', async () => {
	assert.ok(!server.calls.some((call) => call.includes('notifications')));
	await open();
	assert.deepEqual(new Set(asked), new Set(['1 read']));
	const [first = '', second = '', third = ''] = listed();
	for (const part of ['Mira Okonkwo', '#1', 'Unread', 'Noor mentioned you', 'Look, @Ada'])
		assert.ok(first.includes(part), `${part} in ${first}`);
	for (const part of ['Jonas Vik', '#2', 'Assigned to you']) assert.ok(second.includes(part), `${part} in ${second}`);
	assert.ok(third.includes('New conversation') && !third.includes('Unread'), third);
	await key('Escape');
	await until(() => !document.querySelector('dialog'));
	assert.ok(document.activeElement?.ariaLabel?.startsWith('Notifications'));
});

test('a press shows the conversation and reads the notification; the key b opens the list', async () => {
	await key('b');
	await until(() => listed().length === 3);
	await press({ role: 'link', name: /Noor mentioned you/ });
	await until(() => location.hash === '#/conversations/1' && !document.querySelector('dialog'));
	await until(() => bell() === 'Notifications: 1');
	assert.ok(server.calls.includes(`PATCH ${LIST}/3`));
});

test('what is told of while its conversation is shown is read at once', async () => {
	location.hash = '#/conversations/1';
	await until(() => document.querySelector('textarea'));
	await until(() => bell() === 'Notifications: 1');
	const readings = () => server.calls.filter((call) => call.endsWith('/1/update_last_seen')).length;
	const before = readings();
	tell({ ...mention, id: 30, read_at: null });
	await until(() => readings() > before);
	await until(() => bell() === 'Notifications: 1');
});

test('one is marked as read and unread, snoozed for a time and until one that is chosen, and deleted', async () => {
	await open();
	await choose(menuOf('Jonas'), 'Mark as read');
	await until(() => bell() === 'Notifications: 1');
	await choose(menuOf('Jonas'), 'Mark as unread');
	await until(() => bell() === 'Notifications: 2');
	const before = Math.floor(Date.now() / 1000);
	await choose(menuOf('Jonas'), { name: /^Snooze: For an hour/ });
	await until(() => listed().length === 2);
	assert.ok(Math.abs(Number(snoozes[0]) - before - 3600) < 60);
	assert.notEqual(document.activeElement, document.body);
	await press(inDialog('Show snoozed'));
	await until(() => listed().some((text) => text.includes('Snoozed until')));
	assert.equal(asked.at(-1), '1 read,snoozed');
	await choose(menuOf('Jonas'), 'End snooze now');
	await until(() => snoozes.at(-1) === null && !hasText('Snoozed until'));
	await choose(menuOf('Jonas'), 'Snooze: Choose a date and time');
	await until(() => document.querySelectorAll('dialog').length === 2);
	await key('Enter');
	await until(() => typeof snoozes.at(-1) === 'number' && document.querySelectorAll('dialog').length === 1);
	await choose(menuOf('Jonas'), 'Delete');
	await until(() => !hasText('Jonas Vik') || listed().length === 2);
	assert.notEqual(document.activeElement, document.body);
});

test('all are marked as read by one press, of which one event tells', async () => {
	await open();
	await press(inDialog('Mark all as read'));
	await until(() => bell() === 'Notifications' && !findNamed('dialog button', 'Mark all as read'));
	assert.ok(listed().every((text) => !text.includes('Unread')));
	assert.notEqual(document.activeElement, document.body);
});

test('what happens meanwhile comes into the list, and leaves it', async () => {
	await open();
	tell(makeNotification({ id: 40, primary_actor: makePushConversation({ id: 7 }), last_activity_at: 1_767_600_400 }));
	await until(() => listed()[0]?.includes('#7'));
	await until(() => bell() === 'Notifications: 3');
	server.push('notification.deleted', { notification: { id: 40 }, unread_count: 2, count: 2 });
	await until(() => !listed()[0]?.includes('#7'));
});

test('further pages are read on request, and an empty list says so', async () => {
	rows = Array.from({ length: 17 }, (_, index) =>
		makeNotification({
			id: 117 - index,
			read_at: '2026-01-05T08:00:00.000Z',
			primary_actor: makePushConversation({ id: 117 - index }),
			last_activity_at: 1_767_600_000 - index,
		}),
	);
	await open();
	assert.equal(listed().length, 15);
	await press(inDialog('Show more'));
	await until(() => listed().length === 17);
	assert.equal(asked.at(-1), '2 read');
	assert.notEqual(document.activeElement, document.body);
	await press(inDialog('Close'));
	rows = [];
	await press(BELL);
	await until(() => hasText('No notifications yet.'));
});

test('a list that cannot be loaded offers to try again, and so does a change that fails', async () => {
	let isBroken = true;
	server.answer(`POST ${LIST}/2/unread`, () => {
		throw 500;
	});
	const usual = [...rows];
	server.answer(`GET ${LIST}`, () => {
		if (isBroken) throw 500;
		return { data: { meta: { unread_count: 2, count: 3, current_page: 1 }, payload: usual } };
	});
	await press(BELL);
	await until(() => hasText('This could not be loaded.'));
	isBroken = false;
	await press(inDialog('Try again'));
	await until(() => listed().length === 3);
	await choose(menuOf('Jonas'), 'Mark as read');
	await until(() => bell() === 'Notifications: 1');
	await choose(menuOf('Jonas'), 'Mark as unread');
	await until(() => hasText('That did not work. Try again.'));
});
