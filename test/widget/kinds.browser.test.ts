/** Kinds of message besides text (docs/wire.md, Kinds of message). */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { decodeMessage } from '#protocol/frame/frameMessages.ts';
import { FrameToHost } from '#protocol/frame/frameToHost.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, fill, key, press } from '../support/browser/input.ts';
import { bubble, Conversation, rest, server } from './conversation.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';

let chat: Conversation;
let answers: Record<string, unknown>[];

beforeEach(() => {
	chat = new Conversation();
	answers = [];
});
afterEach(() => {
	chat.close();
	Object.defineProperty(window, 'parent', { value: window, configurable: true });
});
after(() => server.stop());

test('a form sends what is filled in, leaves out empty optional fields, and shows the answers, also after a reload', async () => {
	const form = ask('form', {
		items: [
			{ type: 'text', name: 'name', label: 'Name', required: true },
			{ type: 'email', name: 'mail', label: 'E-mail' },
			{ type: 'text_area', name: 'more', label: 'Anything else' },
			{ type: 'select', name: 'size', label: 'Size', options: [{ label: 'Large', value: 'l' }] },
		],
		button_label: 'Order',
	});
	await open();
	await axeFindsNothing();
	await fill(await field('Name'), ' Grace ');
	assert.equal(document.querySelector('select')?.selectedOptions[0]?.text, 'Choose one');
	await choose('Size', 'Large');
	await press('Order');
	await until(() => bubbleOf('Grace') && bubbleOf('Large'));
	assert.deepEqual(answers, [
		{
			submitted_values: [
				{ name: 'name', value: 'Grace' },
				{ name: 'size', value: 'l' },
			],
		},
	]);
	assert.equal(findNamed('button', 'Order'), undefined);
	await axeFindsNothing();
	chat.close();
	form.content_attributes['submitted_values'] = answers[0]?.['submitted_values'];
	await open();
	await until(() => bubbleOf('Grace') && bubbleOf('Large'));
});

test('a field of a form that depends on another shows below it, and is required and sent only then', async () => {
	ask('form', {
		items: [
			{
				type: 'select',
				name: 'topic',
				label: 'Topic',
				required: true,
				options: [
					{ label: 'Delivery', value: 'd' },
					{ label: 'Other', value: 'o' },
				],
			},
			{ type: 'text', name: 'order', label: 'Order', required: true, visible_when: { field: 'topic', values: ['d'] } },
			{ type: 'text', name: 'more', label: 'Details' },
		],
		button_label: 'Done',
	});
	await open();
	const labels = () => [...document.querySelectorAll('[role=log] label')].map(({ textContent }) => textContent);
	await until(() => labels().join() === 'Topic *,Details');
	await choose('Topic', 'Delivery');
	await until(() => labels().join() === 'Topic *,Order *,Details');
	await axeFindsNothing();
	await press('Done');
	await until(async () => document.activeElement === (await field('Order')));
	await fill(await field('Order'), '7');
	await choose('Topic', 'Other');
	await until(() => labels().join() === 'Topic *,Details');
	await choose('Topic', 'Delivery');
	await until(() => labels().join() === 'Topic *,Order *,Details');
	assert.equal((await field('Order')).value, '7');
	await choose('Topic', 'Other');
	await press('Done');
	await until(() => bubbleOf('Other'));
	assert.deepEqual(answers, [{ submitted_values: [{ name: 'topic', value: 'o' }] }]);
});

test('a form whose fields have names like `constructor` works like any other', async () => {
	const names = ['constructor', '__proto__', 'toString'];
	ask('form', { items: names.map((name) => ({ type: 'text', name, label: `Field ${name}` })), button_label: 'Order' });
	await open();
	for (const name of names) {
		const control = await field(`Field ${name}`);
		await fill(control, `value of ${name}`);
	}
	await press('Order');
	await until(() => bubbleOf('value of __proto__'));
	assert.deepEqual(answers, [{ submitted_values: names.map((name) => ({ name, value: `value of ${name}` })) }]);
});

test('errors of a form are shown at its fields after an attempt, and the first invalid one gets the focus', async () => {
	ask('form', {
		items: [
			{ type: 'text', name: 'a', label: 'Account', required: true },
			{ type: 'email', name: 'b', label: 'E-mail' },
			{ type: 'text', name: 'c', label: 'Order', pattern: '\\d{4}', pattern_error: 'Four digits' },
		],
	});
	await open();
	await fill(await field('E-mail'), 'nobody');
	await fill(await field('Order'), '12345');
	assert.equal(errorOf(await field('E-mail')), '');
	await press('Submit');
	await until(() => hasText('Account is required'));
	assert.equal(document.activeElement, await field('Account'));
	assert.equal(errorOf(await field('Account')), 'Account is required');
	assert.equal(errorOf(await field('E-mail')), 'Invalid field');
	assert.equal(errorOf(await field('Order')), 'Four digits');
	assert.equal((await field('E-mail')).getAttribute('aria-invalid'), 'true');
	await axeFindsNothing();
	await fill(await field('Account'), 'x');
	await fill(await field('E-mail'), 'a@b.example');
	await fill(await field('Order'), '1234');
	await until(() => !hasText('Invalid field'));
	await press('Submit');
	await until(() => answers.length === 1);
});

