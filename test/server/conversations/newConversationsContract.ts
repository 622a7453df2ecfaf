/** Conversations that the team begins (docs/application-api.md, Conversations). */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { createVisitor, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeNewConversations(database: string, prepare: Prepare): void {
	describe(`conversations that the team begins on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());
		beforeEach(() => setup.changeChannel({ inbox: { agent_bot_id: null } }));

		const ask = (body: object) => setup.agent.call<TeamConversation>('conversations', { body });
		const begin = async (body: object) => {
			const answer = await ask(body);
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			return answer.body;
		};
		const addContact = async () => {
			const body = { email: `${randomUUID()}@x.example` };
			const answer = await setup.agent.call<{ payload: { contact: TeamContact } }>('contacts', { body });
			return answer.body.payload.contact.id;
		};
		const sessionsOf = async (id: number) =>
			(await setup.agent.call<{ payload: TeamContact }>(`contacts/${id}`)).body.payload.contact_inboxes ?? [];
		const prove = async (visitor: Visitor, identifier: string) => {
			const [row] = await setup.query('select hmac_token from web_widgets');
			const identifier_hash = createHmac('sha256', String(row?.['hmac_token'])).update(identifier).digest('hex');
			await visitor.call('contact/set_user', { method: 'PATCH', body: { identifier, identifier_hash } });
		};

		test('it is in a new session that proves nothing, with message, assignee and attributes; the team is told', async () => {
			const contact_id = await addContact();
			const team = await setup.listenAsAgent();
			const { id: agentId } = await setup.agent.profile();
			const begun = await begin({
				inbox_id: 1,
				contact_id,
				assignee_id: agentId,
				message: { content: 'Hello {{contact.email}}' },
				custom_attributes: { order: 7 },
				additional_attributes: { referer: 'https://shop.example/' },
			});
			assert.equal(begun.meta.sender.id, contact_id);
			assert.equal(begun.meta.assignee?.id, agentId);
			assert.equal(begun.meta.hmac_verified, false);
			assert.deepEqual([begun.status, begun.waiting_since], ['open', 0]);
			assert.equal(begun.first_reply_created_at, 0);
			assert.deepEqual(begun.custom_attributes, { order: 7 });
			assert.equal(begun.additional_attributes['referer'], 'https://shop.example/');
			await team.next('conversation.created', ({ id }) => id === begun.id);
			const told = await team.next(
				'message.created',
				({ conversation_id, message_type }) => conversation_id === begun.id && message_type === 1,
			);
			assert.match(told.content ?? '', /^Hello .+@x\.example$/);
			team.close();
			assert.deepEqual(
				(await sessionsOf(contact_id)).map(({ hmac_verified }) => hmac_verified),
				[false],
			);
			assert.equal((await begin({ inbox_id: 1, contact_id })).meta.assignee, undefined);
			assert.equal((await sessionsOf(contact_id)).length, 1);
		});

		test('a visitor sees it in the chat at once, in their newest session or in a proven one, which all devices share', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const own = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const begun = await begin({
				inbox_id: 1,
				contact_id: visitor.contactId,
				message: { content: 'May I help?', private: false },
			});
			await own.next('conversation.created', ({ id }) => id === begun.id);
			own.close();
			assert.equal((await visitor.conversation()).id, begun.id);
			assert.deepEqual(
				(await visitor.messages()).map(({ content }) => content),
				['May I help?'],
			);
			assert.equal((await visitor.write('Yes')).conversation_id, begun.id);

			const [phone, laptop] = [await createVisitor(setup.server.origin), await createVisitor(setup.server.origin)];
			const identifier = randomUUID();
			for (const device of [phone, laptop]) await prove(device, identifier);
			const { id } = (await phone.call<{ id: number }>('contact')).body;
			const shared = await begin({ inbox_id: 1, contact_id: id, message: { content: 'Hello' } });
			assert.equal(shared.meta.hmac_verified, true);
			for (const device of [phone, laptop]) assert.equal((await device.conversation()).id, shared.id);
		});

		test('a session is named by its source id, which has to be one of the contact', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const [session] = await sessionsOf(visitor.contactId);
			const { source_id } = session ?? assert.fail();
			assert.equal((await begin({ source_id })).meta.sender.id, visitor.contactId);
			const foreign = await ask({ source_id, inbox_id: 1, contact_id: await addContact() });
			assert.deepEqual([foreign.status, foreign.body], [422, { error: 'source_id should be unique' }]);
			assert.equal((await ask({ source_id: randomUUID() })).status, 404);
		});

		test('status and snoozing are as asked; a blocked contact gets a resolved one, and a bot answers first', async () => {
			const contact_id = await addContact();
			const until = Math.floor(Date.now() / 1000) + 3_600;
			const snoozed = await begin({ inbox_id: 1, contact_id, status: 'snoozed', snoozed_until: until });
			assert.deepEqual([snoozed.status, snoozed.snoozed_until], ['snoozed', new Date(until * 1000).toISOString()]);
			await setup.agent.call(`contacts/${contact_id}`, { method: 'PATCH', body: { blocked: true } });
			assert.equal((await begin({ inbox_id: 1, contact_id })).status, 'resolved');
			await setup.addBot('Helper', 'http://127.0.0.1:1/');
			assert.equal((await begin({ inbox_id: 1, contact_id: await addContact() })).status, 'pending');
			assert.equal((await begin({ inbox_id: 1, contact_id: await addContact(), status: 'open' })).status, 'open');
		});

		test('what is missing or unknown is refused, and nothing begins', async () => {
			const contact_id = await addContact();
			for (const [body, status] of [
				[{ contact_id }, 422],
				[{ inbox_id: 1 }, 422],
				[{ inbox_id: 999, contact_id }, 404],
				[{ inbox_id: 1, contact_id: 999_999 }, 404],
				[{ inbox_id: 1, contact_id, status: 'nonsense' }, 422],
				[{ inbox_id: 1, contact_id, message: { content: 'x', content_type: 'nonsense' } }, 422],
				[{ inbox_id: 1, contact_id, message: { content_type: 'integrations' } }, 422],
				[{ inbox_id: 1, contact_id, custom_attributes: { note: 'x'.repeat(1_501) } }, 422],
			] as const) {
				assert.equal((await ask(body)).status, status, JSON.stringify(body));
			}
			assert.deepEqual(await sessionsOf(contact_id), []);
		});
	});
}
