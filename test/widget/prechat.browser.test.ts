/** The form before the conversation. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { updateHostFacts, messagesToHostAtom } from '../../src/widget/features/host/host.ts';
import { setUser } from '../../src/widget/app/visitor/identifyUser.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, fill, key, press } from '../support/browser/input.ts';
import { bubble, Conversation, frames, server } from './conversation.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const SESSION = { authToken: 'known', pubsubToken: 'pubsub' };
const ANONYMOUS = { id: 17, has_email: false, has_name: true, has_phone_number: false, identifier: null };

const NAME = field({ name: 'fullName', label: 'Full name' });
const EMAIL = field({ name: 'emailAddress', type: 'email', label: 'Email', placeholder: 'you@example.com' });
const PHONE = field({ name: 'phoneNumber', label: 'Phone' });
const PLAN = field({
	field_type: 'contact_attribute',
	name: 'plan',
	type: 'list',
	label: 'Plan',
	placeholder: 'Choose a plan',
	values: ['Free', 'Pro'],
});
const ORDER = field({
	field_type: 'conversation_attribute',
	name: 'order_id',
	label: 'Order',
	regex_pattern: '/^[0-9]{5}$/',
	regex_cue: 'Five digits',
	required: false,
});

let chat: Conversation;
let widget: Widget | undefined;
let contact: object;
/** Bodies of the requests to start conversations, in order, and of the changes of the contact. */
let started: Record<string, unknown>[];
let patched: Record<string, unknown>[];
/** Faults of the next attempts to start a conversation. */
let faults: ('refuse' | 'forget the visitor' | 'lose the answer')[];

beforeEach(() => {
	chat = new Conversation();
	contact = ANONYMOUS;
	started = [];
	patched = [];
	faults = [];
	server.answer(`POST ${API}/config`, () => ({
		website_channel_config: { auth_token: 'new' },
		contact: { pubsub_token: 'pubsub' },
	}));
	server.answer(`GET ${API}/contact`, () => contact);
	server.answer(`PATCH ${API}/contact`, ({ body }) => {
		patched.push(body);
		return contact;
	});
	server.answer(`POST ${API}/conversations`, ({ body }) => {
		started.push(body);
		const fault = faults.shift();
		if (fault === 'refuse') throw 503;
		if (fault === 'forget the visitor') throw 404;
		const { content, echo_id } = body['message'] as { content: string; echo_id: string };
		const known = chat.messages.find((message) => message.echo_id === echo_id);
		const first = known ?? chat.add(content, { message_type: 0, echo_id });
		if (fault === 'lose the answer') throw new Error('lost');
		return { id: 43, inbox_id: 3, contact_last_seen_at: 0, status: 'open', messages: [first] };
	});
});
afterEach(() => close());
after(() => server.stop());

test('the page is told once that the form was submitted, and nothing of what is in it', async () => {
	await openForm([NAME, EMAIL]);
	widget?.store.set(updateHostFacts, { isPresent: true });
	faults = ['refuse'];
	await fill(control('Full name'), 'Grace Hopper');
	await fill(control('Email'), 'grace@navy.example');
	await fill(control('Message'), 'Where is my order?');
	await send();
	await until(() => hasText("Couldn't send, try again"));
	await send();
	await until(() => bubble('Where is my order?'));
	const told = () => widget?.store.get(messagesToHostAtom).filter(({ event }) => event === 'happened') ?? [];
	await until(() => told().length > 0);
	assert.deepEqual(told(), [{ event: 'happened', name: 'form-submitted', detail: { form: 'pre-chat' } }]);
});

