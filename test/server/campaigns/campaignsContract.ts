/**
 * Campaigns, and the conversations that accepting them begins (docs/wire.md, Events and campaigns).
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { TeamCampaign } from '#protocol/application/campaignRoutes.ts';
import type { ChannelLook } from '#protocol/entities/channel.ts';
import type { Campaign, TeamConversation } from '#protocol/entities/entities.ts';
import {
	addBot,
	addCampaign,
	addForeignChannel,
	addToken,
	clearCampaigns,
	type NewCampaign,
} from '../../support/channel.ts';
import { beginConversation, call, createAgent, createVisitor, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

const ADA = 1;
const PRICING: NewCampaign = {
	message: 'Need a hand with **plates**?',
	url: 'https://shop.example/pricing',
	seconds: 7,
	senderId: ADA,
};

export function describeCampaigns(database: string, prepare: Prepare): void {
	describe(`campaigns on ${database}`, () => {
		let setup: ConversationServer;
		let where: Parameters<typeof addCampaign>[0];
		before(async () => {
			setup = await startConversationServer(prepare);
			where = setup.where;
			await addForeignChannel(where, 'elsewhere');
		});
		afterEach(() => clearCampaigns(where));
		after(() => setup.stop());

		const list = async (websiteToken = 'demo') =>
			(await call<Campaign[]>(setup.server.origin, `/api/v1/widget/campaigns?website_token=${websiteToken}`)).body;
		const look = async () =>
			(await call<ChannelLook>(setup.server.origin, '/widget/channel.json?website_token=demo')).body;
		const accept = (visitor: Visitor, campaignId: unknown, more: object = {}) =>
			visitor.call('events', {
				body: {
					name: 'campaign.triggered',
					event_info: {
						initiated_at: { timestamp: 'Mon Mar 03 2025 10:00:00 GMT+0100' },
						referer: 'https://shop.example/pricing',
						campaign_id: campaignId,
						...more,
					},
				},
				headers: {
					'user-agent':
						'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
					'accept-language': 'de-DE,de;q=0.9',
				},
			});
		const conversationsOf = async () =>
			(
				await setup.agent.call<{ data: { payload: TeamConversation[] } }>(
					'conversations?status=all&updated_within=100000',
				)
			).body.data.payload;

		test('enabled campaigns are listed, and listing them creates no contact', async () => {
			const contacts = await setup.query('select count(*) as n from contacts');
			const id = await addCampaign(where, PRICING);
			await addCampaign(where, { ...PRICING, isEnabled: false });
			await addCampaign(where, { ...PRICING, message: 'Not ours' }, 'elsewhere');
			assert.deepEqual(await list(), [
				{
					id,
					trigger_rules: { url: 'https://shop.example/pricing', time_on_page: 7 },
					trigger_only_during_business_hours: false,
					message: 'Need a hand with **plates**?',
					sender: {
						id: ADA,
						name: 'Ada',
						available_name: 'Ada',
						avatar_url: '',
						type: 'user',
						availability_status: null,
						thumbnail: '',
					},
				},
			]);
			assert.deepEqual(await setup.query('select count(*) as n from contacts'), contacts);
		});

		test('variables of a campaign are filled in for who reads it', async () => {
			await addCampaign(where, { ...PRICING, message: 'Hi {{contact.first_name | there}}, I am {{agent.first_name}}' });
			assert.equal((await list())[0]?.message, 'Hi there, I am Ada');
			const visitor = await createVisitor(setup.server.origin);
			const own = async () => (await visitor.call<Campaign[]>('campaigns')).body[0];
			assert.equal((await own())?.message, 'Hi there, I am Ada');
			await visitor.call('contact', { method: 'PATCH', body: { name: '*Grace* Hopper' } });
			assert.equal((await own())?.message, 'Hi *Grace*, I am Ada');
			assert.deepEqual((await own())?.verbatim, ['*Grace*']);
		});

		test('the channel tells whether it has campaigns, so that other pages load nothing', async () => {
			assert.equal((await look()).has_campaigns, undefined);
			await addCampaign(where, { ...PRICING, isEnabled: false });
			assert.equal((await look()).has_campaigns, undefined);
			await addCampaign(where, PRICING);
			assert.equal((await look()).has_campaigns, true);
		});

		test('accepting a campaign begins a conversation, tagged with it, by a message of its sender', async () => {
			const id = await addCampaign(where, PRICING);
			await addBot(where, 'Otto', 'http://127.0.0.1:1/');
			const visitor = await createVisitor(setup.server.origin);
			const [listener, desk] = await Promise.all([
				connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken }),
				setup.listenAsAgent(),
			]);
			const answer = await accept(visitor, id, { custom_attributes: { plan: 'pro' } });
			assert.deepEqual([answer.status, answer.body], [204, '']);
			const heard = await listener.next('message.created');
			assert.deepEqual(
				[heard.content, heard.message_type, heard.sender_type, heard.sender?.name],
				[PRICING.message, 1, 'User', 'Ada'],
			);
			await desk.next('conversation.created');
			const [message, ...others] = await visitor.messages();
			assert.deepEqual([message?.content, others.length], [PRICING.message, 0]);
			const { id: displayId, status } = await visitor.conversation();
			// No bot answers first, since a person has written.
			assert.equal(status, 'open');
			const conversation = await setup.agent.conversation(displayId ?? 0);
			assert.deepEqual(conversation.custom_attributes, { plan: 'pro' });
			assert.deepEqual(conversation.additional_attributes, {
				browser_language: 'de',
				browser: {
					browser_name: 'Chrome',
					browser_version: '140.0.0.0',
					device_name: 'Desktop',
					platform_name: 'Linux',
					platform_version: '',
				},
				initiated_at: { timestamp: 'Mon Mar 03 2025 10:00:00 GMT+0100' },
				referer: 'https://shop.example/pricing',
			});
			assert.equal(conversation.waiting_since, 0);
			const [row] = await setup.query(
				`select campaigns.display_id as campaign from conversations join campaigns on campaigns.id = campaign_id where conversations.display_id = ${displayId} and conversations.account_id = 1`,
			);
			assert.equal(Number(row?.['campaign']), id);
			assert.deepEqual(conversation.messages.at(-1)?.additional_attributes, { campaign_id: id });
			await visitor.write('Yes please');
			assert.equal((await visitor.conversation()).id, displayId);
			listener.close();
			desk.close();
			await setup.changeChannel({ inbox: { agent_bot_id: null } });
		});

		test('a campaign that is accepted often, and in several tabs at once, begins one conversation', async () => {
			const [one, other] = [await addCampaign(where, PRICING), await addCampaign(where, PRICING)];
			const visitor = await createVisitor(setup.server.origin);
			const before = (await conversationsOf()).length;
			const answers = await Promise.all([one, other, one, other, one].map((id) => accept(visitor, id)));
			assert.deepEqual(
				answers.map(({ status }) => status),
				[204, 204, 204, 204, 204],
			);
			assert.equal((await accept(visitor, one)).status, 204);
			assert.equal((await visitor.messages()).length, 1);
			assert.equal((await conversationsOf()).length, before + 1);
		});

		test('a visitor who has a conversation, even an ended one, keeps it unchanged', async () => {
			const id = await addCampaign(where, PRICING);
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			assert.equal((await accept(visitor, id)).status, 204);
			await visitor.call('conversations/toggle_status');
			assert.equal((await accept(visitor, id)).status, 204);
			assert.equal((await visitor.conversation()).id, displayId);
			assert.equal((await visitor.messages()).length, 1);
		});

		test("a campaign that is another account's or channel's, disabled or unknown begins nothing, and is no error", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const disabled = await addCampaign(where, { ...PRICING, isEnabled: false });
			let foreign = 0;
			// Display ids count per account: this one does not exist in the first account.
			while (foreign <= disabled) foreign = await addCampaign(where, PRICING, 'elsewhere');
			for (const id of [foreign, disabled, 99_999]) {
				const answer = await accept(visitor, id);
				assert.deepEqual([answer.status, answer.body], [204, '']);
			}
			assert.deepEqual(await visitor.conversation(), {});
		});

		test("an invalid event is refused with the field's name", async () => {
			const visitor = await createVisitor(setup.server.origin);
			const id = await addCampaign(where, PRICING);
			const WRONG: readonly (readonly [campaignId: unknown, more: object, attribute: string])[] = [
				['three', {}, 'campaign_id'],
				[1.5, {}, 'campaign_id'],
				[1e30, {}, 'campaign_id'],
				[id, { custom_attributes: 'x' }, 'custom_attributes'],
				[id, { custom_attributes: { plan: 'p'.repeat(1_501) } }, 'custom_attributes'],
				[id, { initiated_at: 'now' }, 'initiated_at'],
			];
			for (const [campaignId, more, attribute] of WRONG) {
				const { status, body } = await accept(visitor, campaignId, more);
				assert.equal(status, 422, attribute);
				assert.deepEqual((body as { attributes: string[] }).attributes, [attribute]);
			}
			assert.deepEqual(await visitor.conversation(), {});
		});

		test('a deleted campaign leaves the conversation that it began, and its number is not used again', async () => {
			const id = await addCampaign(where, { ...PRICING, senderId: null });
			const visitor = await createVisitor(setup.server.origin);
			await accept(visitor, id);
			await clearCampaigns(where);
			const [message] = await visitor.messages();
			assert.equal(message?.content, PRICING.message);
			assert.ok(message && !('sender' in message));
			assert.notEqual(await addCampaign(where, PRICING), id);
		});

		const WISH = {
			title: 'Prices',
			message: PRICING.message,
			inbox_id: 1,
			trigger_rules: { url: 'https://shop.example/pricing' },
		};

		test("an administrator's script creates, changes and deletes a campaign", async () => {
			const { agent } = setup;
			const made = await agent.call<TeamCampaign>('campaigns', {
				body: { campaign: { ...WISH, sender_id: ADA, trigger_only_during_business_hours: true } },
			});
			assert.equal(made.status, 200, JSON.stringify(made.body));
			const { id, inbox, sender, created_at, updated_at, etag, ...facts } = made.body;
			assert.deepEqual(facts, {
				title: 'Prices',
				description: null,
				account_id: 1,
				message: PRICING.message,
				translations: {},
				campaign_status: 'active',
				campaign_type: 'ongoing',
				enabled: true,
				trigger_rules: { url: 'https://shop.example/pricing', time_on_page: 10 },
				trigger_only_during_business_hours: true,
			});
			assert.deepEqual([inbox.id, inbox.website_token, sender?.id], [1, 'demo', ADA]);
			assert.match(created_at, /^\d{4}-\d\d-\d\dT/);
			assert.equal(updated_at, created_at);
			assert.match(etag, /^".+"$/);
			assert.deepEqual(
				(await list()).map((campaign) => campaign.id),
				[id],
			);
			const path = `campaigns/${id}`;
			const changed = await agent.call<TeamCampaign>(path, {
				method: 'PATCH',
				body: { sender_id: null, trigger_rules: { time_on_page: '30' } },
			});
			assert.deepEqual(changed.body.trigger_rules, { url: 'https://shop.example/pricing', time_on_page: 30 });
			assert.ok(!('sender' in changed.body));
			assert.deepEqual((await agent.call(path)).body, changed.body);
			assert.deepEqual((await agent.call('campaigns')).body, [changed.body]);
			await agent.call(path, { method: 'PATCH', body: { enabled: false } });
			assert.equal((await look()).has_campaigns, undefined);
			assert.deepEqual(
				[(await agent.call(path, { method: 'DELETE' })).status, (await agent.call(path)).status],
				[200, 404],
			);
			assert.deepEqual((await agent.call('campaigns')).body, []);
		});

		test('the team sees the title of the campaign that began a conversation, until it is deleted; the visitor does not', async () => {
			const { agent } = setup;
			const { id } = (await agent.call<TeamCampaign>('campaigns', { body: { ...WISH, title: 'Prices, spring' } })).body;
			const visitor = await createVisitor(setup.server.origin);
			const [listener, desk] = await Promise.all([
				connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken }),
				setup.listenAsAgent(),
			]);
			await accept(visitor, id);
			const campaign = { id, title: 'Prices, spring' };
			assert.deepEqual((await desk.next('conversation.created')).campaign, campaign);
			assert.doesNotMatch(JSON.stringify(await listener.next('conversation.created')), /Prices, spring/);
			const { id: displayId = 0 } = await visitor.conversation();
			assert.deepEqual((await agent.conversation(displayId)).campaign, campaign);
			const listed = (await conversationsOf()).find((conversation) => conversation.id === displayId);
			assert.deepEqual(listed?.campaign, campaign);
			await agent.call(`campaigns/${id}`, { method: 'DELETE' });
			assert.ok(!('campaign' in (await agent.conversation(displayId))));
			const own = await createVisitor(setup.server.origin);
			assert.ok(!('campaign' in (await agent.conversation(await beginConversation(own)))));
			listener.close();
			desk.close();
		});

		test("a campaign's texts have to be valid, and its sender and channel the account's", async () => {
			const { agent } = setup;
			const [foreign] = await setup.query('select max(id) as id from inboxes');
			const WRONG: readonly (readonly [wrong: object, attribute: string])[] = [
				[{ title: ' ' }, 'title'],
				[{ message: '' }, 'message'],
				[{ inbox_id: foreign?.['id'] }, 'inbox_id'],
				[{ inbox_id: 'one' }, 'inbox_id'],
				[{ sender_id: 99_999 }, 'sender_id'],
				[{ enabled: 'perhaps' }, 'enabled'],
				[{ trigger_rules: { url: 'shop.example' } }, 'url'],
				[{ trigger_rules: { url: 'https://shop.example/(' } }, 'url'],
				[{ trigger_rules: { url: 'https://shop.example', time_on_page: -1 } }, 'time_on_page'],
			];
			for (const [wrong, attribute] of WRONG) {
				const { status, body } = await agent.call('campaigns', { body: { ...WISH, ...wrong } });
				const { attributes } = body as { attributes: string[] };
				assert.deepEqual([status, attributes[0]], [422, attribute], JSON.stringify(wrong));
			}
			assert.deepEqual((await agent.call('campaigns')).body, []);
		});

		test("another account's campaign is not found, and members who are no administrators cannot use campaigns", async () => {
			const own = await addCampaign(where, PRICING);
			let foreign = await addCampaign(where, PRICING, 'elsewhere');
			while (foreign <= own) foreign = await addCampaign(where, PRICING, 'elsewhere');
			for (const method of ['GET', 'DELETE'] as const)
				assert.equal((await setup.agent.call(`campaigns/${foreign}`, { method })).status, 404);
			const agent = createAgent(setup.server.origin, await addToken(where, 'noor@example.com'));
			for (const [method, path, body] of [
				['GET', 'campaigns', undefined],
				['GET', `campaigns/${own}`, undefined],
				['POST', 'campaigns', WISH],
				['PATCH', `campaigns/${own}`, { enabled: false }],
				['DELETE', `campaigns/${own}`, undefined],
			] as const) {
				const refused = await agent.call(path, { method, body });
				assert.deepEqual(
					[refused.status, refused.body],
					[401, { error: 'You are not authorized to do this action' }],
					`${method} ${path}`,
				);
			}
			assert.deepEqual(
				(await list()).map(({ id }) => id),
				[own],
			);
		});
	});
}
