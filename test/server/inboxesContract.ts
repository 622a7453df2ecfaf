/** The websites that a team answers, as its scripts and its desk read them (docs/application-api.md, Inboxes). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TeamInbox } from '#protocol/inboxRoutes.ts';
import { addChannel, addForeignChannel, addToken } from '../support/channel.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent } from './api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from './conversationServer.ts';

const STANDARD_FIELD = { field_type: 'standard', required: false, enabled: true };

export function describeInboxes(database: string, prepare: Prepare): void {
	describe(`inboxes on ${database}`, () => {
		let stage: ConversationServer;
		/** Has the role `agent`, and is a member of the demo's inbox only. */
		let noor: Agent;
		before(async () => {
			stage = await startConversationServer(prepare);
			const [row] = await stage.query("select id from users where email = 'noor@example.com'");
			noor = createAgent(stage.server.origin, await addToken(stage.where, 'noor@example.com'));
			await addChannel(stage.where, { name: 'an atelier', websiteToken: 'atelier' });
			await stage.query(
				`delete from inbox_members where user_id = ${Number(row?.['id'])} and inbox_id = ${await idOf('atelier')}`,
			);
			await addForeignChannel(stage.where, 'elsewhere');
		});
		after(() => stage.stop());

		const idOf = async (websiteToken: string) => {
			const [row] = await stage.query(`select inbox_id from web_widgets where website_token = '${websiteToken}'`);
			return Number(row?.['inbox_id']);
		};
		const list = async (agent: Agent) => (await agent.call<{ payload: TeamInbox[] }>('inboxes')).body.payload;

		test('an administrator reads every website of the account, by name, with all settings', async () => {
			await stage.changeChannel({
				inbox: {
					greeting_enabled: true,
					greeting_message: 'Hello!',
					csat_survey_enabled: true,
					timezone: 'Europe/Oslo',
				},
				widget: { widget_color: '#2f5d62', reply_time: 'in_a_day', features: ['emoji_picker'] },
			});
			const inboxes = await list(stage.agent);
			assert.deepEqual(
				inboxes.map(({ name }) => name),
				['an atelier', 'Halden Stoneware'],
			);
			const { hmac_token, working_hours, welcome_tagline, ...facts } = inboxes[1] ?? assert.fail();
			assert.deepEqual(facts, {
				id: await idOf('demo'),
				avatar_url: '',
				name: 'Halden Stoneware',
				channel_type: 'Channel::WebWidget',
				greeting_enabled: true,
				greeting_message: 'Hello!',
				working_hours_enabled: false,
				enable_email_collect: false,
				csat_survey_enabled: true,
				out_of_office_message: null,
				timezone: 'Europe/Oslo',
				allow_messages_after_resolved: true,
				help_center: facts.help_center,
				widget_color: '#2f5d62',
				hmac_mandatory: false,
				welcome_title: 'Hi there 👋',
				web_widget_script: [
					`<script type="module" src="${stage.server.origin}/live-chat-widget.js"></script>`,
					'<live-chat-widget',
					'	website-token="demo"',
					`	base-url="${stage.server.origin}"`,
					'></live-chat-widget>',
				].join('\n'),
				website_token: 'demo',
				selected_feature_flags: ['emoji_picker'],
				reply_time: 'in_a_day',
				pre_chat_form_enabled: false,
				pre_chat_form_options: {
					pre_chat_message: null,
					pre_chat_fields: [
						{ ...STANDARD_FIELD, name: 'emailAddress', type: 'email', label: 'Email Address', required: true },
						{ ...STANDARD_FIELD, name: 'fullName', type: 'text', label: 'Full Name' },
						{ ...STANDARD_FIELD, name: 'phoneNumber', type: 'text', label: 'Phone Number', enabled: false },
					],
				},
				base_url: stage.server.origin,
			});
			assert.ok(facts.help_center?.slug);
			assert.ok(!('help_center' in (inboxes[0] ?? assert.fail())));
			assert.deepEqual(
				working_hours.map(({ day_of_week, open_hour, closed_all_day }) => [day_of_week, open_hour, closed_all_day]),
				[0, 1, 2, 3, 4, 5, 6].map((day) => (day % 6 === 0 ? [day, null, true] : [day, 9, false])),
			);
			assert.match(welcome_tagline, /plates, cups/);
			assert.ok(hmac_token);
			assert.deepEqual((await stage.agent.call(`inboxes/${facts.id}`)).body, inboxes[1]);
		});

		test('an agent reads the websites of their own inboxes, without the identity key', async () => {
			const [own, ...others] = await list(noor);
			assert.ok(own);
			assert.deepEqual([own.website_token, others], ['demo', []]);
			assert.ok(!('hmac_token' in own));
			assert.deepEqual((await noor.call(`inboxes/${own.id}`)).body, own);
			const refused = await noor.call(`inboxes/${await idOf('atelier')}`);
			assert.deepEqual([refused.status, refused.body], [401, { error: 'You are not authorized to do this action' }]);
		});

		test("another account's website is not found", async () => {
			const foreign = await idOf('elsewhere');
			for (const id of [foreign, 99_999]) {
				const answer = await stage.agent.call(`inboxes/${id}`);
				assert.deepEqual([answer.status, answer.body], [404, { error: 'Resource could not be found' }]);
			}
			assert.ok(!(await list(stage.agent)).some(({ id }) => id === foreign));
		});

		test('the counts of conversations are those of the list: of what the agent sees, by the same filters', async () => {
			const { origin } = stage.server;
			const [mine, resolved] = [
				await beginConversation(await createVisitor(origin)),
				await beginConversation(await createVisitor(origin)),
			];
			await beginConversation(await createVisitor(origin, undefined, 'atelier'));
			await noor.call(`conversations/${mine}/toggle_status`, { body: { status: 'open' } });
			await stage.agent.call(`conversations/${resolved}/toggle_status`, { body: { status: 'resolved' } });
			const count = async (agent: Agent, query = '') => (await agent.call<object>(`conversations/meta?${query}`)).body;
			const counts = (mine_count: number, assigned_count: number, unassigned_count: number, all_count: number) => ({
				meta: { mine_count, assigned_count, unassigned_count, all_count },
			});
			assert.deepEqual(await count(noor), counts(1, 1, 0, 1));
			assert.deepEqual(await count(stage.agent), counts(0, 1, 1, 2));
			assert.deepEqual(await count(noor, 'status=all&assignee_type=me'), counts(1, 1, 1, 2));
			assert.deepEqual(await count(stage.agent, `inbox_id=${await idOf('atelier')}`), counts(0, 0, 1, 1));
			assert.deepEqual(await count(noor, `inbox_id=${await idOf('atelier')}`), counts(0, 0, 0, 0));
			const { data } = (await noor.call<{ data: object }>('conversations')).body;
			assert.deepEqual((data as { meta: object }).meta, ((await count(noor)) as { meta: object }).meta);
		});

		test("requests without a token, and with a visitor's or a bot's, are refused", async () => {
			const { origin } = stage.server;
			const visitor = await createVisitor(origin);
			const bot = await stage.addBot('Otto', undefined);
			const signIn = { errors: ['You need to sign in or sign up before continuing.'] };
			for (const [headers, body] of [
				[{}, signIn],
				[{ 'X-Auth-Token': visitor.authToken }, signIn],
				[{ api_access_token: visitor.authToken }, { error: 'Invalid Access Token' }],
				[{ api_access_token: bot }, { error: 'Access to this endpoint is not authorized for bots' }],
			] as const) {
				for (const path of ['inboxes', `inboxes/${await idOf('demo')}`, 'conversations/meta']) {
					const answer = await call(origin, `/api/v1/accounts/1/${path}`, { headers });
					assert.deepEqual([answer.status, answer.body], [401, body]);
				}
			}
		});
	});
}
