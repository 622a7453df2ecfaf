/**
 * An administrator's settings of a website, without the chat in their preview, which needs the
 * product's server.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, drag, fill, key, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { findNamed, hasText, inDialog, inMain, until } from './page.ts';
import { makeAgent, makeInbox } from './samples.ts';

const PATH = `${ACCOUNT}/inboxes`;
const server = startFakeServer();
const standard = { field_type: 'standard', type: 'text', required: false, enabled: true } as const;
let shop: TeamInbox = {
	...makeInbox({ id: 1, name: 'Shop', website_token: 'shop' }),
	working_hours_enabled: true,
	working_hours: [0, 1, 2, 3, 4, 5, 6].map((day) => ({
		day_of_week: day,
		open_hour: 9,
		open_minutes: 0,
		close_hour: 17,
		close_minutes: 0,
		closed_all_day: false,
		open_all_day: false,
	})),
	hmac_token: 'key-1',
	pre_chat_form_enabled: true,
	pre_chat_form_options: {
		pre_chat_message: null,
		pre_chat_fields: [
			{ ...standard, name: 'emailAddress', type: 'email', label: 'Email' },
			{ ...standard, name: 'fullName', label: 'Name' },
		],
	},
};
const garden = makeInbox({ id: 2, name: 'Garden', website_token: 'garden' });
let sent: Record<string, unknown> = {};
let leave = async () => {};

before(async () => {
	server.answer(`GET ${PATH}`, () => ({ payload: [shop] }));
	server.answer('GET /live-chat-widget.pinned.json', () => ({ src: '/single.js', integrity: 'sha384-a' }));
	server.answer(`PATCH ${PATH}/1`, ({ body }) => change(body));
	const vip = { id: 1, title: 'vip', description: null, color: '#1f93ff', show_on_sidebar: true };
	server.answer(`GET ${ACCOUNT}/labels`, () => ({ payload: [vip] }));
	server.answer(`GET ${ACCOUNT}/agents`, () => [makeAgent({ id: 5, name: 'Ada' }), makeAgent({ id: 9, name: 'Noor' })]);
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

test('an administrator adds a website by its name, and is led to its settings', async () => {
	await open('websites');
	await press(inMain('Add'));
	await seeField('website_url');
	await save();
	await until(() => errorOf('name') === 'Required');
	await fill(field('name'), 'Garden');
	const list = holdList(() => [shop, garden]);
	server.answer(`POST ${PATH}`, ({ body }) => {
		assert.equal(body['name'], 'Garden');
		assert.deepEqual(body['user_ids'], [5, 9], 'all people of the team answer there');
		assert.equal(body['timezone'], Intl.DateTimeFormat().resolvedOptions().timeZone);
		return garden;
	});
	await save();
	await seeNotice('Saved');
	assert.equal(location.hash, '#/settings/websites/2/look');
	await until(() => hasText('Loading…'));
	list.arrive();
	await seeField('widget_color');
	assert.equal(field('name').value, 'Garden');
});

test('an administrator reads who answers on a website, and chooses others, administrators too', async () => {
	server.answer(`GET ${ACCOUNT}/agents`, () => [
		makeAgent({ id: 5, name: 'Ada', role: 'administrator' }),
		makeAgent({ id: 8, name: 'Mika' }),
		makeAgent({ id: 9, name: 'Noor' }),
	]);
	server.answer(`GET ${ACCOUNT}/inbox_members/1`, () => ({ payload: [makeAgent({ id: 9, name: 'Noor' })] }));
	let chosen: unknown;
	server.answer(`PATCH ${ACCOUNT}/inbox_members`, ({ body }) => {
		chosen = body;
		return { payload: [] };
	});
	await open('websites/1/people');
	await seeField('user_ids');
	const boxes = () => [...document.querySelectorAll<HTMLInputElement>('main [name=user_ids]')];
	assert.deepEqual(
		boxes().map(({ labels, checked }) => [labels?.[0]?.textContent, checked]),
		[
			['Ada', false],
			['Mika', false],
			['Noor', true],
		],
	);
	await press(boxes()[2] ?? assert.fail());
	await press(boxes()[0] ?? assert.fail());
	await until(() => boxes()[0]?.checked);
	await save();
	await seeNotice('Saved');
	assert.deepEqual(chosen, { inbox_id: 1, user_ids: [5] });
});

test('a look that is saved is known to the other forms, and a wrong address is said beside its field', async () => {
	await open('websites/1/look');
	await fill(field('avatar_url'), 'logo.png');
	await save();
	await until(() => errorOf('avatar_url') === 'Enter an address that begins with https://');
	assert.equal(document.activeElement, field('avatar_url'));
	await fill(field('avatar_url'), '');
	await fill(field('name'), 'Shop of plates');
	await save();
	await seeNotice('Saved');
	assert.equal(sent['name'], 'Shop of plates');
	await until(() => document.querySelector('main h2')?.textContent === 'Shop of plates');
});

test('the words that greet are saved without those of the look, and a greeting that is switched on needs some', async () => {
	await open('websites/1/greeting');
	await fill(field('welcome_title'), 'Hello');
	await press(field('greeting_enabled'));
	await seeField('greeting_message');
	await save();
	await until(() => errorOf('greeting_message') === 'Required');
	await fill(field('greeting_message'), 'One moment, {{contact.first_name}} {{contact.nick}}');
	await until(() => hasText('Unknown variables stay as written: {{contact.nick}}'));
	await fill(field('greeting_message'), 'One moment, please.');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(sent, {
		launcher_title: null,
		welcome_title: 'Hello',
		welcome_tagline: shop.welcome_tagline,
		reply_time: shop.reply_time,
		greeting_enabled: true,
		greeting_message: 'One moment, please.',
	});
});

test('a wrong line of the looks and a wrong origin of fonts are said beside their fields, and right ones are saved', async () => {
	await open('websites/1/look');
	await fill(await seeField('custom_properties'), '--lcw-radius: 8px\n--lcw-width: 300px');
	await fill(field('font_origins'), 'https://fonts.example/brand.woff2');
	await save();
	await until(() => errorOf('custom_properties') === 'Line 2 is not valid: --lcw-width: 300px');
	assert.equal(errorOf('font_origins'), 'Enter origins such as https://fonts.example.');
	await fill(field('custom_properties'), '--lcw-radius: 8px\n');
	await fill(field('font_origins'), 'https://fonts.example\n\nhttps://cdn.example');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(
		[sent['custom_properties'], sent['font_origins']],
		['--lcw-radius: 8px', ['https://fonts.example', 'https://cdn.example']],
	);
});

test('a website that is opened from the list as it was before shows what has been saved since', async () => {
	const list = holdList(() => [shop, garden]);
	await open('websites');
	await press(inMain('Shop'));
	await until(() => hasText('Loading…'));
	list.arrive();
	await open('websites/1/look');
	assert.equal(field('name').value, 'Shop of plates');
	await open('websites/1/greeting');
	assert.equal(field('welcome_title').value, 'Hello');
});

test('a switch that needs mail says that the server sends none', async () => {
	await open('websites/1/chat');
	const hintOf = (name: string) => {
		const ids = field(name).getAttribute('aria-describedby')?.trim().split(' ') ?? [];
		return ids.map((id) => document.getElementById(id)?.innerText).join('');
	};
	assert.match(hintOf('continuity_via_email'), /This server sends no such emails\. Email/);
	assert.match(hintOf('email_code_enabled'), /This server sends no such emails\. Email/);
	assert.equal(hintOf('disable_branding'), '');
	await open('websites/1/hours');
	assert.match(hintOf('leave_message_enabled'), /This server sends no such emails\. Email/);
	// A server without an address of its own mails what has no link.
	const mails = document.createElement('meta');
	mails.name = 'mails';
	document.head.append(mails);
	try {
		await open('websites/1/chat');
		assert.equal(hintOf('email_code_enabled'), '');
		assert.match(hintOf('continuity_via_email'), /This server sends no such emails\. Email/);
	} finally {
		mails.remove();
	}
});

test('a day that ends before it begins is said beside it, and a day is copied to the others', async () => {
	await open('websites/1/hours');
	await choose(field('from-1'), '6:15 PM');
	await save();
	await until(() => hasText('The end must be after the beginning.'));
	assert.ok(hasText('Working hours end at midnight at the latest (23:59).'));
	assert.equal(document.activeElement, select('from-1'));
	await choose(field('to-1'), '8:00 PM');
	await until(() => !hasText('The end must be after the beginning.'));
	await press('Monday: Copy to other days');
	await choose(field('state-0'), 'Closed');
	await choose(field('timezone'), '(GMT+01:00) Africa/Lagos');
	assert.ok(select('timezone').selectedOptions[0]?.textContent.startsWith('(GMT+01:00)'));
	await save();
	await seeNotice('Saved');
	const days = sent['working_hours'] as TeamInbox['working_hours'];
	assert.deepEqual(
		days.map(({ open_hour, open_minutes, close_hour, closed_all_day }) => [
			open_hour,
			open_minutes,
			close_hour,
			closed_all_day,
		]),
		[[null, null, null, true], ...Array.from({ length: 6 }, () => [18, 15, 20, false])],
	);
});

test('the fields of the form are ordered by keyboard and by dragging, and each needs a label', async () => {
	await open('websites/1/form');
	const down = await until(() => findNamed<HTMLButtonElement>('main button', 'Move down: Email'));
	await press(down);
	await until(() => labels()[0] === 'Name');
	assert.equal(document.activeElement?.ariaLabel, 'Move down: Email', 'the focus goes with the field');
	await until(
		() =>
			hasText('Email: 2 / 2') || document.querySelector('main fieldset [role=status]')?.textContent === 'Email: 2 / 2',
	);
	const [first, second] = document.querySelectorAll<HTMLElement>('main li [draggable]');
	await drag(first ?? assert.fail(), second ?? assert.fail());
	await until(() => labels()[0] === 'Email');
	await fill(field('label-fullName'), ' ');
	await save();
	await until(() => errorOf('label-fullName') === 'Required');
	assert.equal(document.activeElement, field('label-fullName'));
	await fill(field('label-fullName'), 'Your name');
	// Each field's controls have the same names: the group says whose they are.
	await press({ name: 'Required', within: { role: 'group', name: 'Email' } });
	await save();
	await seeNotice('Saved');
	const { pre_chat_fields } = sent['pre_chat_form_options'] as TeamInbox['pre_chat_form_options'];
	assert.deepEqual(
		pre_chat_fields.map(({ label, required }) => [label, required]),
		[
			['Email', true],
			['Your name', false],
		],
	);
});

test('wrong domains are said beside their field, and a new key is made after a question', async () => {
	await open('websites/1/security');
	await fill(await seeField('allowed_domains'), 'shop.example\nhttps://two words/');
	await save();
	await until(() => errorOf('allowed_domains').startsWith('Enter domains such as'));
	await fill(field('allowed_domains'), 'shop.example\n*.shop.example');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(sent['allowed_domains'], ['shop.example', '*.shop.example']);
	await fill(field('allowed_domains'), 'shop.example');
	server.answer(`POST ${PATH}/1/identity_key`, () => (shop = { ...shop, hmac_token: 'key-2' }));
	await press(inMain('New key'));
	await press(inDialog('New key'));
	await until(() => document.querySelector('main pre')?.textContent === 'key-2');
	await seeNotice('Saved');
	await leaveUnsaved('websites');
});

test('public keys are added one at a time, what is wrong is said beside the field, and the focus stays in the list', async () => {
	const [pem, second] = ['MFkwEwYHKoZIfirst==', 'MIIBIjANsecond'].map(
		(text) => `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----`,
	);
	await open('websites/1/security');
	const add = () => press(inMain('Add'));
	await fill(await seeField<HTMLTextAreaElement>('identity_public_keys'), ' ');
	await add();
	await until(() => errorOf('identity_public_keys') === 'Required');
	server.answer(`PATCH ${PATH}/1`, () =>
		Response.json({ message: 'wrong', attributes: ['identity_public_keys'] }, { status: 422 }),
	);
	await fill(field<HTMLTextAreaElement>('identity_public_keys'), 'junk');
	await add();
	await until(() => errorOf('identity_public_keys') === 'The server does not accept this value.');
	server.answer(`PATCH ${PATH}/1`, ({ body }) => change(body));
	for (const [index, key] of [pem, second].entries()) {
		await fill(field<HTMLTextAreaElement>('identity_public_keys'), key ?? '');
		await add();
		await until(() => document.querySelectorAll('main section li').length === index + 1);
		await until(() => field('identity_public_keys').value === '');
	}
	assert.deepEqual(sent['identity_public_keys'], [pem, second]);
	const remove = async () => {
		const button = await until(() => findNamed('main section li button', 'Delete'));
		await press(button);
		await press(inDialog('Delete'));
	};
	assert.ok(hasText('ES256 …HKoZIfirst=='));
	await remove();
	await until(() => document.querySelectorAll('main section li').length === 1);
	assert.deepEqual(sent['identity_public_keys'], [second]);
	await until(() => document.activeElement === findNamed('main section li button', 'Delete'));
	await remove();
	await until(() => document.querySelectorAll('main section li').length === 0);
	await until(() => document.querySelector('main section')?.parentElement?.contains(document.activeElement));
	assert.notEqual(document.activeElement, document.body);
});

test('what is typed while a form is being saved is asked about before the page is left', async () => {
	await open('websites/1/chat');
	const { promise, resolve } = Promise.withResolvers<void>();
	server.answer(`PATCH ${PATH}/1`, async ({ body }) => {
		await promise;
		return change(body);
	});
	await press(field('csat_survey_enabled'));
	await save();
	await until(() => document.querySelector('main [type=submit][aria-disabled=true]'));
	await press(field('disable_branding'));
	resolve();
	await seeNotice('Saved');
	assert.deepEqual([sent['csat_survey_enabled'], sent['disable_branding']], [true, false]);
	await leaveUnsaved('websites');
});

test('the address of a website is checked, said to be another’s, and saved', async () => {
	await open('websites/1/mail');
	await fill(await seeField('email'), 'hello');
	await save();
	await until(() => errorOf('email') === 'Please enter a valid email address');
	server.answer(`PATCH ${PATH}/1`, () =>
		Response.json({ message: 'Email has already been taken', attributes: ['email'] }, { status: 422 }),
	);
	await fill(field('email'), 'hello@shop.example');
	await fill(field('email_signature'), '{{agent.name}}\nShop');
	await save();
	await until(() => errorOf('email') === 'Another website has this address.');
	server.answer(`PATCH ${PATH}/1`, ({ body }) => change(body));
	await save();
	await seeNotice('Saved');
	assert.deepEqual(sent, { email: 'hello@shop.example', email_signature: '{{agent.name}}\nShop' });
	await fill(field('email'), '');
	await save();
	await until(() => sent['email'] === null);
});

test('axe finds nothing on the forms of a website', async () => {
	for (const part of ['look', 'greeting', 'chat', 'mail', 'topics', 'hours', 'form', 'security']) {
		await open(`websites/1/${part}`);
		await axeFindsNothing('main');
	}
});

test('hours that are switched off are saved without the day that ends before it begins', async () => {
	await open('websites/1/hours');
	await choose(await seeField('to-1'), '9:00 AM');
	await press(field('working_hours_enabled'));
	await until(() => !document.querySelector('main [name=to-1]'));
	await save();
	await seeNotice('Saved');
	assert.equal(sent['working_hours_enabled'], false);
	assert.deepEqual(
		(sent['working_hours'] as TeamInbox['working_hours']).map(({ day_of_week }) => day_of_week),
		[0, 2, 3, 4, 5, 6],
	);
});

test('a field of the form is asked only with an answer to one above it, which an attribute of the account may be', async () => {
	server.answer(`GET ${ACCOUNT}/custom_attribute_definitions`, () => [
		{
			id: 4,
			attribute_display_name: 'Topic',
			attribute_key: 'topic',
			attribute_model: 'conversation_attribute',
			attribute_display_type: 'list',
			attribute_description: null,
			attribute_values: ['Delivery', 'Other'],
			regex_pattern: null,
			regex_cue: null,
		},
	]);
	const fields = () => (sent['pre_chat_form_options'] as TeamInbox['pre_chat_form_options']).pre_chat_fields;
	await open('websites/1/form');
	await choose(await seeField('attribute'), 'Topic');
	await press(inMain('Add'));
	const up = await until(() => findNamed<HTMLButtonElement>('main button', 'Move up: Topic'));
	await press(up);
	await press(up);
	await until(() => labels()[0] === 'Topic');
	const within = { role: 'group', name: 'Only when “Topic” is …' };
	await choose(await seeField('condition-fullName'), 'Only when “Topic” is …');
	await save();
	await until(() => hasText('Choose at least one answer.'));
	assert.equal(document.activeElement, field('condition-fullName'));
	await key('Tab');
	await key(' ');
	await press({ name: 'Other', within });
	await press({ name: 'Delivery', within });
	await axeFindsNothing();
	// Below the field that depends on it, the question would come too late.
	const down = findNamed<HTMLButtonElement>('main button', 'Move down: Topic') ?? assert.fail();
	await press(down);
	await press(down);
	await until(() => labels()[2] === 'Topic');
	await save();
	await until(() => hasText('It has to stand below the field that it depends on.'));
	await press(findNamed<HTMLButtonElement>('main button', 'Move up: Topic') ?? assert.fail());
	await until(() => labels()[1] === 'Topic');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(
		fields().map(({ name, values, visible_when }) => [name, values, visible_when]),
		[
			['emailAddress', undefined, undefined],
			['topic', ['Delivery', 'Other'], undefined],
			['fullName', undefined, { field: 'topic', values: ['Other'] }],
		],
	);
	await choose(field('condition-fullName'), 'Always');
	await press(findNamed<HTMLButtonElement>('main button', 'Remove Topic') ?? assert.fail());
	await save();
	await until(() => fields().length === 2);
	assert.equal(fields()[1]?.visible_when, undefined);
});

test('a form that is switched off is saved without the fields that lack a label', async () => {
	await open('websites/1/form');
	await fill(await seeField('label-fullName'), '');
	await press(field('pre_chat_form_enabled'));
	await until(() => !document.querySelector('main ol'));
	await save();
	await seeNotice('Saved');
	assert.deepEqual(sent, { pre_chat_form_enabled: false });
});

test('file types, help centre and assignment are set with the features, and what is wrong is said beside it', async () => {
	server.answer(`GET ${ACCOUNT}/portals`, () => ({ payload: [{ id: 7, name: 'Help' }], meta: {} }));
	shop = { ...shop, selected_feature_flags: ['attachments'] };
	await open('websites');
	await until(() => findNamed('main a', 'Add'));
	await open('websites/1/chat');
	await fill(await seeField<HTMLTextAreaElement>('allowed_file_types'), 'image/*, pdf');
	await press(await seeField('enable_auto_assignment'));
	await fill(await seeField('auto_assignment_config'), '0');
	await save();
	await until(() => errorOf('allowed_file_types') === 'Enter types such as image/* or application/pdf.');
	assert.equal(errorOf('auto_assignment_config'), 'Maximum open conversations per agent must be between 1 and 10000');
	await fill(field<HTMLTextAreaElement>('allowed_file_types'), 'image/*\napplication/pdf');
	await fill(field('auto_assignment_config'), '1');
	await until(() => select('portal_id').options.length === 2);
	await choose(field('portal_id'), 'Help');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(
		[sent['allowed_file_types'], sent['portal_id'], sent['enable_auto_assignment'], sent['auto_assignment_config']],
		[['image/*', 'application/pdf'], 7, true, { max_assignment_limit: 1 }],
	);
});

test('numbers of cards and by patterns are masked, and a pattern that is not possible is said beside it', async () => {
	await open('websites/1/security');
	await press(await seeField('masks_cards'));
	await fill(field<HTMLTextAreaElement>('masks'), String.raw`KD-\d{6,8}` + '\n(a+)+');
	await save();
	await until(() => errorOf('masks') === 'A pattern cannot contain *, + or groups.');
	await fill(field<HTMLTextAreaElement>('masks'), String.raw`KD-\d{6,8}` + '\n\n');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(sent['masks'], ['cards', String.raw`KD-\d{6,8}`]);
});

test('a captcha is set by all three of its settings, keeps its secret where none is typed, and is turned off', async () => {
	await open('websites/1/security');
	const provider = await seeField<HTMLSelectElement>('captcha_provider');
	const form = provider.closest('form') ?? assert.fail();
	const saveCaptcha = () => press(form.querySelector('[type=submit]') ?? assert.fail());
	assert.equal(document.querySelector('main [name=captcha_secret]'), null);
	await choose(provider, 'hCaptcha');
	await until(() => hasText('At the provider, enter chat.example as the domain.'));
	await saveCaptcha();
	await until(() => errorOf('captcha_site_key') === 'Required' && errorOf('captcha_secret') === 'Required');
	await fill(field('captcha_site_key'), '10000000-ffff');
	await fill(field('captcha_secret'), 'ES_shop');
	await axeFindsNothing();
	await saveCaptcha();
	await seeNotice('Saved');
	assert.deepEqual(sent, {
		captcha_provider: 'hcaptcha',
		captcha_site_key: '10000000-ffff',
		captcha_secret: 'ES_shop',
	});

	await open('websites');
	await until(() => findNamed('main a', 'Add'));
	await open('websites/1/security');
	assert.equal((await seeField('captcha_secret')).value, '');
	await until(() => hasText('Leave it empty to keep the one that is stored.'));
	await fill(field('captcha_site_key'), '20000000-ffff');
	await press(field('captcha_site_key').closest('form')?.querySelector('[type=submit]') ?? assert.fail());
	await seeNotice('Saved');
	assert.deepEqual(sent, { captcha_provider: 'hcaptcha', captcha_site_key: '20000000-ffff' });
	await choose(field('captcha_provider'), 'None');
	await press(field('captcha_provider').closest('form')?.querySelector('[type=submit]') ?? assert.fail());
	await seeNotice('Saved');
	assert.deepEqual(sent, { captcha_provider: null });
});

test('topics are added, ordered by keyboard, given a label and a greeting, and removed, and the focus stays', async () => {
	await open('websites/1/topics');
	const add = () => press(inMain('Add'));
	const names = () => [...document.querySelectorAll<HTMLInputElement>('main li [name^=name-]')];
	await add();
	const first = await until(() => document.activeElement === names()[0] && names()[0]);
	await save();
	await until(() => errorOf(first.name) === 'Required');
	await fill(first, 'Où est ma commande ?');
	await until(() => hasText('A page chooses it by topic="où-est-ma-commande"'));
	await add();
	await fill(await until(() => document.activeElement === names()[1] && names()[1]), 'Press');
	const group = () => findNamed('main [role=group]', 'Press') ?? assert.fail('no group');
	const label = await until(() => group().querySelector<HTMLSelectElement>('select'));
	assert.deepEqual(
		[...label.options].map(({ text }) => text),
		['No label', 'vip'],
	);
	await choose(label, 'vip');
	const greeting = group().querySelector('textarea') ?? assert.fail('no greeting');
	await fill(greeting, 'Which paper, {{contact.nick}}?');
	await until(() => hasText('Unknown variables stay as written: {{contact.nick}}'));
	await fill(greeting, 'Which paper?');
	const up = await until(() => findNamed<HTMLButtonElement>('main button', 'Move up: Press'));
	await press(up);
	await until(() => names()[0]?.value === 'Press');
	assert.equal(document.activeElement?.ariaLabel, 'Move up: Press', 'the focus goes with the topic');
	await axeFindsNothing('main');
	await save();
	await seeNotice('Saved');
	const paper = { id: 'press', name: 'Press', greeting: 'Which paper?', label: 'vip', team_id: null };
	const order = { id: 'où-est-ma-commande', name: 'Où est ma commande ?', greeting: null, label: null, team_id: null };
	assert.deepEqual(sent, { topics: [paper, order] });
	// Pages may name it by now.
	await fill(names()[0] ?? assert.fail('no topic'), 'Press and wholesale');
	await press(inMain('Remove Où est ma commande ?'));
	await until(() => document.activeElement === findNamed('main button', 'Add'));
	await save();
	await until(() => (sent['topics'] as unknown[]).length === 1);
	assert.deepEqual(sent, { topics: [{ ...paper, name: 'Press and wholesale' }] });
});

test('a website is deleted after a question', async () => {
	await press(inMain('Delete'));
	const confirm = await until(() => findNamed('dialog button', 'Delete'));
	server.answer(`DELETE ${PATH}/1`, () => ({ message: 'gone' }));
	server.answer(`GET ${PATH}`, () => ({ payload: [] }));
	await press(confirm);
	await seeNotice('Deleted');
	await until(() => hasText('Nothing here yet.'));
});

function change(body: Record<string, unknown>): TeamInbox {
	sent = body;
	shop = { ...shop, ...body };
	return shop;
}

async function open(path: string): Promise<void> {
	location.hash = `#/settings/${path}`;
	const [, id] = path.split('/');
	if (id) await until(() => document.querySelector(`main nav a[href="#/settings/${path}"][aria-current=page]`));
}

/** Leaves a form in which something is not saved, and is asked. */
async function leaveUnsaved(path: string): Promise<void> {
	location.hash = `#/settings/${path}`;
	await press(inDialog('Discard changes'));
	await until(() => !document.querySelector('dialog'));
}

/** The list of websites does not arrive before it is told to. */
function holdList(list: () => readonly TeamInbox[]): { arrive: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	server.answer(`GET ${PATH}`, async () => {
		await promise;
		return { payload: list() };
	});
	return { arrive: resolve };
}

function select(name: string): HTMLSelectElement {
	return field<HTMLSelectElement>(name);
}

/** The labels of the form's fields in their order. */
function labels(): string[] {
	return [...document.querySelectorAll<HTMLInputElement>('main li input[type=text]')].map(({ value }) => value);
}