test("the form comes before the conversation, asks the channel's questions, and starts the conversation", async () => {
	const form = await openForm([NAME, EMAIL, PLAN, ORDER], { pre_chat_message: 'Tell us **who** you are.' });
	await until(() => document.activeElement === control('Full name'));
	await until(() => form.querySelector('strong')?.textContent === 'who');
	assert.equal(control('Full name').getAttribute('autocomplete'), 'name');
	assert.equal(control('Email').getAttribute('autocomplete'), 'email');
	assert.equal(control('Full name').ariaRequired, 'true');
	assert.equal(control('Order').ariaRequired, 'false');
	await axeFindsNothing();

	await fill(control('Full name'), ' Grace Hopper ');
	await fill(control('Email'), 'grace@navy.example');
	await choose(control('Plan'), 'Pro');
	await fill(control('Order'), '12345');
	await fill(control('Message'), 'Where is my order?');
	await send();
	await until(() => bubble('Where is my order?'));
	const [body] = started;
	assert.deepEqual(body?.['contact'], { name: 'Grace Hopper', email: 'grace@navy.example' });
	assert.deepEqual(body['custom_attributes'], { order_id: '12345' });
	assert.ok((body['message'] as { echo_id?: string }).echo_id);
	assert.deepEqual(patched, [{ custom_attributes: { plan: 'Pro' } }]);
	assert.equal(location.hash, '#/messages');
	// The composer starts empty.
	const composer = await until(() => findNamed<HTMLTextAreaElement>('textarea', 'Type your message'));
	assert.equal(composer.value, '');
	assert.equal(started.length, 1);
	// A new visitor has no contact to ask for.
	assert.ok(!server.calls.includes(`GET ${API}/contact`));
});

const TOPIC = field({
	field_type: 'conversation_attribute',
	name: 'topic',
	type: 'list',
	label: 'Topic',
	values: ['Lieferung', 'Sonstiges'],
	value_labels: ['Delivery', 'Other'],
	required: false,
});
const URGENT = field({
	field_type: 'conversation_attribute',
	name: 'urgent',
	type: 'checkbox',
	label: 'Urgent',
	required: false,
	visible_when: { field: 'topic', values: ['Lieferung'] },
});
const NUMBER = field({ ...ORDER, required: true, visible_when: { field: 'topic', values: ['Lieferung'] } });
const SINCE = field({ ...ORDER, name: 'since', label: 'Since', visible_when: { field: 'urgent', values: ['true'] } });
const labelsShown = () =>
	[...document.querySelectorAll('form label')].map(({ textContent }) => textContent.replace(/ \*$/, '').trim());

test('a field shows below its question as soon as that is answered, is required then, and the focus stays', async () => {
	await openForm([TOPIC, NUMBER, URGENT, SINCE]);
	await until(() => labelsShown().join() === 'Topic,Message');
	await fill(control('Message'), 'Where is it?');
	await choose(control('Topic'), 'Delivery');
	await until(() => labelsShown().join() === 'Topic,Order,Urgent,Message');
	assert.equal(document.activeElement, control('Topic'));
	await axeFindsNothing();
	await key('Tab');
	assert.equal(document.activeElement, control('Order'));
	await send();
	await until(() => errorOf('Order') === 'Order is required');
	assert.deepEqual(started, []);
	await press(control('Urgent'));
	await until(() => labelsShown().join() === 'Topic,Order,Urgent,Since,Message');
	await fill(control('Order'), '12345');
	await send();
	await until(() => bubble('Where is it?'));
	assert.deepEqual(started[0]?.['custom_attributes'], { topic: 'Lieferung', order_id: '12345', urgent: true });
});

test('what is typed into a field that becomes hidden is not sent, and is there again with it, also after a reload', async () => {
	await openForm([TOPIC, NUMBER, URGENT, SINCE]);
	await choose(control('Topic'), 'Delivery');
	await until(() => hasControl('Order'));
	await fill(control('Order'), '12345');
	await press(control('Urgent'));
	await until(() => hasControl('Since'));
	await choose(control('Topic'), 'Other');
	await until(() => labelsShown().join() === 'Topic,Message');
	close();
	location.hash = '';
	await openForm([TOPIC, NUMBER, URGENT, SINCE]);
	await until(() => labelsShown().join() === 'Topic,Message');
	await choose(control('Topic'), 'Delivery');
	await until(() => labelsShown().join() === 'Topic,Order,Urgent,Since,Message');
	assert.deepEqual([control('Order').value, control('Urgent').checked], ['12345', true]);
	await choose(control('Topic'), 'Other');
	await until(() => !hasControl('Order'));
	await fill(control('Message'), 'Something else');
	await send();
	await until(() => bubble('Something else'));
	assert.deepEqual(started[0]?.['custom_attributes'], { topic: 'Sonstiges' });
});

