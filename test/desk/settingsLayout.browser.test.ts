/**
 * The settings at every size, in several languages, in the complete run also in both themes:
 * nothing is cut off, overlaps or is too small.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { catalogs as desk } from 'catalogs:desk';
import { catalogs as later } from 'catalogs:deskLater';
import { isComplete } from '../support/isComplete.ts';
import { LONG_NAME, LONG_WORD } from '../widget/extremes.ts';
import { BOTH_THEMES, findFaultsIn } from '../widget/overflow.ts';
import { fill, press } from '../support/browser/input.ts';
import { activateLocale } from './activateLocale.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { save, seeField } from './form.ts';
import { findNamed, hasText, inDialog, inMain, until } from './page.ts';
import {
	makeAuditLogEntry,
	makeBot,
	makeDelivery,
	makeInbox,
	makeMailSetup,
	makeWebhook,
	NOTIFICATION_SETTINGS,
	PROFILE,
} from './samples.ts';

const SIZES = [
	[1280, 720],
	[768, 640],
	[360, 640],
	[320, 568],
] as const;

const PORTAL = {
	id: 1,
	name: LONG_NAME,
	slug: 'help',
	color: '#1f93ff',
	header_text: LONG_NAME,
	homepage_link: null,
	archived: true,
	config: {
		allowed_locales: [
			{ code: 'en', articles_count: 2 },
			{ code: 'de', articles_count: 0 },
		],
	},
	meta: { default_locale: 'en' },
};
const CATEGORY = { id: 1, name: LONG_NAME, slug: 'orders', locale: 'en', description: LONG_WORD };
const ARTICLES = [LONG_WORD, LONG_NAME].map((title, index) => ({
	id: index + 1,
	slug: `article-${index}`,
	locale: 'en',
	title,
	content: `# ${LONG_WORD}`,
	description: '',
	status: 'published',
	position: index,
	associated_article_id: null,
	category: index === 0 ? CATEGORY : { id: null, name: null, slug: null, locale: null },
}));

const server = startFakeServer();
const at = '2026-01-05T08:00:00.000Z';
let leave = async () => {};

before(async () => {
	const agent = {
		...PROFILE,
		name: LONG_NAME,
		email: `${LONG_WORD}@team.example`,
		thumbnail: '',
		availability_status: 'online',
		auto_offline: false,
		confirmed: true,
	};
	server.answer(`GET ${ACCOUNT}/agent_bots`, () => [makeBot({ id: 1, name: LONG_NAME })]);
	server.answer(`GET ${ACCOUNT}/agent_bots/1/access_tokens`, () => ({ payload: [] }));
	server.answer(`GET ${ACCOUNT}/deliveries/bot/1`, () => ({ payload: [] }));
	server.answer(`GET ${ACCOUNT}/webhooks`, () => ({ payload: { webhooks: [makeWebhook({ id: 1 })] } }));
	server.answer(`GET ${ACCOUNT}/deliveries/webhook/1`, () => ({
		payload: [makeDelivery({ id: 2, failure: LONG_WORD }), makeDelivery({ id: 3, state: 'given_up' })],
	}));
	server.answer(`GET ${ACCOUNT}/mail`, () =>
		makeMailSetup({ host: `${LONG_WORD}.example`, missing: ['MAIL_FROM', 'PUBLIC_URL'], sender: LONG_NAME }),
	);
	server.answer(`POST ${ACCOUNT}/mail/test`, () => ({
		outcome: 'refused',
		fault: 'OTHER',
		reason: `550 ${LONG_WORD}`,
	}));
	server.answer(`GET ${ACCOUNT}/deliveries`, () => ({ payload: [] }));
	server.answer(`GET ${ACCOUNT}/deliveries/mail/0`, () => ({
		payload: [
			makeDelivery({
				event: 'transcript',
				recipient: `${LONG_WORD}@shop.example`,
				state: 'given_up',
				failure: LONG_WORD,
			}),
		],
	}));
	server.answer(`GET ${ACCOUNT}/audit_logs`, () => ({
		per_page: 25,
		total_entries: 60,
		current_page: 1,
		audit_logs: [
			makeAuditLogEntry({ id: 2, auditable_name: LONG_NAME, audited_changes: { welcome_title: ['', LONG_WORD] } }),
			makeAuditLogEntry({ id: 1, username: `${LONG_WORD}@team.example` }),
		],
	}));
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({
		payload: [
			{
				...makeInbox({ id: 1, name: LONG_NAME, website_token: 'token-1' }),
				hmac_token: LONG_WORD,
				working_hours_enabled: true,
				working_hours: [0, 1, 2].map((day) => ({
					day_of_week: day,
					open_hour: day === 1 ? 9 : null,
					open_minutes: 0,
					close_hour: day === 1 ? 17 : null,
					close_minutes: 0,
					closed_all_day: day === 0,
					open_all_day: day === 2,
				})),
				pre_chat_form_enabled: true,
				pre_chat_form_options: {
					pre_chat_message: null,
					pre_chat_fields: ['one', 'two'].map((name) => ({
						field_type: 'standard' as const,
						name,
						type: 'text',
						label: LONG_WORD,
						required: false,
						enabled: true,
					})),
				},
			},
		],
	}));
	server.answer('GET /live-chat-widget.pinned.json', () => ({ src: '/single.js', integrity: 'sha384-a' }));
	server.answer(`GET ${ACCOUNT}/inbox_members/1`, () => ({ payload: [] }));
	server.answer(`GET ${ACCOUNT}/agents`, () => [agent]);
	server.answer(`GET ${ACCOUNT}/custom_attribute_definitions`, () => [
		{
			id: 1,
			attribute_display_name: LONG_NAME,
			attribute_key: LONG_WORD,
			attribute_model: 'contact_attribute',
			attribute_display_type: 'text',
			attribute_description: null,
			attribute_values: [],
			regex_pattern: null,
			regex_cue: null,
			created_at: at,
			updated_at: at,
			etag: '"1"',
		},
	]);
	server.answer(`GET ${ACCOUNT}/labels`, () => ({
		payload: [{ id: 1, title: LONG_WORD, description: LONG_WORD, color: '#aa3366', show_on_sidebar: true }],
	}));
	server.answer(`GET ${ACCOUNT}/canned_responses`, () => [
		{ id: 1, account_id: 1, short_code: LONG_WORD, content: LONG_WORD.repeat(4), created_at: at, updated_at: at },
	]);
	server.answer(`GET ${ACCOUNT}/campaigns`, () => [
		{
			id: 1,
			title: LONG_WORD,
			inbox: { id: 1, name: LONG_NAME },
			message: LONG_WORD,
			translations: {},
			enabled: true,
			trigger_rules: { url: `https://${LONG_WORD}.example/${LONG_WORD}`, time_on_page: 10 },
			trigger_only_during_business_hours: false,
		},
	]);
	server.answer(`GET ${ACCOUNT}/portals`, () => ({ payload: [PORTAL], meta: {} }));
	server.answer(`GET ${ACCOUNT}/portals/help`, () => PORTAL);
	const inEnglish = (query: URLSearchParams, items: unknown[]) => (query.get('locale') === 'en' ? items : []);
	server.answer(`GET ${ACCOUNT}/portals/help/articles`, ({ query }) => ({
		payload: inEnglish(query, ARTICLES),
		meta: {},
	}));
	server.answer(`GET ${ACCOUNT}/portals/help/articles/1`, () => ({
		payload: { ...ARTICLES[0], associated_articles: [] },
	}));
	server.answer(`GET ${ACCOUNT}/portals/help/categories`, ({ query }) => ({
		payload: inEnglish(query, [CATEGORY]),
		meta: {},
	}));
	server.answer(`GET ${ACCOUNT}/notification_settings`, () => NOTIFICATION_SETTINGS);
	server.answer('GET /api/v1/notification_subscriptions', () => ({
		payload: [
			{ id: 1, subscription_type: 'browser_push', device: LONG_NAME, created_at: 1_767_600_000, current: false },
		],
		vapid_public_key: 'server-key',
	}));
	server.answer('GET /api/v1/profile/desk_sessions', () => ({ payload: [] }));
	server.answer('GET /api/v1/profile/access_tokens', () => ({ payload: [] }));
	leave = await enterDesk(server);
});
after(async () => {
	document.documentElement.dir = 'ltr';
	await leave();
});

/** Scene → function that brings it on the screen, in this order; resolves when it is there. */
const SCENES: Record<string, () => Promise<unknown>> = {
	'a list': () => open('canned-responses', () => findNamed('main a', 'Add')),
	async 'a form with what is wrong'() {
		await open('canned-responses/new', () => document.querySelector('main [name=short_code]'));
		await save();
		await until(() => document.querySelector('main [aria-invalid=true]'));
	},
	async 'a canned response, and the question before it is deleted'() {
		await open('canned-responses/1', () => findNamed('main button', 'Delete'));
		await press(inMain('Delete'));
		await until(() => document.querySelector('dialog'));
	},
	async 'a label'() {
		await press(inDialog('Cancel'));
		await open('labels/1', () => document.querySelector('main [name=title]'));
	},
	'the people': () => open('people', () => findNamed('main a', 'Add')),
	async 'a person, and leaving with something unsaved'() {
		await open('people/5', () => document.querySelector('main [name=role]'));
		await fill(await seeField('name'), LONG_WORD);
		location.hash = '#/settings/account';
		await until(() => document.querySelector('dialog'));
	},
	async 'my account'() {
		await press(inDialog('Discard changes'));
		await until(() => hasText('Access tokens'));
	},
	'what an agent is told of, and where': () =>
		open('notifications', () => findNamed('main button', 'Turn on notifications on this device')),
	'the websites': () => open('websites', () => findNamed('main li > a', LONG_NAME)),
	'a new website': () => open('websites/new', () => document.querySelector('main [name=website_url]')),
	'a website': () => open('websites/1', () => document.querySelector('main pre')),
	'the look of a website': () => open('websites/1/look', () => document.querySelector('main [name=custom_properties]')),
	'the greeting of a website': () =>
		open('websites/1/greeting', () => document.querySelector('main [name=welcome_title]')),
	'the features of a website': () => open('websites/1/chat', () => document.querySelector('main [type=checkbox]')),
	'the working hours of a website': () => open('websites/1/hours', () => document.querySelector('main [name=from-1]')),
	'the form of a website': () => open('websites/1/form', () => document.querySelector('main ol')),
	'the people of a website': () => open('websites/1/people', () => document.querySelector('main [name=user_ids]')),
	'the campaigns': () => open('campaigns', () => document.querySelector('main [name=enabled-1]')),
	async 'a campaign, and an address that does not match'() {
		await open('campaigns/1', () => document.querySelector('main [name=tried_address]'));
		await fill(await seeField('tried_address'), `https://${LONG_WORD}.example/`);
		await until(() => hasText('This page would not match.'));
	},
	'a bot with its deliveries': () => open('bots/1', () => hasText('Everything was delivered.')),
	'a webhook with its deliveries': () => open('webhooks/1', () => findNamed('main button', 'Send again')),
	async 'how mail is sent, a refused test, and what has not arrived'() {
		await open('mail', () => findNamed('main button', 'Send a test email') && findNamed('main button', 'Send again'));
		await press(inMain('Send a test email'));
		await until(() => hasText('The mail server has refused the email.'));
	},
	'the audit log': () => open('audit-log', () => findNamed('main button', 'Next page')),
	'a custom attribute': () => open('attributes/new', () => document.querySelector('main [name=attribute_key]')),
	'a saved custom attribute': () => open('attributes/1', () => document.querySelector('main [readonly]')),
	'the articles of a help centre, in their order': () => open('help-centre/1', () => document.querySelector('main ol')),
	'what a language of a help centre lacks': () =>
		open('help-centre/1/de', () => findNamed('main h3', 'Not translated yet')),
	'the categories of a help centre': () =>
		open('help-centre/1/categories', () => findNamed('main li > a', LONG_NAME + LONG_WORD)),
	async 'the settings of a help centre, and what a removed language means'() {
		await open('help-centre/1/settings', () => document.querySelector('main [name=header_text]'));
		await press({ role: 'checkbox', name: 'English' });
		await until(() => hasText('They are kept, and come back with the language.'));
	},
	async 'a translation beside its original'() {
		location.hash = '#/settings/help-centre/1/de/1';
		await press(inDialog('Discard changes'));
		await until(() => document.querySelector('main section [lang=en] h1'));
	},
	async 'an article beside its preview'() {
		await open('help-centre/1/en/new', () => document.querySelector('main [name=locale]'));
		await fill(await seeField('title'), LONG_WORD);
		await fill(
			await seeField<HTMLTextAreaElement>('content'),
			`# ${LONG_WORD}\n\n| a | b |\n|---|---|\n| ${LONG_WORD} | 5 |`,
		);
		await until(() => document.querySelector('main td'));
	},
	async 'the security of a website'() {
		location.hash = '#/settings/websites';
		await press(inDialog('Discard changes'));
		await open('websites/1/security', () => document.querySelector('main textarea'));
	},
};