test('an answer that fails keeps its text and says so, and can be sent again', async () => {
	const question = ask('input_email', {});
	await open();
	server.answer(`PATCH ${API}/messages/${question.id}`, () => {
		throw 500;
	});
	await fill(await field('Email Address'), 'grace@navy.example');
	await press('Submit');
	await until(() => hasText("Couldn't send, try again"));
	assert.equal((await field('Email Address')).value, 'grace@navy.example');
	await axeFindsNothing();
	accept(question);
	await press('Submit');
	await until(() => bubbleOf('grace@navy.example'));
	assert.deepEqual(answers, [{ email: 'grace@navy.example' }]);
});

test('the question for an address is plain text where visitors may give none, with an earlier answer', async () => {
	const DISABLE_USER_PROFILE_UPDATE = true;
	ask('input_email', {});
	ask('input_email', { submitted_email: 'grace@navy.example' });
	await open({ globalConfig: { ...makePage().globalConfig, DISABLE_USER_PROFILE_UPDATE } });
	await until(() => bubbleOf('grace@navy.example'));
	assert.equal(document.querySelector('input[type=email]'), null);
});

test('an invalid address is refused in words', async () => {
	ask('input_email', {});
	await open();
	await field('Email Address');
	await press('Submit');
	await until(() => hasText('Email Address is required'));
	await fill(await field('Email Address'), 'grace');
	await until(() => hasText('Please enter a valid email address'));
	assert.deepEqual(answers, []);
});

test('another answer is not sent while one is being sent, and its text is kept', async () => {
	const first = ask('input_select', { items: [{ title: 'Red', value: 'r' }] });
	ask('input_email', {});
	let arrive: (() => void) | undefined;
	server.answer(`PATCH ${API}/messages/${first.id}`, async ({ body }) => {
		await new Promise<void>((resolve) => (arrive = resolve));
		answers.push(body['message'] as Record<string, unknown>);
	});
	await open();
	await fill(await field('Email Address'), 'a@b.example');
	await press('Red');
	await until(() => arrive);
	await press(await field('Email Address'));
	await key('Enter');
	arrive?.();
	await until(() => bubbleOf('Red'));
	assert.equal(answers.length, 1);
	await press('Submit');
	await until(() => bubbleOf('a@b.example'));
});

test('choices are replaced by the answer, which takes the focus', async () => {
	const items = [
		{ title: 'Red', value: 'r' },
		{ title: 'Blue', value: 'b' },
	];
	ask('input_select', { items });
	await open();
	const button = await until(() => findNamed('button', 'Blue'));
	await axeFindsNothing();
	await press(button);
	await until(() => bubbleOf('Blue'));
	assert.deepEqual(answers, [{ submitted_values: [items[1]] }]);
	assert.equal(findNamed('button', 'Red'), undefined);
	assert.ok(document.activeElement?.textContent.includes('Blue'));
});

test('a question without words is shown', async () => {
	ask('input_select', { items: [{ title: 'Yes', value: 'y' }] }, null);
	await open();
	await until(() => findNamed('button', 'Yes'));
});

test('cards link where links may lead, and tell the page what is for the page', async () => {
	const heard = playHost();
	ask('cards', {
		items: [
			{
				title: 'A cup',
				description: 'Blue <b>glaze</b>',
				media_url: 'javascript:alert(1)',
				actions: [
					{ type: 'link', text: 'Look', uri: 'https://shop.example/cup' },
					{ type: 'link', text: 'Run', uri: 'javascript:alert(1)' },
					{ type: 'postback', text: 'Put aside', payload: 'CUP' },
				],
			},
		],
	});
	chat.query = { view: 'open', origin: 'https://shop.example' };
	await open();
	const link = await until(() => findNamed<HTMLAnchorElement>('a', 'Look'));
	assert.equal(link.href, 'https://shop.example/cup');
	assert.equal(link.rel, 'noopener noreferrer nofollow');
	assert.equal(findNamed('a', 'Run'), undefined);
	assert.equal(document.querySelector('[role=log] li img'), null);
	assert.ok(hasText('Blue <b>glaze</b>'));
	await axeFindsNothing();
	await press('Put aside');
	await until(() => heard.some(({ event }) => event === 'postback'));
	assert.deepEqual(heard.at(-1), { event: 'postback', data: { payload: 'CUP' } });
	assert.ok(!server.calls.some((call) => call.startsWith('PATCH')));
});

