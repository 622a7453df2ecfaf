/** What visitors change of messages (docs/wire.md, Messages). */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { AuditLogEntry } from '#protocol/application/auditLogRoutes.ts';
import { MESSAGE_CHANGE_PERIOD } from '#protocol/base/limits.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { createVisitor, type Visitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';

interface Refusal {
	message: string;
	attributes: string[];
}

export function describeMessageChanges(database: string, prepare: Prepare): void {
	describe(`what visitors change of messages on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => (setup = await startConversationServer(prepare)));
		after(() => setup.stop());
		beforeEach(() => setup.changeChannel({ widget: { allow_message_changes: true } }));

		const visit = () => createVisitor(setup.server.origin);
		const remove = (visitor: Visitor, id: number) =>
			visitor.call<Message & Refusal>(`messages/${id}`, { method: 'DELETE' });
		const age = (id: number, milliseconds: number) =>
			setup.query(`update messages set created_at = created_at - ${milliseconds} where id = ${id}`);
		const logOf = async (id: number): Promise<AuditLogEntry[]> => {
			const { body } = await setup.agent.call<{ audit_logs: AuditLogEntry[] }>('audit_logs?auditable_type=Message');
			return body.audit_logs.filter(({ auditable_id }) => auditable_id === id);
		};

		test('a message that its author deletes is gone for everybody, and says whose doing that was', async () => {
			const visitor = await visit();
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const desk = await setup.listenAsAgent();
			const { conversation_id: displayId } = await visitor.write('Hello');
			const { id } = await visitor.write('My card is 4111 1111');
			const deleted = await remove(visitor, id);
			assert.equal(deleted.status, 200);
			const attributes = { deleted: true, deleted_by: 'contact' };
			assert.deepEqual(deleted.body.content_attributes, { in_reply_to: null, ...attributes });
			for (const listening of [listener, desk]) {
				const told = await listening.next('message.updated', (message) => message.id === id);
				assert.deepEqual([told.content, told.content_attributes], ['This message was deleted', attributes]);
				assert.deepEqual(told.previous_changes, { content_attributes: [{}, attributes] });
				listening.close();
			}
			const [, shown] = await setup.agent.messages(displayId);
			assert.deepEqual([shown?.id, shown?.content_attributes], [id, attributes]);
			assert.ok(!JSON.stringify(await visitor.messages()).includes('4111'));
			const search = await setup.agent.call<{ payload: { messages: unknown[] } }>('search/messages?q=4111');
			assert.deepEqual(search.body.payload.messages, []);
		});

		test('a deleted message is no longer unread, and the audit log tells of it without its text', async () => {
			const visitor = await visit();
			const { conversation_id: displayId } = await visitor.write('Hello');
			const { id } = await visitor.write('Never mind');
			assert.equal((await setup.agent.conversation(displayId)).unread_count, 2);
			await remove(visitor, id);
			const conversation = await setup.agent.conversation(displayId);
			assert.equal(conversation.unread_count, 1);
			assert.equal(conversation.last_non_activity_message?.content, 'This message was deleted');
			const [entry, ...others] = await logOf(id);
			assert.deepEqual([entry?.action, entry?.audited_changes], ['destroy', { conversation_id: displayId }]);
			assert.deepEqual(
				[entry?.user_type, entry?.user_id, entry?.username, entry?.remote_address],
				['Contact', visitor.contactId, '', null],
			);
			assert.deepEqual(others, []);
			assert.equal((await remove(visitor, id)).status, 200);
			assert.equal((await logOf(id)).length, 1);
		});

		test('what the team deletes is in the audit log as theirs', async () => {
			const { id, conversation_id: displayId } = await (await visit()).write('Hello');
			await setup.agent.call(`conversations/${displayId}/messages/${id}`, { method: 'DELETE' });
			const [entry] = await logOf(id);
			assert.deepEqual([entry?.action, entry?.user_type], ['destroy', 'User']);
			const [shown] = await setup.agent.messages(displayId);
			assert.deepEqual(shown?.content_attributes, { deleted: true });
		});

		test('the files of a deleted message are gone', async () => {
			const visitor = await visit();
			const form = new FormData();
			form.append('message[content]', 'A picture');
			form.append('message[attachments][]', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
			const address = new URL('/api/v1/widget/messages?website_token=demo', setup.server.origin);
			const headers = { 'X-Auth-Token': visitor.authToken };
			const sent = (await (await fetch(address, { method: 'POST', headers, body: form })).json()) as Message;
			const [attachment] = sent.attachments ?? [];
			assert.ok(attachment);
			const keys = async () =>
				(await setup.query('select key from blobs')).map(({ key }) => join(setup.server.dataDir, 'files', String(key)));
			const before = await keys();
			assert.ok(before.some((path) => existsSync(path)));
			const deleted = await remove(visitor, sent.id);
			assert.equal(deleted.body.attachments, undefined);
			assert.equal((await keys()).length, before.length - 1);
			assert.equal((await fetch(new URL(attachment.data_url ?? '', setup.server.origin))).status, 404);
		});

		test('after two minutes nothing can be changed', async () => {
			const visitor = await visit();
			const { id } = await visitor.write('Hello');
			await age(id, MESSAGE_CHANGE_PERIOD - 20_000);
			const { id: later } = await visitor.write('And this');
			await age(id, 21_000);
			const refused = await remove(visitor, id);
			assert.deepEqual(
				[refused.status, refused.body],
				[422, { message: 'Message is too old to be changed', attributes: ['id'] }],
			);
			await age(later, MESSAGE_CHANGE_PERIOD - 20_000);
			assert.equal((await remove(visitor, later)).status, 200);
		});

		test('only the session that wrote a message can change it, where the website lets visitors do so', async () => {
			const [visitor, stranger] = [await visit(), await visit()];
			await stranger.write('Hi');
			const { id, conversation_id: displayId } = await visitor.write('Hello');
			const { id: answer } = await setup.agent.write(displayId, 'Good morning');
			for (const [who, which] of [
				[stranger, id],
				[visitor, answer],
				[visitor, 1_000_000],
				[await visit(), id],
			] as const) {
				const refused = await remove(who, which);
				// With a body, clients would take the session for forgotten.
				assert.deepEqual([refused.status, refused.body], [404, '']);
			}
			await setup.changeChannel({ widget: { allow_message_changes: false } });
			assert.equal((await remove(visitor, id)).status, 403);
			assert.equal((await visitor.messages())[0]?.content, 'Hello');
		});

		test("another device of the same user cannot change the first one's message", async () => {
			const [row] = await setup.query("select hmac_token from web_widgets where website_token = 'demo'");
			const identifier = 'ada';
			const identifier_hash = createHmac('sha256', String(row?.['hmac_token'])).update(identifier).digest('hex');
			const devices = [await visit(), await visit()] as const;
			for (const device of devices)
				await device.call('contact', { method: 'PATCH', body: { identifier, identifier_hash } });
			const { id } = await devices[0].write('Hello');
			assert.equal((await devices[1].messages())[0]?.id, id);
			assert.equal((await remove(devices[1], id)).status, 404);
			assert.equal((await remove(devices[0], id)).status, 200);
		});

		const edit = (visitor: Visitor, id: number, content: string) =>
			visitor.call<Message & Refusal>(`messages/${id}/content`, { method: 'PATCH', body: { content } });

		test('an edited message has the new text for everybody, and the audit log has the former one', async () => {
			const visitor = await visit();
			const { id, conversation_id: displayId } = await visitor.write('Is it blue or gren?');
			const desk = await setup.listenAsAgent();
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const { status, body } = await edit(visitor, id, 'Is it blue or green?');
			assert.deepEqual([status, body.content], [200, 'Is it blue or green?']);
			assert.ok(Math.abs(Number(body.content_attributes['edited_at']) - Date.now() / 1000) < 60);
			for (const listening of [desk, listener]) {
				const told = await listening.next('message.updated', (message) => message.id === id);
				assert.equal(told.content, 'Is it blue or green?');
				assert.equal(told.content_attributes['edited_at'], body.content_attributes['edited_at']);
				listening.close();
			}
			assert.equal((await setup.agent.messages(displayId))[0]?.content, 'Is it blue or green?');
			const found = async (word: string) =>
				(await setup.agent.call<{ payload: { messages: { id: number }[] } }>(`search/messages?q=${word}`)).body.payload
					.messages.length;
			assert.deepEqual([await found('green'), await found('gren%3F')], [1, 0]);
			const [entry] = await logOf(id);
			assert.deepEqual(
				[entry?.action, entry?.user_type, entry?.audited_changes],
				['update', 'Contact', { content: ['Is it blue or gren?', 'Is it blue or green?'] }],
			);
			await edit(visitor, id, 'Is it blue or green?');
			assert.equal((await logOf(id)).length, 1);
			await remove(visitor, id);
			assert.deepEqual(
				(await logOf(id)).map(({ action }) => action),
				['destroy'],
			);
			assert.equal((await edit(visitor, id, 'Back again')).status, 404);
		});

		test('what a visitor wrote before an edit goes with their data', async () => {
			const visitor = await visit();
			const { id } = await visitor.write('My secret');
			await edit(visitor, id, 'Nothing');
			assert.equal((await logOf(id)).length, 1);
			assert.equal((await visitor.call('contact', { method: 'DELETE' })).status, 204);
			assert.deepEqual(await logOf(id), []);
		});

		test('an edit is refused as a deletion is, and where nothing can be read', async () => {
			const [visitor, stranger] = [await visit(), await visit()];
			await stranger.write('Hi');
			const { id } = await visitor.write('Hello');
			assert.deepEqual([(await edit(stranger, id, 'Mine')).status, (await edit(stranger, id, 'Mine')).body], [404, '']);
			assert.deepEqual((await edit(visitor, id, '  ')).body.attributes, ['content']);
			assert.equal((await edit(visitor, id, 'x'.repeat(150_001))).status, 422);
			await setup.changeChannel({ widget: { allow_message_changes: false } });
			assert.equal((await edit(visitor, id, 'Other')).status, 403);
			await setup.changeChannel({ widget: { allow_message_changes: true } });
			await age(id, MESSAGE_CHANGE_PERIOD + 1_000);
			assert.equal((await edit(visitor, id, 'Other')).status, 422);
			assert.equal((await visitor.messages())[0]?.content, 'Hello');
		});

		const react = (visitor: Visitor, id: number, reaction: string | null) =>
			visitor.call<Message>(`messages/${id}/reaction`, { method: 'PATCH', body: { reaction } });

		test("a visitor's reaction to a message of the team is told to everybody, changed and taken back", async () => {
			const visitor = await visit();
			const { conversation_id: displayId } = await visitor.write('Hello');
			const { id } = await setup.agent.write(displayId, 'Good morning');
			const desk = await setup.listenAsAgent();
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			for (const reaction of ['👍', '❤️', null]) {
				const { status, body } = await react(visitor, id, reaction);
				assert.deepEqual([status, body.content_attributes['reaction'] ?? null], [200, reaction]);
				for (const listening of [desk, listener]) {
					const told = await listening.next('message.updated', (message) => message.id === id);
					assert.deepEqual(told.content_attributes, reaction === null ? {} : { reaction });
				}
				const shown = (await setup.agent.messages(displayId)).find((message) => message.id === id);
				assert.deepEqual(shown?.content_attributes['reaction'] ?? null, reaction);
			}
			desk.close();
			listener.close();
		});

		test('a reaction beside an answer leaves the answer, and is not told as one', async () => {
			const visitor = await visit();
			const { conversation_id: displayId } = await visitor.write('Hello');
			const { id } = await setup.agent.write(displayId, 'Which?', {
				content_type: 'input_select',
				content_attributes: { items: [{ title: 'Yes', value: 'yes' }] },
			});
			const submitted_values = [{ title: 'Yes', value: 'yes' }];
			await visitor.call(`messages/${id}`, { method: 'PATCH', body: { message: { submitted_values } } });
			const desk = await setup.listenAsAgent();
			const { body } = await react(visitor, id, '🙏');
			assert.deepEqual(body.content_attributes['submitted_values'], submitted_values);
			const told = await desk.next('message.updated', (message) => message.id === id);
			assert.deepEqual(told.previous_changes, {});
			desk.close();
		});

		test('only messages of the team, in the own conversation, take one of six reactions', async () => {
			const [visitor, stranger] = [await visit(), await visit()];
			const { id: own, conversation_id: displayId } = await visitor.write('Hello');
			await stranger.write('Hi');
			const { id: answer } = await setup.agent.write(displayId, 'Good morning');
			const { id: note } = await setup.agent.write(displayId, 'A note', { private: true });
			const { id: gone } = await setup.agent.write(displayId, 'Wrong');
			await setup.agent.call(`conversations/${displayId}/messages/${gone}`, { method: 'DELETE' });
			for (const [who, which] of [
				[visitor, own],
				[visitor, note],
				[visitor, gone],
				[stranger, answer],
			] as const) {
				const refused = await react(who, which, '👍');
				assert.deepEqual([refused.status, refused.body], [404, '']);
			}
			for (const reaction of ['🦆', '', 'up']) assert.equal((await react(visitor, answer, reaction)).status, 422);
		});
	});
}
