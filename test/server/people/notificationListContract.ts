/** What agents have been told of, as they find it in their lists (docs/application-api.md). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { DAY } from '#protocol/base/duration.ts';
import { mentionOf } from '#protocol/entities/mentions.ts';
import type { Notification, NotificationRecord } from '#protocol/entities/notifications.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { addToken } from '../../support/channel.ts';
import { until } from '../../support/until.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';

interface Person {
	id: number;
	name: string;
	agent: Agent;
}

interface Listed {
	meta: { unread_count: number; count: number; current_page: number };
	payload: Notification[];
}

export function describeNotificationList(database: string, prepare: Prepare): void {
	describe(`the list of notifications on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => void (setup = await startConversationServer(prepare)));
		after(() => setup.stop());

		let teams = 0;
		/** A website of its own, with two who answer there. */
		const start = async () => {
			const nth = ++teams;
			const body = { name: `Shop ${nth}`, channel: { type: 'web_widget' } };
			const { body: inbox } = await setup.agent.call<TeamInbox>('inboxes', { body });
			const add = async (name: string): Promise<Person> => {
				const email = `${name}@list-${nth}.example`;
				const added = await setup.agent.call<{ id: number }>('agents', { body: { name, email } });
				return { id: added.body.id, name, agent: createAgent(setup.server.origin, await addToken(setup.where, email)) };
			};
			const [ann, ben] = [await add('ann'), await add('ben')];
			const join = (...members: Person[]) =>
				setup.agent.call('inbox_members', {
					method: 'PATCH',
					body: { inbox_id: inbox.id, user_ids: members.map(({ id }) => id) },
				});
			await join(ann, ben);
			return {
				inbox,
				ann,
				ben,
				join,
				visit: () => createVisitor(setup.server.origin, undefined, inbox.website_token),
				assign: (displayId: number, { id }: Person) =>
					setup.agent.call(`conversations/${displayId}/assignments`, { body: { assignee_id: id } }),
			};
		};
		const list = async ({ agent }: { agent: Agent }, query = '?includes[]=read') =>
			(await agent.call<{ data: Listed }>(`notifications${query}`)).body.data;
		const types = async (person: Person, query?: string) =>
			(await list(person, query)).payload.map(({ notification_type }) => notification_type);
		const act = (agent: Agent, path: string, body: object = {}) =>
			agent.call<NotificationRecord>(`notifications/${path}`, { method: 'POST', body });
		const listen = async ({ agent, id }: Person) => {
			const { pubsub_token, account_id } = await agent.profile();
			return connectSocketIo(setup.server.origin, { pubsub_token, account_id, user_id: id });
		};

		test('who is told is listed what, by whom and of which conversation: the newest of each', async () => {
			const { ann, ben, visit, assign } = await start();
			const visitor = await visit();
			const displayId = await beginConversation(visitor);
			assert.deepEqual([await types(ann), await types(ben)], [['conversation_creation'], ['conversation_creation']]);
			await assign(displayId, ann);
			assert.deepEqual(await types(ann), ['conversation_assignment']);
			await visitor.write('Is it dishwasher safe?');
			const { meta, payload } = await list(ann);
			const [told] = payload;
			assert.deepEqual([meta, payload.length], [{ unread_count: 1, count: 1, current_page: 1 }, 1]);
			assert.equal(told?.notification_type, 'assigned_conversation_new_message');
			assert.equal(told?.push_message_body, 'Is it dishwasher safe?');
			assert.equal(told?.secondary_actor?.content, 'Is it dishwasher safe?');
			assert.deepEqual([told?.primary_actor.id, told?.user.id, told?.read_at], [displayId, ann.id, null]);
			// What is another's is no longer news, and stays in one's list.
			assert.deepEqual(await types(ben), ['conversation_creation']);
			await setup.agent.write(displayId, `Ask ${mentionOf(ben)}`, { private: true });
			assert.deepEqual(await types(ben), ['conversation_mention']);
			const [named] = (await list(ben)).payload;
			assert.equal(named?.push_message_body, 'Ask @ben');
			assert.equal(named?.secondary_actor?.sender?.name, (await setup.agent.profile()).name);
		});

		test('of a new conversation nobody is told who wants neither mail nor push; an own one is listed in any case', async () => {
			const { ann, visit, assign } = await start();
			const none = { selected_email_flags: [], selected_push_flags: [] };
			await ann.agent.call('notification_settings', { method: 'PATCH', body: none });
			const displayId = await beginConversation(await visit());
			assert.deepEqual(await types(ann), []);
			await assign(displayId, ann);
			assert.deepEqual(await types(ann), ['conversation_assignment']);
		});

		test('the assignee whom a note names is told once, and nobody of what they wrote themselves', async () => {
			const { ann, visit, assign } = await start();
			const displayId = await beginConversation(await visit());
			await assign(displayId, ann);
			await setup.agent.write(displayId, `You, ${mentionOf(ann)}`, { private: true });
			assert.deepEqual(await types(ann), ['conversation_mention']);
			await act(ann.agent, 'destroy_all');
			await ann.agent.write(displayId, 'To myself', { private: true });
			assert.deepEqual(await types(ann), []);
		});

		test('who follows a conversation is told what visitor and colleagues write, and the assignee once', async () => {
			const { ann, ben, visit, assign } = await start();
			const visitor = await visit();
			const displayId = await beginConversation(visitor);
			const follow = (method: string) =>
				ben.agent.call(`conversations/${displayId}/participants`, { method, body: { user_ids: [ben.id] } });
			await assign(displayId, ann);
			await follow('POST');
			await visitor.write('Hello?');
			assert.deepEqual(
				[await types(ann), await types(ben)],
				[['assigned_conversation_new_message'], ['participating_conversation_new_message']],
			);
			assert.equal((await list(ann)).meta.count, 1);
			await act(ben.agent, 'destroy_all');
			await ben.agent.write(displayId, 'To you', { private: true });
			assert.deepEqual(await types(ben), []);
			await setup.agent.write(displayId, 'To both', { private: true });
			assert.deepEqual(await types(ben), ['participating_conversation_new_message']);
			await act(ben.agent, 'destroy_all');
			await ann.agent.write(displayId, 'An answer');
			await follow('DELETE');
			await visitor.write('Thanks');
			assert.deepEqual(await types(ben), []);
		});

		test('they are read one by one, by conversation or at once, and become unread again', async () => {
			const { ann, visit } = await start();
			const ids = [await beginConversation(await visit()), await beginConversation(await visit())];
			const [second, first] = (await list(ann)).payload;
			assert.deepEqual([first?.primary_actor.id, second?.primary_actor.id], ids);
			const read = await ann.agent.call<NotificationRecord>(`notifications/${first?.id}`, { method: 'PATCH' });
			assert.equal(read.status, 200);
			assert.ok(read.body.read_at);
			assert.deepEqual([(await list(ann, '')).payload.length, (await list(ann)).payload.length], [1, 2]);
			assert.equal((await ann.agent.call<number>('notifications/unread_count')).body, 1);
			assert.equal((await ann.agent.profile()).unread_notifications_count, 1);
			assert.equal((await act(ann.agent, `${first?.id}/unread`)).body.read_at, null);
			await act(ann.agent, 'read_all', { primary_actor_type: 'Conversation', primary_actor_id: 999_999 });
			assert.equal((await list(ann)).meta.unread_count, 2);
			const { primary_actor_type, primary_actor_id } = second ?? assert.fail();
			await act(ann.agent, 'read_all', { primary_actor_type, primary_actor_id });
			assert.deepEqual(
				(await list(ann, '')).payload.map(({ id }) => id),
				[first?.id],
			);
			await act(ann.agent, 'read_all');
			assert.equal((await list(ann)).meta.unread_count, 0);
			const ascending = (await list(ann, '?includes[]=read&sort_order=asc')).payload.map(({ id }) => id);
			assert.deepEqual(ascending, [first?.id, second?.id]);
		});

		test('what is read in the conversation is read in the list', async () => {
			const { ann, visit, assign } = await start();
			const visitor = await visit();
			const displayId = await beginConversation(visitor);
			await assign(displayId, ann);
			await visitor.write('One');
			const seen = (await list(ann)).payload[0]?.secondary_actor?.id;
			await visitor.write('Two');
			const look = (body: object) => ann.agent.call(`conversations/${displayId}/update_last_seen`, { body });
			await look({ last_seen_message_id: seen });
			assert.equal((await list(ann)).meta.unread_count, 1);
			await look({});
			assert.equal((await list(ann)).meta.unread_count, 0);
			assert.equal((await list(ann)).payload.length, 1);
		});

		test('what is snoozed comes back at its time, unread and first', { timeout: 60_000 }, async () => {
			const { ann, visit } = await start();
			await beginConversation(await visit());
			await beginConversation(await visit());
			const [, older] = (await list(ann)).payload;
			const later = Math.floor(Date.now() / 1000) + 3600;
			const snoozed = await act(ann.agent, `${older?.id}/snooze`, { snoozed_until: later });
			assert.equal(Date.parse(snoozed.body.snoozed_until ?? ''), later * 1000);
			assert.deepEqual([(await list(ann)).meta.count, (await list(ann)).meta.unread_count], [1, 1]);
			assert.equal((await list(ann, '?includes[]=read&includes[]=snoozed')).meta.count, 2);
			assert.equal((await act(ann.agent, `${older?.id}/snooze`)).body.snoozed_until, snoozed.body.snoozed_until);
			const ended = await act(ann.agent, `${older?.id}/snooze`, { snoozed_until: null });
			assert.equal(ended.body.snoozed_until, null);
			await ann.agent.call(`notifications/${older?.id}`, { method: 'PATCH' });
			await act(ann.agent, `${older?.id}/snooze`, { snoozed_until: 5 });
			await until('it is back', async () => (await list(ann, '')).payload[0]?.id === older?.id);
			const [back] = (await list(ann, '')).payload;
			assert.deepEqual([back?.read_at, back?.snoozed_until], [null, null]);
			assert.deepEqual(back?.meta, { last_snoozed_at: '1970-01-01T00:00:05.000Z' });
		});

		test('they are deleted one by one, the read ones, or all; with their conversation as well', async () => {
			const { ann, visit } = await start();
			for (let count = 0; count < 3; count += 1) await beginConversation(await visit());
			const visitor = await visit();
			await beginConversation(visitor);
			assert.equal((await list(ann)).meta.count, 4);
			await setup.agent.call(`contacts/${visitor.contactId}`, { method: 'DELETE' });
			const before = (await list(ann)).payload;
			const [first, second] = before;
			assert.equal(before.length, 3);
			const remove = () => ann.agent.call(`notifications/${first?.id}`, { method: 'DELETE' });
			assert.deepEqual([(await remove()).status, (await remove()).status], [200, 404]);
			await ann.agent.call(`notifications/${second?.id}`, { method: 'PATCH' });
			await act(ann.agent, 'destroy_all', { type: 'read' });
			assert.ok((await list(ann)).payload.every(({ id }) => id !== second?.id));
			await act(ann.agent, 'destroy_all');
			assert.equal((await list(ann)).meta.count, 0);
		});

		test('nobody sees another’s, and who has lost the website none of it, until they are back', async () => {
			const { ann, ben, visit, join } = await start();
			await beginConversation(await visit());
			const [own] = (await list(ann)).payload;
			for (const [path, method] of [
				['', 'PATCH'],
				['', 'DELETE'],
				['/unread', 'POST'],
				['/snooze', 'POST'],
			] as const)
				assert.equal((await ben.agent.call(`notifications/${own?.id}${path}`, { method, body: {} })).status, 404);
			await act(ben.agent, 'destroy_all');
			assert.deepEqual([await types(ben), await types(ann)], [[], ['conversation_creation']]);
			await join(ben);
			assert.deepEqual(await list(ann), { meta: { unread_count: 0, count: 0, current_page: 1 }, payload: [] });
			assert.equal((await ann.agent.profile()).unread_notifications_count, 0);
			assert.equal((await ann.agent.call(`notifications/${own?.id}`, { method: 'PATCH' })).status, 404);
			await join(ann, ben);
			assert.deepEqual(await types(ann), ['conversation_creation']);
		});

		test('their owner alone hears of them, with the number of those that are unread', async () => {
			const { ann, ben, visit, assign } = await start();
			const [own, other] = [await listen(ann), await listen(ben)];
			const visitor = await visit();
			const displayId = await beginConversation(visitor);
			const created = await own.next('notification.created');
			assert.deepEqual([created.unread_count, created.count, created.notification.user.id], [1, 1, ann.id]);
			await other.next('notification.created');
			await assign(displayId, ann);
			assert.equal((await own.next('notification.deleted')).notification.id, created.notification.id);
			const next = await own.next(
				'notification.created',
				({ notification }) => notification.notification_type === 'conversation_assignment',
			);
			await ann.agent.call(`notifications/${next.notification.id}`, { method: 'PATCH' });
			const updated = await own.next('notification.updated');
			assert.deepEqual([updated.notification.id, updated.unread_count], [next.notification.id, 0]);
			await act(ann.agent, `${next.notification.id}/unread`);
			await own.next('notification.updated', ({ unread_count }) => unread_count === 1);
			await act(ann.agent, 'read_all');
			await own.next(
				'notification.updated',
				({ notification, unread_count }) => !!notification.read_at && !unread_count,
			);
			assert.equal(other.received.filter(({ event }) => event.startsWith('notification.')).length, 1);
			own.close();
			other.close();
		});

		test('they come in pages of fifteen, and are kept for 30 days, 500 of each agent', async () => {
			const { ann, ben, visit } = await start();
			for (let count = 0; count < 17; count += 1) await beginConversation(await visit());
			const [first, second] = [await list(ann), await list(ann, '?includes[]=read&page=2')];
			assert.deepEqual([first.payload.length, second.payload.length, first.meta.count], [15, 2, 17]);
			assert.equal(new Set([...first.payload, ...second.payload].map(({ id }) => id)).size, 17);
			const store = await openStore(setup.where);
			try {
				const oldest = second.payload.at(-1)?.id ?? assert.fail();
				await store.notifications.update(oldest, { last_activity_at: Date.now() - 31 * DAY });
				await store.notifications.deleteBefore(Date.now() - 30 * DAY);
				assert.equal((await list(ann)).meta.count, 16);
				await act(ben.agent, 'destroy_all');
				await store.notifications.deleteBeyond(10);
				assert.deepEqual(
					(await list(ann)).payload.map(({ id }) => id),
					first.payload.slice(0, 10).map(({ id }) => id),
				);
			} finally {
				await store.close();
			}
		});
	});
}