for (const [name, show] of Object.entries(SCENES)) {
	test(`nothing is cut off or overlaps in the settings: ${name}`, async () => {
		await activateLocale([desk, later], 'en');
		await show();
		const faults: string[] = [];
		for (const locale of isComplete ? ['en', 'ar', 'de', 'pseudo'] : ['ar', 'de', 'pseudo']) {
			await activateLocale([desk, later], locale);
			for (const fault of await findFaultsIn(SIZES, document.body, locale === 'en' ? BOTH_THEMES : undefined))
				faults.push(`${locale}, ${fault}`);
		}
		await activateLocale([desk, later], 'en');
		assert.deepEqual(faults, []);
	});
}

test('the links of a website stay in their rows from one part to another', async () => {
	await setViewport({ width: 1280, height: 720 });
	const places: string[] = [];
	for (const [part, seen] of [
		['', 'pre'],
		['/look', '[name=custom_properties]'],
		['/security', '[name=allowed_domains]'],
	] as const) {
		await open(`websites/1${part}`, () => document.querySelector(`main ${seen}`));
		places.push([...document.querySelectorAll('main nav a')].map((link) => link.getBoundingClientRect().top).join());
	}
	assert.equal(new Set(places).size, 1, places.join('\n'));
});

test('on a phone, the links of a website are one line, in which the current one is seen', async () => {
	await setViewport({ width: 360, height: 640 });
	for (const direction of ['ltr', 'rtl']) {
		document.documentElement.dir = direction;
		for (const [part, seen] of [
			['/look', '[name=custom_properties]'],
			['/security', '[name=allowed_domains]'],
		] as const) {
			await open(`websites/1${part}`, () => document.querySelector(`main ${seen}`));
			const links = [...document.querySelectorAll('main nav a')].filter((link) => link.closest('main [tabindex]'));
			assert.equal(new Set(links.map((link) => link.getBoundingClientRect().top)).size, 1);
			const place = links.find((link) => link.matches('[aria-current]'))?.getBoundingClientRect();
			assert.ok(place && place.left >= 0 && place.right <= 360, `from ${place?.left} to ${place?.right}`);
		}
	}
	document.documentElement.dir = 'ltr';
});