test('a field whose question is left out, because its answer is known, does not hold the visitor up', async () => {
	contact = { ...ANONYMOUS, has_email: true };
	const news = field({ ...ORDER, required: true, visible_when: { field: 'emailAddress', values: ['ada@x.example'] } });
	await openHome([EMAIL, news], {}, { session: SESSION });
	await press('Start Conversation');
	await until(() => findNamed('textarea', 'Type your message'));
});

test('where the channel requires consent, nothing is sent before the visitor agrees', async () => {
	const links = { PRIVACY_URL: 'https://chat.example/privacy', TERMS_URL: 'https://chat.example/terms' };
	const globalConfig = { ...makePage().globalConfig, ...links };
	await openForm([NAME], { consent_required: true }, { globalConfig });
	const label = 'I agree to the privacy policy and the terms of service.';
	const box = await until(() => hasControl(label) && control(label));
	const documents = [...document.querySelectorAll<HTMLAnchorElement>('form a')];
	assert.deepEqual(
		documents.map(({ href, rel, target }) => [href, rel, target]),
		Object.values(links).map((href) => [href, 'noopener noreferrer nofollow', '_blank']),
	);
	await axeFindsNothing();
	await fill(control('Full name'), 'Grace Hopper');
	await fill(control('Message'), 'Hello');
	await send();
	await until(() => hasText('Required') && document.activeElement === box);
	assert.equal(box.getAttribute('aria-invalid'), 'true');
	assert.ok(server.calls.every((call) => call.startsWith('GET') && !call.includes('/contact')));
	await press(box);
	await until(() => box.checked && !hasText('Required'));
	await send();
	await until(() => bubble('Hello'));
	assert.equal(started.length, 1);
});

test("the consent names the policies to agree to, in the visitor's language", async () => {
	const globalConfig = { ...makePage().globalConfig, PRIVACY_URL: 'https://chat.example/privacy' };
	await openForm([NAME], { consent_required: true }, { globalConfig });
	await until(() => hasControl('I agree to the privacy policy.'));
	close();
	location.hash = '';
	await openForm([NAME], { consent_required: true });
	await until(() => hasControl('I agree that what I write here will be stored.'));
	close();
	location.hash = '';
	await openForm([NAME], { consent_required: true }, { globalConfig }, { locale: 'de' });
	await until(() => hasControl('Ich stimme der Datenschutzerklärung zu.'));
});

test('a known visitor is not asked for consent', async () => {
	await openForm([NAME], { consent_required: true }, { session: SESSION });
	await until(() => hasControl('Full name'));
	assert.equal(document.querySelector('[name=consent]'), null);
});

test('the form asks only about the conversation where profiles are closed', async () => {
	const globalConfig = { ...makePage().globalConfig, DISABLE_USER_PROFILE_UPDATE: true };
	await openForm([NAME, EMAIL, PHONE, PLAN, ORDER], {}, { globalConfig });
	await until(() => hasControl('Order'));
	assert.deepEqual(
		[...document.querySelectorAll('label')].map(({ textContent }) => textContent.replace(/ \*$/, '')),
		['Order', 'Message'],
	);
});

test('there is no form where the channel has none, or none of its fields is enabled', async () => {
	await openHome([NAME], { preChatFormEnabled: false });
	await press('Start Conversation');
	await until(() => findNamed('textarea', 'Type your message'));
	close();
	location.hash = '';
	await openHome([{ ...NAME, enabled: false }]);
	await press('Start Conversation');
	await until(() => findNamed('textarea', 'Type your message'));
});

test('the form does not ask for what the team knows', async () => {
	contact = { ...ANONYMOUS, has_email: true };
	await openForm([NAME, EMAIL, PHONE, ORDER], {}, { session: SESSION });
	await until(() => hasControl('Order'));
	assert.ok(hasControl('Phone'));
	assert.ok(!hasControl('Email'));
	// A visitor who gave an address has given a name, too.
	assert.ok(!hasControl('Full name'));
});

