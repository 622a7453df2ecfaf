/**
 * What the page sets on its visitor's conversation, and deleting the visitor (docs/wire.md, Contact
 * and Conversations).
 */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { beginConversation, call, createAgent, createVisitor, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { renameInSome } from '../../../src/server/services/renameLabels.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { png } from '../files/filesSamples.ts';
import { createJobServices } from '../operation/jobServices.ts';

const STRANGER = { error: 'Resource could not be found' };

export function describeLabelling(database: string, prepare: Prepare): void {
	describe(`labels, attributes and forgetting on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
			await setup.query("insert into labels (account_id, title, created_at) values (1, 'vip', 0)");
		});
		after(() => setup.stop());

		const label = (visitor: Visitor, name: string) => visitor.call('labels', { body: { label: name } });
		const unlabel = (visitor: Visitor, name: string) => visitor.call(`labels/${name}`, { method: 'DELETE' });
		const forget = (visitor: Visitor) => visitor.call('contact', { method: 'DELETE' });
		const count = async (table: string, where = '1 = 1') =>
			Number((await setup.query(`select count(*) as count from ${table} where ${where}`))[0]?.['count']);
		const setUser = async (visitor: Visitor, identifier: string, isProven: boolean) => {
			const [row] = await setup.query('select hmac_token from web_widgets');
			const hash = createHmac('sha256', String(row?.['hmac_token'])).update(identifier).digest('hex');
			const body = { identifier, ...(isProven && { identifier_hash: hash }) };
			return (await visitor.call('contact/set_user', { method: 'PATCH', body })).status;
		};

		for (const [method, path, body] of [
			['POST', 'labels', { label: 'vip' }],
			['DELETE', 'labels/vip', undefined],
			['POST', 'contact/destroy_custom_attributes', { custom_attributes: ['plan'] }],
			['DELETE', 'contact', undefined],
			['POST', 'conversations/set_custom_attributes', { custom_attributes: {} }],
			['POST', 'conversations/destroy_custom_attributes', { custom_attribute: ['plan'] }],
		] as const) {
			test(`a stranger is refused: ${method} ${path}`, async () => {
				const before = await count('contacts');
				for (const token of [undefined, 'forged']) {
					const headers: Record<string, string> = token === undefined ? {} : { 'X-Auth-Token': token };
					const address = `/api/v1/widget/${path}?website_token=demo`;
					const answer = await call(setup.server.origin, address, { method, headers, body });
					assert.deepEqual([answer.status, answer.body], [404, STRANGER]);
				}
				assert.equal(await count('contacts'), before);
			});
		}

		test("a label of the account goes onto the conversation and off again; the team hears it, the visitor doesn't", async () => {
			const visitor = await createVisitor(setup.server.origin);
			assert.equal((await label(visitor, 'vip')).status, 204);
			const displayId = await beginConversation(visitor);
			const [team, own] = [
				await setup.listenAsAgent(),
				await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken }),
			];
			for (const name of ['vip', 'vip', 'VIP', 'unknown']) assert.equal((await label(visitor, name)).status, 204);
			const told = await team.next('conversation.updated', ({ id }) => id === displayId);
			assert.deepEqual(told.labels, ['vip']);
			assert.deepEqual((await own.next('conversation.updated')).labels, []);
			assert.deepEqual((await setup.agent.conversation(displayId)).labels, ['vip']);
			const listed = await setup.agent.call<{ meta: { labels: string[] } }>(`conversations/${displayId}/messages`);
			assert.deepEqual(listed.body.meta.labels, ['vip']);
			// The longest possible name, which this account does not have either.
			for (const name of ['unknown', 'x'.repeat(255), 'vip'])
				assert.equal((await unlabel(visitor, name)).status, 204, name);
			assert.deepEqual((await setup.agent.conversation(displayId)).labels, []);
			team.close();
			own.close();
		});

		test('a server that is killed while it renames a label goes on with it when it starts again', async () => {
			const services = await prepare();
			let server = await startServer(services.options);
			try {
				const displayIds: number[] = [];
				for (let count = 0; count < 40; count++)
					displayIds.push(await beginConversation(await createVisitor(server.origin)));
				let agent = createAgent(server.origin, server.agentToken);
				const { body } = await agent.call<{ id: number }>('labels', { body: { title: 'spring' } });
				await services.query(`update conversations set labels = '["spring"]'`);
				const change = { method: 'PATCH', body: { title: 'summer' } };
				const renaming = agent.call(`labels/${body.id}`, change).catch(() => undefined);
				const isAnyRenamed = async () => {
					const rows = await services.query("select title from conversation_labels where title = 'summer'");
					return rows.length > 0;
				};
				await until('one conversation has the new title', isAnyRenamed);
				await server.kill();
				await renaming;
				server = await startServer({ ...services.options, dataDir: server.dataDir });
				agent = createAgent(server.origin, server.agentToken);
				await until('no conversation has the old title', async () => {
					const rows = await services.query("select title from conversation_labels where title = 'spring'");
					return rows.length === 0;
				});
				const { labels } = await agent.conversation(displayIds.at(-1) ?? 0);
				assert.deepEqual(labels, ['summer']);
				await until('the label has no former title', async () => {
					const [row] = await services.query("select former_titles from labels where title = 'summer'");
					return row?.['former_titles'] === null;
				});
			} finally {
				await server.stop();
				await services.cleanUp();
			}
		});

		test('a label that is renamed again, or was finished by others, is not given its former title any more', async () => {
			const services = await prepare();
			// Its own job, which would finish the renaming, comes once in 100 seconds.
			const server = await startServer({ ...services.options, pace: 10 });
			const store = await openStore({ ...services.options, dataDir: server.dataDir });
			try {
				const agent = createAgent(server.origin, server.agentToken);
				const displayId = await beginConversation(await createVisitor(server.origin));
				const [one, two] = [
					await agent.call<{ id: number }>('labels', { body: { title: 'spring' } }),
					await agent.call<{ id: number }>('labels', { body: { title: 'sale' } }),
				];
				await services.query(`update conversations set labels = '["spring"]'`);
				await services.query(
					`update labels set title = 'summer', former_titles = '["spring"]' where id = ${one.body.id}`,
				);
				const taken = await agent.call(`labels/${two.body.id}`, { method: 'PATCH', body: { title: 'spring' } });
				assert.equal(taken.status, 422, 'conversations would get the other label');
				assert.equal((await agent.call('labels', { body: { title: 'spring' } })).status, 422);
				const [stale] = await store.labels.listRenamed();
				assert.ok(stale);
				await agent.call(`labels/${one.body.id}`, { method: 'PATCH', body: { title: 'spring' } });
				await renameInSome(createJobServices(store, server.dataDir), stale);
				assert.deepEqual((await agent.conversation(displayId)).labels, ['spring']);
			} finally {
				await store.close();
				await server.stop();
				await services.cleanUp();
			}
		});

		test("the conversation's attributes are replaced, and removed by name; without a conversation there are none", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const set = (custom_attributes: object) =>
				visitor.call('conversations/set_custom_attributes', { body: { custom_attributes } });
			const destroy = (name: string) =>
				visitor.call('conversations/destroy_custom_attributes', { body: { custom_attribute: [name] } });
			for (const missing of [await set({ a: 1 }), await destroy('a')]) {
				assert.deepEqual([missing.status, missing.body], [404, '']);
			}
			const displayId = await beginConversation(visitor);
			const attributes = async () => (await setup.agent.conversation(displayId)).custom_attributes;
			assert.equal((await set({ order: '7', plan: 'pro' })).status, 204);
			assert.deepEqual(await attributes(), { order: '7', plan: 'pro' });
			assert.equal((await set({ order: '8', coupon: 'X' })).status, 204);
			assert.deepEqual(await attributes(), { order: '8', coupon: 'X' });
			const answer = await destroy('coupon');
			assert.equal(answer.status, 200);
			assert.deepEqual(await attributes(), { order: '8' });
			const refused = await set({ order: 'x'.repeat(1_501) });
			assert.equal(refused.status, 422);
			assert.match(JSON.stringify(refused.body), /order length should be < 1500/);
			const endless = await set({ list: Array.from({ length: 40 }, () => 'x'.repeat(1_000)) });
			assert.equal(endless.status, 422);
			assert.match(JSON.stringify(endless.body), /Custom attributes are too large \(maximum is 32000 bytes\)/);
			assert.deepEqual(await attributes(), { order: '8' });
		});

		test("a contact's attributes are removed by name, and the answer tells nothing that it did not before", async () => {
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { custom_attributes: { plan: 'pro', seats: 3 } } });
			const answer = await visitor.call('contact/destroy_custom_attributes', { body: { custom_attributes: ['plan'] } });
			assert.deepEqual(answer.body, {
				id: visitor.contactId,
				has_email: false,
				has_name: true,
				has_phone_number: false,
			});
			const displayId = await beginConversation(visitor);
			const { sender } = (await setup.agent.conversation(displayId)).meta;
			assert.deepEqual(sender.custom_attributes, { seats: 3 });
		});

		test('a deleted visitor leaves no record, message, rating, session or file, and all clients are told', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const files = () => readdirSync(join(setup.server.dataDir, 'files'), { recursive: true }).length;
			const before = files();
			const form = new FormData();
			form.append('message[echo_id]', randomUUID());
			form.append('message[attachments][]', new File([png(4, 3)], 'cat.png', { type: 'image/png' }));
			const sent = await fetch(new URL('/api/v1/widget/messages?website_token=demo', setup.server.origin), {
				method: 'POST',
				headers: { 'X-Auth-Token': visitor.authToken },
				body: form,
			});
			const message = (await sent.json()) as Message;
			const displayId = message.conversation_id;
			await setup.agent.write(displayId, 'Nice cat');
			const address = new URL(message.attachments?.[0]?.data_url ?? '', setup.server.origin);
			assert.equal((await fetch(address)).status, 200);
			const [team, own] = [
				await setup.listenAsAgent(),
				await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken }),
			];

			const answer = await forget(visitor);
			assert.deepEqual([answer.status, answer.body], [204, '']);
			for (const listener of [team, own]) {
				const told = await listener.next('contact.deleted', ({ id }) => id === visitor.contactId);
				assert.deepEqual(told.conversation_ids, [displayId]);
				listener.close();
			}
			assert.equal(await count('contacts', `id = ${visitor.contactId}`), 0);
			assert.equal(await count('contact_inboxes', `contact_id = ${visitor.contactId}`), 0);
			assert.equal(await count('conversations', `display_id = ${displayId}`), 0);
			assert.equal(await count('messages', `id = ${message.id}`), 0);
			assert.equal(await count('attachments', `message_id = ${message.id}`), 0);
			assert.equal((await fetch(address)).status, 404);
			assert.equal(files(), before);
			assert.equal((await setup.agent.call(`conversations/${displayId}`)).status, 404);
			for (const again of [await forget(visitor), await visitor.call('messages')]) {
				assert.deepEqual([again.status, again.body], [404, STRANGER]);
			}
			await assert.rejects(connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken }));
		});

		test("a proven user's data is deleted for all of their browsers", async () => {
			const [home, work] = [await createVisitor(setup.server.origin), await createVisitor(setup.server.origin)];
			for (const visitor of [home, work]) assert.equal(await setUser(visitor, 'user-forgotten', true), 200);
			await home.write('From home');
			assert.equal((await forget(work)).status, 204);
			assert.equal((await home.call('messages')).status, 404);
			assert.equal(await count('contacts', "identifier = 'user-forgotten'"), 0);
		});

		test('a session that only claims an identifier deletes nothing but its own messages', async () => {
			const [owner, other] = [await createVisitor(setup.server.origin), await createVisitor(setup.server.origin)];
			await setUser(owner, 'user-claimed', false);
			await owner.write('Mine');
			await setUser(other, 'user-claimed', false);
			const displayId = (await other.write('Theirs')).conversation_id;
			assert.equal((await forget(other)).status, 204);
			assert.deepEqual(
				(await owner.messages()).map(({ content }) => content),
				['Mine'],
			);
			assert.equal((await setup.agent.call(`conversations/${displayId}`)).status, 404);
			assert.equal((await other.call('messages')).status, 404);
			assert.equal((await forget(owner)).status, 204);
			assert.equal(await count('contacts', "identifier = 'user-claimed'"), 0);
		});

		test('a session that only claims an identifier deletes no contact that the team has added', async () => {
			const body = { identifier: 'user-imported', email: 'imported@shop.example' };
			const added = await setup.agent.call<{ payload: { contact: { id: number } } }>('contacts', { body });
			const { id } = added.body.payload.contact;
			// A while ago: a record that is as old as the session was made for it.
			await setup.query(`update contacts set created_at = created_at - 60000 where id = ${id}`);
			const visitor = await createVisitor(setup.server.origin);
			assert.equal(await setUser(visitor, 'user-imported', false), 200);
			const displayId = (await visitor.write('Let me in')).conversation_id;
			assert.equal((await forget(visitor)).status, 204);
			assert.equal((await setup.agent.call(`conversations/${displayId}`)).status, 404);
			const kept = await setup.agent.call<{ payload: TeamContact }>(`contacts/${id}`);
			assert.deepEqual([kept.status, kept.body.payload?.email], [200, 'imported@shop.example']);
		});
	});
}