test('all checkboxes are of one size', async () => {
	const sizes = new Set<string>();
	for (const path of ['websites/1/chat', 'websites/1/people', 'notifications']) {
		await open(path, () => document.querySelector('main [type=checkbox]'));
		for (const box of document.querySelectorAll('main [type=checkbox]')) {
			const { width, height } = box.getBoundingClientRect();
			sizes.add(`${width} by ${height}`);
		}
	}
	assert.equal(sizes.size, 1, [...sizes].join());
});

test('the places of the desk stay where they are, whichever is shown', async () => {
	await setViewport({ width: 1280, height: 720 });
	const seen: string[] = [];
	for (const hash of ['#/', '#/settings/labels/1']) {
		location.hash = hash;
		await until(() => document.querySelector('header [aria-current]')?.getAttribute('href') === hash.slice(0, 10));
		seen.push([...document.querySelectorAll('header li')].map((place) => place.getBoundingClientRect().left).join());
	}
	assert.equal(seen[0], seen[1]);
});

test('on a phone, the button of a day stands beside what is chosen for it', async () => {
	await setViewport({ width: 360, height: 640 });
	await activateLocale([desk, later], 'de');
	await open('websites/1/hours', () => document.querySelector('main [name=state-2]'));
	const day = document.querySelector('main [name=state-2]')?.closest('[role=group]') ?? assert.fail('no day');
	const [choice, button] = ['select', 'button'].map((part) => day.querySelector(part)?.getBoundingClientRect());
	assert.ok(choice && button && button.top < choice.bottom, `the button is at ${button?.top}, below ${choice?.bottom}`);
	await activateLocale([desk, later], 'en');
});