test('a visitor of whom everything is known goes on to the conversation', async () => {
	contact = { ...ANONYMOUS, has_email: true };
	await openHome([NAME, EMAIL], {}, { session: SESSION });
	await press('Start Conversation');
	await until(() => findNamed('textarea', 'Type your message'));
});

test('the form asks everything if what is known cannot be loaded', async () => {
	server.answer(`GET ${API}/contact`, () => {
		throw 500;
	});
	await openForm([EMAIL], {}, { session: SESSION });
	await until(() => hasControl('Email'));
});

test('errors are shown beside their fields, and the focus goes to the first', async () => {
	await openForm([NAME, EMAIL, ORDER]);
	await until(() => hasControl('Email'));
	assert.equal(errorOf('Email'), '');
	await fill(control('Full name'), 'Grace');
	await fill(control('Order'), '12');
	await fill(control('Message'), '  ');
	await send();
	await until(() => errorOf('Email') === 'Email Address is required');
	assert.equal(document.activeElement, control('Email'));
	assert.equal(control('Email').getAttribute('aria-invalid'), 'true');
	assert.equal(errorOf('Order'), 'Five digits');
	assert.equal(errorOf('Message'), 'Message too short');
	assert.equal(errorOf('Full name'), '');
	await axeFindsNothing();
	await fill(control('Email'), 'grace@navy');
	await until(() => errorOf('Email') === 'Please enter a valid email address');
	await fill(control('Email'), 'grace@navy.example');
	await until(() => errorOf('Email') === '');
	assert.equal(started.length, 0);
	assert.ok(!server.calls.includes(`POST ${API}/config`));
});

test('a form that fails says so, keeps everything typed, and can be sent again', async () => {
	faults = ['refuse'];
	await openForm([EMAIL]);
	await until(() => hasControl('Email'));
	await fill(control('Email'), 'grace@navy.example');
	await fill(control('Message'), 'Hello?');
	await send();
	await until(() => hasText("Couldn't send, try again"));
	await axeFindsNothing();
	assert.equal(control('Email').value, 'grace@navy.example');
	assert.equal(control('Message').value, 'Hello?');
	await send();
	await until(() => bubble('Hello?'));
	assert.equal(started.length, 2);
});

test('a text of which numbers were masked is not left in the composer', async () => {
	await openForm([EMAIL], { masks: ['cards'] });
	await fill(control('Email'), 'grace@navy.example');
	await fill(control('Message'), 'My card is 4242 4242 4242 4242');
	await send();
	await until(() => bubble('My card is •••• •••• •••• 4242'));
	const composer = await until(() => findNamed<HTMLTextAreaElement>('textarea', 'Type your message'));
	assert.equal(composer.value, '');
	assert.equal(started.length, 1);
});

test("the form's text and its echo id survive a reload, so that no second conversation starts", async () => {
	faults = ['lose the answer'];
	await openForm([EMAIL, PLAN]);
	await until(() => hasControl('Email'));
	await fill(control('Email'), 'grace@navy.example');
	await choose(control('Plan'), 'Free');
	await fill(control('Message'), 'Anybody?');
	await send();
	await until(() => hasText("Couldn't send, try again"));
	// The server has lost the list as well, so that only the form's echo id can tell.
	server.answer(`GET ${API}/messages`, () => ({ payload: [] }));
	close();
	await open([EMAIL, PLAN], {});
	await until(() => hasControl('Email'));
	assert.equal(control('Email').value, 'grace@navy.example');
	assert.equal(control('Plan').value, 'Free');
	assert.equal(control('Message').value, 'Anybody?');
	await send();
	await until(() => bubble('Anybody?'));
	const [one, other] = started.map((body) => (body['message'] as { echo_id: string }).echo_id);
	assert.equal(one, other);
	assert.equal(chat.messages.length, 1);
});

test('a message that arrived although its response was lost ends the form and deletes the draft', async () => {
	faults = ['lose the answer'];
	await openForm([EMAIL]);
	await until(() => hasControl('Email'));
	await fill(control('Email'), 'grace@navy.example');
	await fill(control('Message'), 'Did it work?');
	await send();
	await until(() => bubble('Did it work?'));
	const composer = await until(() => findNamed<HTMLTextAreaElement>('textarea', 'Type your message'));
	assert.equal(composer.value, '');
	assert.equal(started.length, 1);
});