test('articles are links with a description of at most a hundred characters', async () => {
	ask('article', {
		items: [
			{ title: 'Care', description: 'x'.repeat(101), link: 'https://help.example/care' },
			{ title: 'Trap', link: 'javascript:alert(1)' },
		],
	});
	await open();
	const link = await until(() => document.querySelector<HTMLAnchorElement>('a[href="https://help.example/care"]'));
	assert.equal(link.textContent, `Care${'x'.repeat(97)}...`);
	assert.equal(document.querySelectorAll('[role=log] li a').length, 1);
	await axeFindsNothing();
});

test('a malformed kind and an unknown one show their text', async () => {
	ask('form', { items: 'none' }, 'A broken form');
	ask('input_select', { items: [] }, 'No choices');
	ask('hologram', { items: [] }, 'From the future');
	await open();
	await until(() => bubble('A broken form') && bubble('No choices') && bubble('From the future'));
	assert.equal(document.querySelector('[role=log] form'), null);
});

test('pressing a face rates at once, and can be changed until feedback is sent; a reload shows both', async () => {
	const survey = ask('input_csat', {}, 'How did we do?');
	await open();
	await until(() => hasText('How did we do?'));
	const group = await until(() => document.querySelector('[role=radiogroup]'));
	assert.equal(group.getAttribute('aria-label'), 'Rate your conversation');
	assert.deepEqual(
		radios().map(({ ariaLabel }) => ariaLabel),
		['poor', 'fair', 'average', 'good', 'excellent'],
	);
	await axeFindsNothing();
	// Feedback can be written first, but is sent with a rating.
	await fill(await field('Tell us more...'), 'Quick');
	const submit = await until(() => findNamed('button', 'Submit'));
	assert.equal(submit.ariaDisabled, 'true');
	submit.focus();
	await key('Enter');
	await press(radios()[1] ?? '');
	await until(() => hasText('Thank you for submitting the rating'));
	assert.equal(findNamed('button', 'Submit')?.ariaDisabled, null);
	await axeFindsNothing();
	await press(radios()[3] ?? '');
	await until(() => answers.length === 2);
	await rest();
	// The face is sent: without words there is nothing to submit.
	await fill(await field('Tell us more...'), '');
	await until(() => findNamed('button', 'Submit')?.ariaDisabled === 'true');
	await fill(await field('Tell us more...'), 'Quick and kind');
	await press('Submit');
	await until(() => radios().every(({ disabled }) => disabled));
	assert.notEqual(document.activeElement, document.body);
	assert.deepEqual(
		answers.map(({ submitted_values }) => submitted_values),
		[
			{ csat_survey_response: { rating: 2 } },
			{ csat_survey_response: { rating: 4 } },
			{ csat_survey_response: { rating: 4, feedback_message: 'Quick and kind' } },
		],
	);
	assert.ok(hasText('Quick and kind'));
	await axeFindsNothing();
	chat.close();
	survey.content_attributes['submitted_values'] = answers[2]?.['submitted_values'];
	await open();
	await until(() => radios()[3]?.checked && hasText('Quick and kind'));
	assert.ok(hasText('Thank you for submitting the rating'));
});

test('what is half typed into a question survives a page load, and goes with the sent answer', async () => {
	const items = [{ name: 'constructor', type: 'text', label: 'Number' }];
	ask('form', { items, button_label: 'Order' });
	const survey = ask('input_csat', {});
	await open();
	await fill(await field('Number'), '47');
	await until(() => radios().length === 5);
	await press(radios()[3] ?? '');
	await until(() => hasText('Thank you for submitting the rating'));
	await rest();
	await fill(await field('Tell us more...'), 'Quick');
	chat.close();
	survey.content_attributes['submitted_values'] = answers[0]?.['submitted_values'];
	await open();
	assert.equal((await field('Number')).value, '47');
	await until(() => radios()[3]?.checked);
	assert.equal((await field('Tell us more...')).value, 'Quick');
	await press('Submit');
	await until(() => answers.length === 2);
	const kept = () => localStorage.getItem(Object.keys(localStorage).find((key) => key.includes('answers:')) ?? '');
	await until(() => !String(kept()).includes('Quick'));
	assert.match(String(kept()), /47/);
});