test('a choice begins where a text begins, and its arrow has the same room', async () => {
	await open('websites/1/look', () => document.querySelector('main [name=locale]'));
	for (const direction of ['ltr', 'rtl']) {
		document.documentElement.dir = direction;
		const [choice, text] = ['select', 'input'].map((part) =>
			getComputedStyle(document.querySelector(`main form ${part}`) ?? assert.fail(`no ${part}`)),
		);
		assert.equal(choice?.appearance, 'none', 'no browser draws its own');
		assert.equal(choice?.paddingInlineStart, text?.paddingInlineStart);
		assert.match(choice?.backgroundPosition ?? '', direction === 'ltr' ? /^(right|calc\(100%)/ : /^(left|11px)/);
	}
	document.documentElement.dir = 'ltr';
});

test('the chat stands beside the form where both have room, and below it on a phone', async () => {
	await open('websites/1/look', () => document.querySelector('main [name=custom_properties]'));
	const form = document.querySelector('main form') ?? assert.fail('no form');
	const preview = document.querySelector('main [title=Preview]') ?? assert.fail('no preview');
	await setViewport({ width: 1280, height: 720 });
	await until(() => preview.getBoundingClientRect().left > form.getBoundingClientRect().right);
	assert.ok(preview.getBoundingClientRect().height >= 400);
	await setViewport({ width: 360, height: 640 });
	await until(() => preview.getBoundingClientRect().top > form.getBoundingClientRect().bottom);
});

async function open(path: string, seen: () => unknown): Promise<void> {
	location.hash = `#/settings/${path}`;
	await until(seen);
}