test('a visitor whom the server has forgotten sends the same form again, and sees when that fails too', async () => {
	faults = ['forget the visitor', 'forget the visitor'];
	await openForm([EMAIL], {}, { session: SESSION });
	await until(() => hasControl('Email'));
	await fill(control('Email'), 'grace@navy.example');
	await fill(control('Message'), 'Remember me?');
	await send();
	await until(() => hasText("Couldn't send, try again"));
	assert.equal(control('Email').value, 'grace@navy.example');
	await send();
	await until(() => bubble('Remember me?'));
	assert.equal(chat.messages.length, 1);
});

test('a form that is being sent when another user takes over is not sent as theirs, and shows them nothing', async () => {
	const { promise: isPatched, resolve: patch } = Promise.withResolvers<void>();
	server.answer(`PATCH ${API}/contact`, async () => {
		await isPatched;
		return contact;
	});
	server.answer(`PATCH ${API}/contact/set_user`, () => ANONYMOUS);
	await openForm([NAME, PLAN], {}, { session: { ...SESSION, identifier: 'ada' } });
	await fill(control('Full name'), 'Ada Lovelace');
	await choose(control('Plan'), 'Pro');
	await fill(control('Message'), 'Of Ada');
	await send();
	await until(() => server.calls.includes(`PATCH ${API}/contact`));
	await widget?.store.set(setUser, 'grace', {});
	patch();
	// Her name is known.
	await until(() => hasControl('Plan') && !hasControl('Full name'));
	await frames(2);
	assert.ok(!hasText("Couldn't send, try again"));
	await sendAsGrace();
});

/** The form of the user who has taken over is sent, and no other one. */
async function sendAsGrace(): Promise<void> {
	await choose(control('Plan'), 'Free');
	await fill(control('Message'), 'Of Grace');
	await send();
	await until(() => bubble('Of Grace'));
	assert.deepEqual(
		started.map(({ message }) => (message as { content: string }).content),
		['Of Grace'],
	);
}

test('a form whose numbers are being masked when another user takes over is not sent as theirs', async () => {
	server.answer(`PATCH ${API}/contact/set_user`, () => ANONYMOUS);
	await openForm([NAME, PLAN], { masks: ['cards'] }, { session: { ...SESSION, identifier: 'ada' } });
	await fill(control('Full name'), 'Ada Lovelace');
	await choose(control('Plan'), 'Pro');
	await fill(control('Message'), 'Of Ada');
	// In the same task, before the code that masks has come.
	document.addEventListener('submit', () => void widget?.store.set(setUser, 'grace', {}), { once: true });
	await send();
	await until(() => hasControl('Plan') && !hasControl('Full name'));
	await sendAsGrace();
	assert.deepEqual(
		patched.map(({ custom_attributes }) => custom_attributes),
		[{ plan: 'Free' }],
	);
});

test('pressing the button twice sends the form once', async () => {
	await openForm([EMAIL]);
	await until(() => hasControl('Email'));
	await fill(control('Email'), 'grace@navy.example');
	await fill(control('Message'), 'Once');
	await Promise.all([send(), send()]);
	await until(() => bubble('Once'));
	assert.equal(started.length, 1);
});

test('a new conversation begins with the form again', async () => {
	contact = { ...ANONYMOUS, has_email: true };
	chat.add('Old news');
	chat.status = 'resolved';
	await open([EMAIL, ORDER], {}, { session: SESSION });
	await press('Start a new conversation');
	await until(() => hasControl('Order'));
	assert.equal(location.hash, '#/prechat-form');
	assert.ok(!hasControl('Email'));
});

test('Back leads home, and what was typed is kept', async () => {
	await openForm([EMAIL]);
	await until(() => hasControl('Email'));
	await fill(control('Email'), 'grace@navy.example');
	await frames();
	await press('Back');
	await until(() => !hasControl('Email'));
	await press('Start Conversation');
	await until(() => hasControl('Email'));
	assert.equal(control('Email').value, 'grace@navy.example');
});