test('of faces pressed quickly the last one counts, and one that fails can be sent again', async () => {
	const survey = ask('input_csat', {});
	await open();
	await until(() => radios().length === 5);
	const arrived = Promise.withResolvers<void>();
	server.answer(`PATCH ${API}/messages/${survey.id}`, async ({ body }) => {
		answers.push(body['message'] as Record<string, unknown>);
		await arrived.promise;
		return { contact: {} };
	});
	for (const index of [0, 1, 2, 4]) await press(radios()[index] ?? '');
	arrived.resolve();
	await until(() => answers.length === 2);
	assert.deepEqual(answers.at(-1), { submitted_values: { csat_survey_response: { rating: 5 } } });
	server.answer(`PATCH ${API}/messages/${survey.id}`, () => {
		throw 503;
	});
	await press(radios()[0] ?? '');
	await until(() => hasText("Couldn't send, try again"));
	accept(survey);
	await press('Try again');
	await until(() => answers.length === 3);
	assert.equal(document.activeElement, radios()[0]);
	assert.deepEqual(answers.at(-1), { submitted_values: { csat_survey_response: { rating: 1 } } });
	await until(() => !hasText("Couldn't send, try again"));
});

test('a rating that has not arrived is sent again by the button below it, too', async () => {
	const survey = ask('input_csat', {});
	server.answer(`PATCH ${API}/messages/${survey.id}`, () => {
		throw 503;
	});
	await open();
	await until(() => radios().length === 5);
	await press(radios()[3] ?? '');
	await until(() => hasText("Couldn't send, try again"));
	accept(survey);
	await press('Submit');
	await until(() => hasText('Thank you for submitting the rating'));
	assert.deepEqual(answers.at(-1), { submitted_values: { csat_survey_response: { rating: 4 } } });
});

test('a rating chosen while the answer to another message is being sent is sent after it', async () => {
	const first = ask('input_select', { items: [{ title: 'Red', value: 'r' }] });
	ask('input_csat', {});
	let arrive: (() => void) | undefined;
	server.answer(`PATCH ${API}/messages/${first.id}`, async ({ body }) => {
		await new Promise<void>((resolve) => (arrive = resolve));
		answers.push(body['message'] as Record<string, unknown>);
	});
	await open();
	await until(() => radios().length === 5);
	await press('Red');
	await until(() => arrive);
	for (const index of [0, 3]) await press(radios()[index] ?? '');
	arrive?.();
	await until(() => hasText('Thank you for submitting the rating'));
	assert.deepEqual(answers, [
		{ submitted_values: [{ title: 'Red', value: 'r' }] },
		{ submitted_values: { csat_survey_response: { rating: 4 } } },
	]);
});

/** Opens the chat, and waits until no message moves. */
async function open(...page: Parameters<Conversation['open']>): Promise<void> {
	await chat.open(...page);
	await rest();
}

/** Adds a message of a kind, whose answer the server accepts. */
function ask(
	content_type: string,
	content_attributes: Message['content_attributes'],
	content: string | null = 'Well?',
) {
	const message = chat.add(content ?? '', { content, content_type, content_attributes });
	accept(message);
	return message;
}

function accept({ id }: Message) {
	server.answer(`PATCH ${API}/messages/${id}`, ({ body }) => {
		answers.push((body['contact'] ?? body['message']) as Record<string, unknown>);
		return { contact: {} };
	});
}

function field(label: string): Promise<HTMLInputElement> {
	return until(() => {
		const labels = [...document.querySelectorAll('label')];
		const found = labels.find(({ textContent }) => textContent.replace(/ \*$/, '') === label);
		return found?.control as HTMLInputElement | null | undefined;
	});
}

function errorOf(control: HTMLElement): string {
	return document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
}

function radios(): HTMLInputElement[] {
	return [...document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')];
}

/** The bubble of an answer. */
function bubbleOf(text: string): Element | undefined {
	const own = [...document.querySelectorAll('[role=log] span[dir=auto]')];
	return own.find(({ textContent }) => textContent === text);
}

/** A parent window that records the messages to it. */
function playHost(): FrameToHost[] {
	const heard: FrameToHost[] = [];
	const hear = (data: unknown) => {
		const message = decodeMessage(FrameToHost, data);
		if (message) heard.push(message);
	};
	const parent = {
		postMessage(data: unknown, _origin: string, [port]: MessagePort[]) {
			hear(data);
			if (port) port.onmessage = (event) => hear(event.data);
		},
	};
	Object.defineProperty(window, 'parent', { value: parent, configurable: true });
	// The visitor is in the chat; Firefox reports the focus for the front window only.
	document.hasFocus = () => true;
	return heard;
}
