/**
 * What a team sets up by API (docs/application-api.md, Canned responses, Custom attributes,
 * Webhooks and Bots).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import type { CannedResponse } from '#protocol/application/cannedResponseRoutes.ts';
import { CANNED_RESPONSE_MAX } from '#protocol/base/limits.ts';
import type { TeamBot, Webhook } from '#protocol/application/receiverRoutes.ts';
import { WEBHOOK_EVENTS } from '#protocol/entities/webhookEvents.ts';
import { addToken } from '../../support/channel.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeSetup(database: string, prepare: Prepare): void {
	describe(`what a team sets up on ${database}`, () => {
		let setup: ConversationServer;
		/** Has the role `agent`. */
		let noor: Agent;
		before(async () => {
			setup = await startConversationServer(prepare);
			noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
		});
		after(() => setup.stop());

		test('agents add canned responses, change them, and find them, those first whose short code begins as asked', async () => {
			const add = async (short_code: string, content: string) =>
				(await noor.call<CannedResponse>('canned_responses', { body: { short_code, content } })).body;
			const search = async (text: string) =>
				(await setup.agent.call<CannedResponse[]>(`canned_responses?search=${encodeURIComponent(text)}`)).body.map(
					({ short_code }) => short_code,
				);
			const added = await add('Grüße', 'Good morning, {{contact.name}}!');
			const { id, created_at, updated_at, etag, ...facts } = added;
			const { account_id, short_code, content, translations } = facts;
			assert.deepEqual(
				[account_id, short_code, content, translations],
				[1, 'Grüße', 'Good morning, {{contact.name}}!', {}],
			);
			assert.match(etag, /^".+"$/);
			for (const time of [created_at, updated_at]) assert.match(time, /^\d{4}-\d\d-\d\dT.*Z$/);
			await add('re-grusse', 'Hello again');
			await add('bye', 'Viele GRÜSSE');
			assert.deepEqual(await search('grü'), ['Grüße', 're-grusse', 'bye']);
			assert.deepEqual(await search('100%'), []);

			const changed = await noor.call<CannedResponse>(`canned_responses/${id}`, {
				method: 'PATCH',
				body: { canned_response: { short_code: 'hi' } },
			});
			assert.deepEqual([changed.body.short_code, changed.body.content], ['hi', added.content]);
			assert.equal((await noor.call(`canned_responses/${id}`, { method: 'DELETE' })).body, '');
			assert.deepEqual(await search(''), ['bye', 're-grusse']);
			assert.equal((await noor.call(`canned_responses/${id}`, { method: 'PATCH', body: {} })).status, 404);
		});

		test('administrators add webhooks, choose their events, and delete them', async () => {
			type Answer = { payload: { webhook: Webhook } };
			const url = 'https://hook.example/in';
			const created = (await setup.agent.call<Answer>('webhooks', { body: { webhook: { url } } })).body.payload.webhook;
			assert.deepEqual([created.url, created.subscriptions], [url, [...WEBHOOK_EVENTS]]);
			assert.ok(created.secret);
			const change = (body: object) =>
				setup.agent.call<Answer & { message: string }>(`webhooks/${created.id}`, { method: 'PATCH', body });
			const changed = await change({ subscriptions: ['message_created'] });
			const { etag } = changed.body.payload.webhook;
			assert.deepEqual(changed.body.payload.webhook, { ...created, subscriptions: ['message_created'], etag });
			assert.equal((await change({ paused: true })).body.payload.webhook.paused, true);
			assert.equal((await change({ subscriptions: ['message_created'] })).body.payload.webhook.paused, true);
			const { webhook: renewed } = (
				await setup.agent.call<Answer>(`webhooks/${created.id}/reset_secret`, { method: 'POST' })
			).body.payload;
			assert.notEqual(renewed.secret, created.secret);
			assert.equal(renewed.secret.length, created.secret.length);
			const again = await setup.agent.call<{ message: string }>('webhooks', { body: { url } });
			assert.deepEqual([again.status, again.body.message], [422, 'Url has already been taken']);
			for (const subscriptions of [[], ['inbox_created']]) {
				const refused = await change({ subscriptions });
				assert.deepEqual([refused.status, refused.body.message], [422, 'Subscriptions Invalid events']);
			}
			assert.equal((await change({ url: 'javascript:alert(1)' })).body.message, 'Url is no web address');
			assert.equal((await setup.agent.call(`webhooks/${created.id}`, { method: 'DELETE' })).body, '');
			assert.deepEqual((await setup.agent.call('webhooks')).body, { payload: { webhooks: [] } });
		});

		test('a bot that is added answers first where it is told to, until it is deleted; its messages stay', async () => {
			const created = await setup.agent.call<TeamBot>('agent_bots', { body: { name: 'Kiln' } });
			const { access_token, secret, ...bot } = created.body;
			assert.ok(access_token && secret);
			const set = (agent_bot: number | null) =>
				setup.agent.call<{ message: string }>('inboxes/1/set_agent_bot', { body: { agent_bot } });
			assert.equal((await set(bot.id)).body.message, 'Agent bot Kiln has no outgoing url');
			assert.equal((await set(99_999)).status, 404);
			const outgoing_url = 'https://bot.example/';
			const change = (body: object) => setup.agent.call(`agent_bots/${bot.id}`, { method: 'PATCH', body });
			assert.deepEqual((await change({ outgoing_url })).body, { ...bot, outgoing_url, secret });
			assert.equal((await set(bot.id)).status, 200);
			const renewed = await setup.agent.call<TeamBot>(`agent_bots/${bot.id}/reset_secret`, { method: 'POST' });
			assert.ok(renewed.body.secret && renewed.body.secret !== secret);
			assert.equal((await change({ outgoing_url: '' })).status, 422);
			assert.deepEqual((await noor.call('inboxes/1/agent_bot')).body, { agent_bot: { ...bot, outgoing_url } });
			assert.deepEqual((await noor.call('agent_bots')).body, [{ ...bot, outgoing_url }]);

			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const asBot = createAgent(setup.server.origin, access_token);
			await asBot.write(displayId, 'I am a bot');
			assert.equal((await setup.agent.call(`agent_bots/${bot.id}`, { method: 'DELETE' })).body, '');
			assert.deepEqual((await noor.call('inboxes/1/agent_bot')).body, {});
			assert.equal((await asBot.call(`conversations/${displayId}/messages`, { body: { content: 'x' } })).status, 401);
			const contents = (messages: readonly { content: string | null }[]) => messages.map(({ content }) => content);
			assert.ok(contents(await visitor.messages()).includes('I am a bot'));
			assert.ok(contents(await setup.agent.messages(displayId)).includes('I am a bot'));
		});

		test('agents define custom attributes, as Chatwoot names or numbers their kinds; a key is free only once', async () => {
			const add = (body: object) =>
				noor.call<AttributeDefinition & { message: string }>('custom_attribute_definitions', { body });
			const plan = { attribute_key: 'plan', attribute_display_name: 'Plan', attribute_values: ['free', 'pro'] };
			const { id, created_at, updated_at, etag, ...facts } = (
				await add({ ...plan, attribute_display_type: 6, attribute_model: 1 })
			).body;
			assert.deepEqual(facts, {
				...plan,
				attribute_display_type: 'list',
				attribute_model: 'contact_attribute',
				attribute_description: null,
				regex_pattern: null,
				regex_cue: null,
			});
			assert.match(etag, /^".+"$/);
			assert.match(created_at + updated_at, /^\d{4}-/);
			assert.equal((await add(plan)).body.attribute_model, 'conversation_attribute');
			assert.equal((await add(plan)).body.message, 'Attribute key has already been taken');
			assert.equal((await add({ ...plan, attribute_key: 'status' })).body.message, 'Attribute key is reserved');
			assert.match((await add({ ...plan, attribute_display_type: 8 })).body.message, /^Attribute display type must be/);
			const path = `custom_attribute_definitions/${id}`;
			const changed = await noor.call<AttributeDefinition>(path, {
				method: 'PATCH',
				body: { attribute_values: ['pro'] },
			});
			assert.deepEqual([changed.body.attribute_key, changed.body.attribute_values], ['plan', ['pro']]);
			const listed = await noor.call('custom_attribute_definitions?attribute_model=contact_attribute');
			assert.deepEqual(listed.body, [changed.body]);
			assert.equal((await noor.call(path, { method: 'DELETE' })).status, 204);
			assert.equal((await noor.call(path)).status, 404);
		});

		test('a canned response needs a short code of its own, and a text that is not too long', async () => {
			const httpErrorOf = async (body: object) => {
				const answer = await noor.call<{ message: string; attributes: string[] }>('canned_responses', { body });
				return [answer.status, answer.body.message, answer.body.attributes];
			};
			await noor.call('canned_responses', { body: { short_code: 'taken', content: 'Text' } });
			assert.deepEqual(await httpErrorOf({ short_code: ' taken ', content: 'Text' }), [
				422,
				'Short code has already been taken',
				['short_code'],
			]);
			assert.deepEqual(await httpErrorOf({ short_code: ' ', content: '\n' }), [
				422,
				"Short code can't be blank, Content can't be blank",
				['short_code', 'content'],
			]);
			assert.deepEqual(await httpErrorOf({ short_code: 'long', content: 'x'.repeat(CANNED_RESPONSE_MAX + 1) }), [
				422,
				`Content is too long (maximum is ${CANNED_RESPONSE_MAX} characters)`,
				['content'],
			]);
		});
	});
}