test("a phone number is sent with the chosen country's dial code", async () => {
	await openForm([PHONE]);
	const picker = await openPicker();
	const search = await until(() => document.querySelector<HTMLInputElement>('[role=combobox]'));
	await until(() => document.activeElement === search);
	await axeFindsNothing();
	await fill(search, 'german');
	await until(() => options().length === 1);
	await key('Enter');
	await until(() => document.activeElement === control('Phone'));
	assert.equal(picker.ariaLabel, 'Country code: Germany +49');
	await fill(control('Phone'), '030 901820');
	await fill(control('Message'), 'Call me');
	await send();
	await until(() => bubble('Call me'));
	assert.deepEqual(started[0]?.['contact'], { phone_number: '+4930901820' });
});

test('the list of countries works by keyboard alone, and Escape closes the list and nothing else', async () => {
	await openForm([PHONE]);
	const picker = await openPicker();
	const search = await until(() => document.querySelector<HTMLInputElement>('[role=combobox]'));
	await until(() => options().length > 240);
	await key('Home');
	await until(() => active() === 'Afghanistan');
	await key('ArrowUp');
	await until(() => active() === 'Zimbabwe');
	await key('ArrowDown');
	await until(() => active() === 'Afghanistan');
	await key('End');
	await until(() => active() === 'Zimbabwe');
	const option = document.querySelector('[data-active]')?.getBoundingClientRect();
	const list = document.querySelector('[role=listbox]')?.getBoundingClientRect();
	assert.ok(option && list && option.bottom <= list.bottom + 1, 'the active one is in sight');
	await fill(search, 'atlantis');
	await until(() => hasText('No results found'));
	await axeFindsNothing();
	await key('Enter');
	assert.ok(document.querySelector('[role=combobox]'));
	await key('Escape');
	await until(() => !document.querySelector('[role=combobox]'));
	assert.equal(document.activeElement, picker);
	assert.ok(hasControl('Phone'));
});

test('an impossible number is refused, and one with a plus names its own country', async () => {
	await openForm([PHONE]);
	await openPicker();
	const search = await until(() => document.querySelector<HTMLInputElement>('[role=combobox]'));
	await fill(search, 'german');
	await until(() => options().length === 1);
	await key('Enter');
	await until(() => findNamed('button', 'Country code: Germany +49'));
	await fill(control('Message'), 'Call me');
	for (const nobodys of ['1', '12', 'call me', '1'.repeat(18)]) {
		await fill(control('Phone'), nobodys);
		await send();
		await until(() => errorOf('Phone') !== '');
		assert.equal(errorOf('Phone'), 'Please enter a valid phone number', nobodys);
		assert.equal(document.activeElement, control('Phone'));
		await fill(control('Phone'), '+44 20 7946 0958');
		await until(() => errorOf('Phone') === '');
	}
	await fill(control('Phone'), '12');
	await until(() => errorOf('Phone') !== '');
	await axeFindsNothing();
	await fill(control('Phone'), '+44 20 7946 0958');
	await until(() => findNamed('button', 'Country code: United Kingdom +44'));
	await until(() => errorOf('Phone') === '');
	await send();
	await until(() => bubble('Call me'));
	assert.deepEqual(started[0]?.['contact'], { phone_number: '+442079460958' });
});

test('every kind of field is sent with its own type', async () => {
	const custom = (name: string, type: string) =>
		field({ field_type: 'conversation_attribute', name, type, label: name, required: false });
	await openForm([
		custom('seats', 'number'),
		custom('site', 'link'),
		custom('day', 'date'),
		custom('agreed', 'checkbox'),
		custom('other', 'checkbox'),
		custom('empty', 'text'),
	]);
	await until(() => hasControl('seats'));
	await axeFindsNothing();
	await fill(control('seats'), 'many');
	await fill(control('site'), 'nowhere');
	await fill(control('Message'), 'Hello');
	await send();
	await until(() => errorOf('seats') === 'seats must be a number' && errorOf('site') === 'Please enter a valid URL');
	await fill(control('seats'), '2,5');
	await fill(control('site'), 'https://a.example/');
	// Its parts take digits one by one, in the order of the browser's language.
	await key('Tab', '1', '1', '2', '0', '2', '0', '2', '6');
	await press(control('agreed'));
	await send();
	await until(() => bubble('Hello'));
	assert.deepEqual(started[0]?.['custom_attributes'], {
		seats: 2.5,
		site: 'https://a.example/',
		day: '2026-11-20',
		agreed: true,
		other: false,
	});
});

