/**
 * The websites that a team answers, as its scripts and its desk read them (docs/application-api.md,
 * Inboxes).
 */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ChannelLook, WidgetPage } from '#protocol/entities/channel.ts';
import type { ChatText, TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { InboxChange } from '#protocol/application/inboxSettings.ts';
import { ENABLED_LOCALES } from '#protocol/base/locales.ts';
import { listChatTexts } from '../../../src/server/language/chatTexts.ts';
import { until } from '../../support/until.ts';
import { addBot, addChannel, addForeignChannel, addToken } from '../../support/channel.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

const STANDARD_FIELD = { field_type: 'standard', required: false, enabled: true };

const PUBLIC_KEY = String(
	generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
).trim();

const TOPIC_FIELD = {
	field_type: 'conversation_attribute',
	name: 'topic',
	type: 'list',
	label: 'Topic',
	required: false,
	enabled: true,
	values: ['Delivery', 'Other'],
};
const CONDITIONAL = {
	...TOPIC_FIELD,
	name: 'order',
	type: 'text',
	label: 'Order number',
	values: [],
	visible_when: { field: 'topic', values: ['Delivery'] },
};

export function describeInboxes(database: string, prepare: Prepare): void {
	describe(`inboxes on ${database}`, () => {
		let setup: ConversationServer;
		/** Has the role `agent`, and is a member of the demo's inbox only. */
		let noor: Agent;
		before(async () => {
			setup = await startConversationServer(prepare);
			const [row] = await setup.query("select id from users where email = 'noor@example.com'");
			noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			await addChannel(setup.where, { name: 'an atelier', websiteToken: 'atelier' });
			await setup.query(
				`delete from inbox_members where user_id = ${Number(row?.['id'])} and inbox_id = ${await idOf('atelier')}`,
			);
			await addForeignChannel(setup.where, 'elsewhere');
		});
		after(() => setup.stop());

		const idOf = async (websiteToken: string) => {
			const [row] = await setup.query(`select inbox_id from web_widgets where website_token = '${websiteToken}'`);
			return Number(row?.['inbox_id']);
		};
		const list = async (agent: Agent) => (await agent.call<{ payload: TeamInbox[] }>('inboxes')).body.payload;

		test('an administrator reads every website of the account, by name, with all settings', async () => {
			await setup.changeChannel({
				inbox: {
					greeting_enabled: true,
					greeting_message: 'Hello!',
					csat_survey_enabled: true,
					timezone: 'Europe/Oslo',
				},
				widget: { widget_color: '#2f5d62', reply_time: 'in_a_day', features: ['emoji_picker'] },
			});
			const inboxes = await list(setup.agent);
			assert.deepEqual(
				inboxes.map(({ name }) => name),
				['an atelier', 'Halden Stoneware'],
			);
			const { hmac_token, former_hmac_until, working_hours, working_hours_form, welcome_tagline, ...facts } =
				inboxes[1] ?? assert.fail();
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
				enable_auto_assignment: false,
				auto_assignment_config: { max_assignment_limit: null },
				out_of_office_message: null,
				timezone: 'Europe/Oslo',
				allow_messages_after_resolved: true,
				help_center: facts.help_center,
				widget_color: '#2f5d62',
				website_url: '',
				hmac_mandatory: false,
				welcome_title: 'Hi there 👋',
				web_widget_script: [
					`<script type="module" src="${setup.server.origin}/live-chat-widget.js"></script>`,
					'<live-chat-widget',
					'	website-token="demo"',
					`	base-url="${setup.server.origin}"`,
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
				base_url: setup.server.origin,
				locale: 'en',
				launcher_title: null,
				launcher_size: 'medium',
				disable_branding: false,
				allowed_domains: [],
				allowed_file_types: null,
				file_size_max: null,
				identity_public_keys: [],
				font_origins: [],
				custom_properties: null,
				masks: [],
				texts: {},
				translations: {},
				topics: [],
				captcha_provider: null,
				captcha_site_key: null,
				continuity_via_email: true,
				email: null,
				email_signature: null,
				email_code_enabled: true,
				leave_message_enabled: false,
				hide_launcher_while_away: false,
				allow_message_changes: true,
				allow_multiple_conversations: null,
				offer_articles: true,
				articles_only: false,
				portal_id: facts.portal_id,
				agent_bot_id: null,
				page_seen_at: 0,
				etag: facts.etag,
			});
			assert.ok(facts.portal_id);
			assert.ok(facts.help_center?.slug);
			assert.ok(!('help_center' in (inboxes[0] ?? assert.fail())));
			assert.deepEqual(
				working_hours.map(({ day_of_week, open_hour, closed_all_day }) => [day_of_week, open_hour, closed_all_day]),
				[0, 1, 2, 3, 4, 5, 6].map((day) => (day % 6 === 0 ? [day, null, true] : [day, 9, false])),
			);
			assert.deepEqual(
				working_hours_form.map(({ day, from }) => [day, from]),
				[0, 1, 2, 3, 4, 5, 6].map((day) => [day, day % 6 === 0 ? '' : '09:00 AM']),
			);
			assert.match(welcome_tagline, /plates, cups/);
			assert.ok(hmac_token);
			assert.equal(former_hmac_until, 0);
			assert.deepEqual((await setup.agent.call(`inboxes/${facts.id}`)).body, inboxes[1]);
		});

		test('those who are named answer a new website, and none from outside of the account', async () => {
			const add = (user_ids: number[]) =>
				setup.agent.call<TeamInbox>('inboxes', { body: { name: 'Studio', user_ids } });
			const idsOf = async ({ id }: TeamInbox) =>
				(await setup.agent.call<{ payload: { id: number }[] }>(`inbox_members/${id}`)).body.payload.map(
					(one) => one.id,
				);
			const people = (await setup.agent.call<{ id: number }[]>('agents')).body.map(({ id }) => id);
			assert.ok(people.length > 1);
			const all = await add(people);
			assert.deepEqual(new Set(await idsOf(all.body)), new Set(people));
			const nobodys = await add([]);
			assert.deepEqual(await idsOf(nobodys.body), []);
			const refused = await add([...people, 999_999]);
			assert.deepEqual([refused.status, refused.body], [401, { error: 'Invalid User IDs' }]);
			for (const { id } of [all.body, nobodys.body])
				assert.equal((await setup.agent.call(`inboxes/${id}`, { method: 'DELETE' })).status, 200);
		});

		test('an administrator adds a website with its settings, as Chatwoot nests them, and changes each of them', async () => {
			const created = await setup.agent.call<TeamInbox>('inboxes', {
				body: {
					name: 'Kiln',
					greeting_enabled: 'true',
					greeting_message: 'Hello!',
					channel: { type: 'web_widget', website_url: 'https://kiln.example', widget_color: '#8a4b2f' },
				},
			});
			const { id, website_token, ...inbox } = created.body;
			assert.deepEqual(
				[inbox.name, inbox.greeting_enabled, inbox.greeting_message, inbox.website_url, inbox.widget_color],
				['Kiln', true, 'Hello!', 'https://kiln.example', '#8a4b2f'],
			);
			const members = await setup.agent.call<{ payload: { email: string }[] }>(`inbox_members/${id}`);
			assert.deepEqual(
				members.body.payload.map(({ email }) => email),
				['ada@example.com'],
			);
			const bot = await addBot(setup.where, 'Robot', 'https://bot.example/', 'nobody');
			const [row] = await setup.query("select id from agent_bots where name = 'Robot'");
			assert.ok(bot);

			const settings = {
				name: 'Kiln & Co',
				avatar_url: 'https://kiln.example/logo.png',
				website_url: 'https://www.kiln.example',
				locale: 'de',
				greeting_enabled: false,
				greeting_message: null,
				enable_email_collect: true,
				enable_auto_assignment: true,
				auto_assignment_config: { max_assignment_limit: 5 },
				csat_survey_enabled: true,
				continuity_via_email: false,
				email: 'hello@kiln.example',
				email_signature: '{{agent.name}}\nKiln',
				email_code_enabled: false,
				leave_message_enabled: true,
				hide_launcher_while_away: true,
				allow_message_changes: false,
				allow_multiple_conversations: true,
				offer_articles: false,
				articles_only: true,
				allow_messages_after_resolved: false,
				working_hours_enabled: true,
				timezone: 'Asia/Kolkata',
				out_of_office_message: 'Closed',
				portal_id: (await list(setup.agent)).find(({ portal_id }) => portal_id !== null)?.portal_id,
				agent_bot_id: Number(row?.['id']),
				widget_color: '#2f5d62',
				welcome_title: 'Hi',
				welcome_tagline: 'Ask us',
				launcher_title: 'Questions?',
				launcher_size: 'small',
				reply_time: 'in_a_few_hours',
				selected_feature_flags: ['emoji_picker'],
				pre_chat_form_enabled: true,
				pre_chat_form_options: {
					pre_chat_message: 'First:',
					pre_chat_fields: [{ ...STANDARD_FIELD, name: 'fullName', type: 'text', label: 'Name' }],
				},
				hmac_mandatory: true,
				disable_branding: true,
				allowed_domains: ['kiln.example', '*.kiln.example'],
				allowed_file_types: ['image/*'],
				file_size_max: 1_000_000,
				identity_public_keys: [PUBLIC_KEY],
				font_origins: ['https://fonts.kiln.example', 'https://cdn.example:8443'],
				custom_properties: '--lcw-color: #8a4b2f;\n--lcw-surface: light-dark(#fffdf9, #1c1a17)',
				masks: ['cards', 'KD-\\d{6,8}'],
				texts: { de: { 'Start Conversation': 'Frag uns' } },
				translations: { fr: { welcome_title: 'Salut' } },
				topics: [{ id: 'glazes', name: 'Glazes', greeting: null, label: null }],
				captcha_provider: 'hcaptcha',
				captcha_site_key: '10000000-ffff-ffff-ffff-000000000001',
			};
			const captcha_secret = 'ES_kiln';
			assert.deepEqual(
				[...Object.keys(settings), 'captcha_secret'].toSorted(),
				Object.keys(InboxChange.entries)
					.filter((name) => name !== 'working_hours')
					.toSorted(),
			);
			const change = async (body: object) =>
				(await setup.agent.call<TeamInbox>(`inboxes/${id}`, { method: 'PATCH', body })).body;
			const changed = await change({ ...settings, captcha_secret });
			for (const [name, value] of Object.entries(settings))
				assert.deepEqual(changed[name as keyof TeamInbox], value, name);
			assert.ok(!JSON.stringify(changed).includes(captcha_secret));
			// The next page has it all.
			const look = await call<ChannelLook>(setup.server.origin, `/widget/channel.json?website_token=${website_token}`);
			assert.deepEqual(
				[look.body.website_name, look.body.widget_color, look.body.launcher_title, look.body.launcher_size],
				['Kiln & Co', '#2f5d62', 'Questions?', 'small'],
			);
			assert.equal(look.body.avatar_url, 'https://kiln.example/logo.png');
			assert.deepEqual(await change({}), changed);

			const saturday = { day_of_week: 6, open_hour: 10, open_minutes: 30, close_hour: 14, close_minutes: 0 };
			const { working_hours } = await change({ working_hours: [saturday, { day_of_week: 0, open_all_day: true }] });
			assert.deepEqual(
				working_hours.map(({ day_of_week, open_hour, closed_all_day, open_all_day }) => [
					day_of_week,
					open_hour,
					closed_all_day,
					open_all_day,
				]),
				[[0, null, false, true], ...[1, 2, 3, 4, 5].map((day) => [day, 9, false, false]), [6, 10, false, false]],
			);
			const { working_hours_form } = await change({ timezone: '(GMT-05:00) Eastern Time (US & Canada)' });
			assert.deepEqual(working_hours_form[1], {
				day: 1,
				from: '09:00 AM',
				to: '05:00 PM',
				valid: true,
				openAllDay: false,
			});
			const written = await change({
				working_hours: [{ ...working_hours_form[1], from: '08:15 AM' }, working_hours_form[6]],
			});
			assert.equal(written.timezone, 'America/New_York');
			assert.deepEqual(
				written.working_hours.map(({ open_hour, open_minutes }) => [open_hour, open_minutes]),
				working_hours.map((day) => (day.day_of_week === 1 ? [8, 15] : [day.open_hour, day.open_minutes])),
			);
			const cleared = await change({
				avatar_url: '',
				launcher_title: '',
				allowed_domains: '',
				allowed_file_types: null,
				file_size_max: null,
				font_origins: [],
				custom_properties: '',
				portal_id: null,
				agent_bot_id: null,
				channel: { pre_chat_form_options: { pre_chat_message: '', pre_chat_fields: [] } },
			});
			assert.deepEqual(
				[cleared.avatar_url, cleared.launcher_title, cleared.allowed_domains, cleared.portal_id, cleared.agent_bot_id],
				['', null, [], null, null],
			);
			assert.deepEqual([cleared.font_origins, cleared.custom_properties], [[], null]);
			assert.deepEqual([cleared.allowed_file_types, cleared.file_size_max], [null, null]);
			assert.equal(cleared.pre_chat_form_options.pre_chat_fields.length, 3);
		});

		test('a wrong setting is refused by its name, and nothing is changed', async () => {
			const id = await idOf('atelier');
			const before = (await setup.agent.call(`inboxes/${id}`)).body;
			await addBot(setup.where, 'Deaf', undefined, 'nobody');
			const [deaf] = await setup.query("select id from agent_bots where name = 'Deaf'");
			const monday = { day_of_week: 1, open_hour: 9, open_minutes: 0, close_hour: 17, close_minutes: 0 };
			for (const [setting, value, message] of [
				['name', ' ', "Name can't be blank"],
				['name', 'x'.repeat(256), 'Name is too long (maximum is 255 characters)'],
				['avatar_url', 'javascript:alert(1)', 'Avatar url is no address'],
				['locale', 'tlh', 'Locale is no known locale'],
				['timezone', 'Europe/Atlantis', 'Timezone is no time zone'],
				['greeting_message', 'x'.repeat(10_001), 'Greeting message is too long (maximum is 10000 characters)'],
				['widget_color', 'red; }', 'Widget color is no colour such as #2f5d62'],
				['reply_time', 'soon', /^Reply time must be one of/],
				['selected_feature_flags', ['emoji_picker', 'x'], /^Selected feature flags must be of/],
				['working_hours', [{ ...monday, close_hour: 8 }], /^Working hours must open before they close/],
				['working_hours', [monday, { ...monday, open_hour: 15 }], /^Working hours have one span for each day/],
				['working_hours', [{ ...monday, open_hour: 24 }], /^Working hours must have hours from 0 to 23/],
				['working_hours', [{ ...monday, closed_all_day: true, open_all_day: true }], /^Working hours must open/],
				['allowed_domains', ["x; script-src 'none'"], 'Allowed domains is no domain'],
				['allowed_domains', ['https://shop.example:99999'], 'Allowed domains is no domain'],
				['font_origins', ['http://fonts.example'], 'Font origins is no origin such as https://fonts.example'],
				['font_origins', ['https://fonts.example/brand.woff2'], /^Font origins is no origin/],
				['font_origins', ["https://x; script-src 'none'"], /^Font origins is no origin/],
				[
					'custom_properties',
					'--lcw-color: #fff;\n--lcw-width: 1px',
					/^Custom properties are wrong in line 2 \(--lcw-width: 1px\)/,
				],
				['custom_properties', 'x'.repeat(801), /^Custom properties are too long \(maximum is 800 characters\)/],
				['allowed_file_types', ['cats'], 'Allowed file types is no MIME type'],
				['masks', ['(a+)+b'], /^Masks must be cards, or a pattern/],
				['masks', 'cards', /^masks: /],
				['texts', { en: { 'Powered by {name}': 'By us' } }, 'Texts in en: "Powered by {name}" has to contain {name}'],
				['texts', { en: { 'Powered by {name}': '{name' } }, /is no valid text: check its braces$/],
				['texts', { de: { Close: '<b>Zu</b>' } }, 'Texts in de: "Close" must not contain </b>'],
				['texts', { de: { Close: 'x'.repeat(501) } }, /is too long \(maximum is 500 characters\)$/],
				['texts', { de: { 'Start conversation': 'x' } }, /^Texts in de: "Start conversation" is no text of the chat/],
				['texts', { tlh: { Close: 'x' } }, /^Texts in tlh: "Close" is no text of the chat/],
				['topics', [{ id: 'glazes', name: 'Glazes', label: 'unheard' }], /^Topics have a label unheard/],
				['identity_public_keys', ['junk'], /^Identity public keys must be in PEM/],
				[
					'identity_public_keys',
					['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
					/^Identity public keys must be RSA keys/,
				],
				['file_size_max', 41 * 1024 * 1024, /^File size max must be at most/],
				['pre_chat_form_options', { pre_chat_fields: 'none' }, /pre_chat_fields/],
				[
					'pre_chat_form_options',
					{ pre_chat_fields: [CONDITIONAL, TOPIC_FIELD] },
					/show order by topic, which is no field before it$/,
				],
				[
					'pre_chat_form_options',
					{ pre_chat_fields: [TOPIC_FIELD, { ...CONDITIONAL, visible_when: { field: 'topic', values: [] } }] },
					/must have a value$/,
				],
				['csat_survey_enabled', 'maybe', /^csat_survey_enabled: /],
				['portal_id', 99_999, 'Portal must exist'],
				['agent_bot_id', 99_999, 'Agent bot must exist'],
				['agent_bot_id', Number(deaf?.['id']), 'Agent bot Deaf has no outgoing url'],
			] as const) {
				const body = { name: 'Changed', [setting]: value };
				const answer = await setup.agent.call<{ message: string; attributes: string[] }>(`inboxes/${id}`, {
					method: 'PATCH',
					body,
				});
				assert.equal(answer.status, 422, setting);
				if (typeof message === 'string') assert.equal(answer.body.message, message);
				else assert.match(answer.body.message, message);
				if (setting !== 'pre_chat_form_options') assert.deepEqual(answer.body.attributes, [setting]);
			}
			assert.deepEqual((await setup.agent.call(`inboxes/${id}`)).body, before);
		});

		test('texts in the words of the owner reach the page, the frame and a frame that changes its language', async () => {
			const id = await idOf('atelier');
			const change = async (texts: object) =>
				(await setup.agent.call<TeamInbox>(`inboxes/${id}`, { method: 'PATCH', body: { texts } })).body.texts;
			const look = async () =>
				(await call<ChannelLook>(setup.server.origin, '/widget/channel.json?website_token=atelier')).body.texts;
			const ofLocale = async (locale: string) =>
				(await call(setup.server.origin, `/widget/texts.json?website_token=atelier&locale=${locale}`)).body;
			const frame = async (locale: string) => {
				const page = await fetch(`${setup.server.origin}/widget?website_token=atelier&locale=${locale}`);
				const json = /<script type="application\/json" id="widget-page">(.*?)<\/script>/s.exec(await page.text())?.[1];
				return (JSON.parse(json ?? '') as WidgetPage).texts;
			};
			const keyOf = (of: string) => listChatTexts('en').find((text) => text.id === of)?.keys[0] ?? assert.fail();
			assert.deepEqual([await look(), await frame('de'), await ofLocale('de')], [undefined, undefined, {}]);

			await change({ de: { 'Start Conversation': 'Frag uns', Cancel: 'Nein' }, fr: { Cancel: 'Non' } });
			assert.deepEqual(await look(), { de: { [keyOf('Start Conversation')]: ['Frag uns'] } });
			const german = { [keyOf('Start Conversation')]: ['Frag uns'], [keyOf('Cancel')]: ['Nein'] };
			assert.deepEqual([await frame('de'), await ofLocale('de')], [{ de: german }, german]);
			assert.deepEqual([await frame('es'), await ofLocale('es'), await ofLocale('tlh')], [{ es: {} }, {}, {}]);

			// What is not named stays, and an empty text brings the catalogue's back.
			assert.deepEqual(await change({ de: { Cancel: '' }, fr: { Cancel: null } }), {
				de: { 'Start Conversation': 'Frag uns' },
			});
			// What a newer catalogue does not have, or words with other placeholders, is not shown.
			const stored = JSON.stringify({ de: { Gone: 'x', 'Powered by {name}': 'Von uns', Close: 'Zu' } });
			await setup.query(`update web_widgets set texts = '${stored}' where inbox_id = ${id}`);
			assert.deepEqual(await ofLocale('de'), { [keyOf('Close')]: ['Zu'] });
			assert.deepEqual(await change({ de: { 'Powered by {name}': null } }), { de: { Close: 'Zu' } });
			assert.deepEqual(await change({ de: { Close: null } }), {});
			assert.deepEqual([await look(), await frame('de')], [undefined, undefined]);
		});

		test('an agent lists the texts of the chat in a language', async () => {
			const answer = await noor.call<{ payload: ChatText[] }>('texts?locale=de');
			const found = answer.body.payload.find(({ id }) => id === 'Read (message)');
			assert.deepEqual(found, { id: 'Read (message)', english: 'Read', text: 'Gelesen' });
			assert.equal((await noor.call('texts?locale=tlh')).status, 422);
		});

		test('texts that are too many together are refused', async () => {
			const id = await idOf('atelier');
			const many = Object.fromEntries(
				ENABLED_LOCALES.map((locale) => [locale, { Close: 'x'.repeat(500), Cancel: 'x'.repeat(500) }]),
			);
			const send = (texts: object) =>
				setup.agent.call<TeamInbox>(`inboxes/${id}`, { method: 'PATCH', body: { texts } });
			assert.equal((await send(many)).status, 200);
			const ids = listChatTexts('en').filter(({ english }) => !/[{<]/.test(english));
			const more = Object.fromEntries(ids.slice(0, 150).map((text) => [text.id, 'x'.repeat(500)]));
			const answer = await send({ en: more });
			assert.equal(answer.status, 422);
			assert.match(JSON.stringify(answer.body), /Texts are too large/);
			await setup.query(`update web_widgets set texts = null where inbox_id = ${id}`);
		});

		test('a new identity key is valid at once, and the one before for a while', async () => {
			const id = await idOf('atelier');
			const { hmac_token: first = '' } = (await setup.agent.call<TeamInbox>(`inboxes/${id}`)).body;
			const change = async () =>
				(await setup.agent.call<TeamInbox>(`inboxes/${id}/identity_key`, { method: 'POST' })).body;
			const statusWith = async (key: string) => {
				const visitor = await createVisitor(setup.server.origin, undefined, 'atelier');
				const identifier_hash = createHmac('sha256', key).update('user-key').digest('hex');
				const body = { identifier: 'user-key', identifier_hash };
				return (await visitor.call('contact/set_user', { method: 'PATCH', body })).status;
			};
			const { hmac_token: second = '', former_hmac_until = 0 } = await change();
			assert.ok(Math.abs(former_hmac_until - Date.now() / 1000 - 24 * 3600) < 60);
			assert.deepEqual([await statusWith(first), await statusWith(second)], [200, 200]);
			const { hmac_token: third = '' } = await change();
			assert.equal(new Set([first, second, third]).size, 3);
			assert.deepEqual([await statusWith(first), await statusWith(second), await statusWith(third)], [401, 200, 200]);
			await setup.query(`update web_widgets set former_hmac_until = 1 where inbox_id = ${id}`);
			assert.deepEqual([await statusWith(second), await statusWith(third)], [401, 200]);
			const seen = (await noor.call<{ payload: TeamInbox[] }>('inboxes')).body.payload;
			assert.ok(seen.every((inbox) => !('former_hmac_until' in inbox)));
		});

		test('a deleted website is gone at once for everybody, and what was said there soon, however much it was', async () => {
			const created = await setup.agent.call<TeamInbox>('inboxes', { body: { name: 'Short-lived' } });
			const { id, website_token } = created.body;
			const begin = async () => {
				const visitor = await createVisitor(setup.server.origin, undefined, website_token);
				return { visitor, conversation: await beginConversation(visitor) };
			};
			const known = await begin();
			await known.visitor.call('contact', { method: 'PATCH', body: { email: 'known@kiln.example' } });
			const others = await Promise.all(Array.from({ length: 29 }, begin));
			const count = async (table: string, where = `inbox_id = ${id}`) =>
				Number((await setup.query(`select count(*) as count from ${table} where ${where}`))[0]?.['count']);
			const heard = await setup.listenAsAgent();

			const deleted = await setup.agent.call(`inboxes/${id}`, { method: 'DELETE' });
			assert.deepEqual(deleted.body, { message: 'Your inbox deletion request will be processed in some time.' });
			await heard.next('account.cache_invalidated');
			heard.close();
			// The rest of them goes later, and nobody sees it any more.
			assert.equal(await count('conversations'), 5);
			for (const { visitor, conversation } of [known, ...others]) {
				assert.equal((await visitor.call('messages')).status, 404);
				assert.ok([401, 404].includes((await setup.agent.call(`conversations/${conversation}`)).status));
			}
			assert.equal((await setup.agent.call(`inboxes/${id}`)).status, 404);
			assert.ok(!(await list(setup.agent)).some((inbox) => inbox.id === id));
			const { data } = (
				await setup.agent.call<{ data: { payload: { inbox_id: number }[] } }>('conversations?status=all')
			).body;
			assert.ok(!data.payload.some(({ inbox_id }) => inbox_id === id));

			await until('everything is gone', async () => (await count('inboxes', `id = ${id}`)) === 0);
			for (const table of ['conversations', 'messages', 'contact_inboxes', 'web_widgets'])
				assert.equal(await count(table), 0);
			const kept = [known, ...others].map(({ visitor }) => visitor.contactId).join();
			const contacts = await setup.query(`select email from contacts where id in (${kept})`);
			assert.deepEqual(contacts, [{ email: 'known@kiln.example' }]);
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
				const answer = await setup.agent.call(`inboxes/${id}`);
				assert.deepEqual([answer.status, answer.body], [404, { error: 'Resource could not be found' }]);
			}
			assert.ok(!(await list(setup.agent)).some(({ id }) => id === foreign));
		});

		test('the counts of conversations are those of the list: of what the agent sees, by the same filters', async () => {
			const { origin } = setup.server;
			const [mine, resolved] = [
				await beginConversation(await createVisitor(origin)),
				await beginConversation(await createVisitor(origin)),
			];
			await beginConversation(await createVisitor(origin, undefined, 'atelier'));
			await noor.call(`conversations/${mine}/toggle_status`, { body: { status: 'open' } });
			await setup.agent.call(`conversations/${resolved}/toggle_status`, { body: { status: 'resolved' } });
			const count = async (agent: Agent, query = '') => (await agent.call<object>(`conversations/meta?${query}`)).body;
			const counts = (mine_count: number, assigned_count: number, unassigned_count: number, all_count: number) => ({
				meta: { mine_count, assigned_count, unassigned_count, all_count },
			});
			assert.deepEqual(await count(noor), counts(1, 1, 0, 1));
			assert.deepEqual(await count(setup.agent), counts(0, 1, 1, 2));
			assert.deepEqual(await count(noor, 'status=all&assignee_type=me'), counts(1, 1, 1, 2));
			assert.deepEqual(await count(setup.agent, `inbox_id=${await idOf('atelier')}`), counts(0, 0, 1, 1));
			assert.deepEqual(await count(noor, `inbox_id=${await idOf('atelier')}`), counts(0, 0, 0, 0));
			const { data } = (await noor.call<{ data: object }>('conversations')).body;
			assert.deepEqual((data as { meta: object }).meta, ((await count(noor)) as { meta: object }).meta);
		});

		test("requests without a token, and with a visitor's or a bot's, are refused", async () => {
			const { origin } = setup.server;
			const visitor = await createVisitor(origin);
			const bot = await setup.addBot('Otto', undefined);
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

		test('a conversation begins without answers to fields that the pre-chat form hides with its other answers', async () => {
			const phone = { ...STANDARD_FIELD, name: 'phoneNumber', type: 'text', label: 'Phone' };
			const pre_chat_fields = [TOPIC_FIELD, CONDITIONAL, { ...phone, visible_when: CONDITIONAL.visible_when }];
			const body = { pre_chat_form_enabled: true, pre_chat_form_options: { pre_chat_fields } };
			const saved = await setup.agent.call<TeamInbox>('inboxes/1', { method: 'PATCH', body });
			assert.deepEqual(saved.body.pre_chat_form_options.pre_chat_fields, pre_chat_fields);
			const begin = async (topic: string) => {
				const visitor = await createVisitor(setup.server.origin);
				const { body: begun } = await visitor.call<{
					custom_attributes: object;
					contact: { phone_number: string | null };
				}>('conversations', {
					body: {
						message: { content: 'Hello' },
						contact: { phone_number: '+4930901820' },
						custom_attributes: { topic, order: '7', page: 'shop' },
					},
				});
				return [begun.custom_attributes, begun.contact.phone_number];
			};
			assert.deepEqual(await begin('Delivery'), [{ topic: 'Delivery', order: '7', page: 'shop' }, '+4930901820']);
			assert.deepEqual(await begin('Other'), [{ topic: 'Other', page: 'shop' }, null]);
			await setup.agent.call('inboxes/1', { method: 'PATCH', body: { pre_chat_form_enabled: false } });
			assert.deepEqual(await begin('Other'), [{ topic: 'Other', order: '7', page: 'shop' }, '+4930901820']);
		});
	});
}