for (const [locale, name] of [
	['ar', 'in Arabic'],
	['pseudo', 'in a language with long words'],
] as const) {
	for (const theme of ['light', 'dark'] as const) {
		test(`at 320 px nothing is cut off ${name}, ${theme}, and axe finds nothing`, async () => {
			const place = document.createElement('style');
			place.textContent = '#app { inline-size: 320px; block-size: 480px; }';
			document.head.append(place);
			try {
				await openForm([NAME, EMAIL, PHONE, PLAN, ORDER], {}, {}, { locale });
				document.documentElement.dataset['theme'] = theme;
				const picker = await until(() => document.querySelector<HTMLElement>('button[aria-haspopup]'));
				await send();
				await until(() => document.querySelectorAll('[aria-invalid=true]').length >= 4);
				await press(picker);
				await until(() => options().length > 240);
				const view = document.querySelector('main');
				assert.ok(view && view.scrollWidth <= view.clientWidth, 'nothing to scroll sideways');
				await axeFindsNothing();
			} finally {
				place.remove();
			}
		});
	}
}

function field(changes: Partial<PreChatField>): PreChatField {
	return { field_type: 'standard', name: 'x', type: 'text', label: 'X', required: true, enabled: true, ...changes };
}

async function open(
	fields: PreChatField[],
	changes: { pre_chat_message?: string; consent_required?: boolean; preChatFormEnabled?: boolean; masks?: string[] },
	page: Parameters<typeof makePage>[0] = {},
	query = {},
) {
	const { pre_chat_message = null, consent_required = false, preChatFormEnabled = true, masks } = changes;
	const preChatFormOptions = { pre_chat_message, pre_chat_fields: fields, consent_required };
	const channel = { ...makePage().channel, preChatFormEnabled, preChatFormOptions, ...(masks && { masks }) };
	const container = document.createElement('div');
	container.id = 'app';
	document.body.append(container);
	widget = boot(makePage({ channel, ...page }), new URLSearchParams(query), container);
	await until(() => container.querySelector('main'));
}

async function openHome(
	...options: [PreChatField[], Parameters<typeof open>[1]?, Parameters<typeof open>[2]?, object?]
) {
	const [fields, changes = {}, page, query] = options;
	await open(fields, changes, page, query);
}

/** Opens the form as a visitor who presses the button on home. */
async function openForm(...options: Parameters<typeof openHome>): Promise<HTMLFormElement> {
	await openHome(...options);
	await press({ selector: 'main button' });
	return until(() => document.querySelector('form'));
}

function close() {
	widget?.stop();
	document.getElementById('app')?.remove();
}

function findControl(label: string): HTMLInputElement | undefined {
	const found = [...document.querySelectorAll('label')].find(
		({ textContent }) => textContent.replace(/ \*$/, '').trim() === label,
	);
	return (found?.control as HTMLInputElement | null | undefined) ?? undefined;
}

/** The control with that label; as an input, which most of them are. */
function control(label: string): HTMLInputElement {
	const found = findControl(label);
	if (!found) throw new Error(`There is no field called ${label}`);
	return found;
}

function hasControl(label: string): boolean {
	return findControl(label) !== undefined;
}

function errorOf(label: string): string {
	return document.getElementById(control(label).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
}

const send = () => press({ selector: 'form button[type=submit]' });

async function openPicker(): Promise<HTMLElement> {
	const picker = await until(() => document.querySelector<HTMLElement>('button[aria-haspopup]'));
	await press(picker);
	return picker;
}

function options(): Element[] {
	return [...document.querySelectorAll('[role=option]')];
}

/** The country that Enter would choose, as screen readers announce it. */
function active(): string | undefined {
	const id = document.querySelector('[role=combobox]')?.getAttribute('aria-activedescendant');
	return document.getElementById(id ?? '')?.querySelector('bdi')?.textContent;
}
