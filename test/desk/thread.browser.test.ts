/** What an agent sees of each message, and does with it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Message, PushMessage } from '#protocol/entities/entities.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, until } from './page.ts';
import { AGENT, makeConversation, makeMessage, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const NOW = 1_767_600_000;
const server = startFakeServer();
let endDesk = () => {};
const mira = makeConversation();
const history = Array.from({ length: 60 }, (_, index) =>
	makeMessage({ id: index + 1, content: `Line ${index + 1}`, created_at: NOW + index }),
);

/** One page for all tests: they follow one agent through one conversation. */
before(async () => {
	server.answer('GET /auth/desk_session', () => PROFILE);
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({ data: { meta: {}, payload: [mira], next_cursor: null } }));
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, ({ query }) => ({ meta: {}, payload: pageOf(query) }));
	server.answer(`POST ${ACCOUNT}/conversations/1/update_last_seen`, () => mira);
	server.answer(`POST ${ACCOUNT}/conversations/1/toggle_typing_status`, () => null);
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
	location.hash = '#/conversations/1';
	await until(() => logText().includes('Line 60'));
});

after(() => endDesk());

test('a message that a bot is writing grows, and is whole when it is finished', async () => {
	const message = push({ content: 'The', content_attributes: { streaming: true } });
	const growing = await until(() => document.querySelector('[role=log] [aria-busy=true]'));
	const { id, conversation_id, created_at } = message;
	const piece = { id, conversation_id, account_id: 1, created_at };
	server.push('message.appended', { ...piece, content: ' glaze', position: 3 });
	server.push('message.appended', { ...piece, content: ' is', position: 9 });
	await until(() => growing.textContent === 'The glaze is');
	server.push('message.updated', { ...message, content: 'The glaze is food safe.', content_attributes: {} });
	await until(() => growing.textContent === 'The glaze is food safe.' && !growing.hasAttribute('aria-busy'));
});

test('a message that came by mail says so, names another sender, and has the whole mail folded', async () => {
	const sender = { ...VISITOR, email: 'mira@home.example' };
	const email = {
		from: ['mira@home.example'],
		subject: 'Re: Your order',
		text_content: { full: 'It is 40.\n> Which size is it?', reply: 'It is 40.' },
		html_content: {},
	};
	const itemOf = (content: string) =>
		until(() => [...document.querySelectorAll('[role=log] li')].find((item) => item.textContent.includes(content)));
	push({ message_type: 0, content: 'It is 40.', sender, content_attributes: { email } });
	const own = await itemOf('It is 40.');
	await until(() => own.textContent.includes('By email'));
	assert.ok(!own.textContent.includes('By email from'));
	const whole = own.querySelector('details');
	assert.equal(whole?.open, false);
	await press(own.querySelector('summary') ?? assert.fail());
	await until(() => whole.open && hasText('Re: Your order') && hasText('> Which size is it?'));

	const others = { ...email, from: ['colleague@work.example'], left_out: ['plan.exe'] };
	push({ message_type: 0, content: 'I answer for Mira.', sender, content_attributes: { email: others } });
	const other = await itemOf('I answer for Mira.');
	await until(() => other.textContent.includes('By email from colleague@work.example'));
	assert.ok(other.textContent.includes('Files left out: plan.exe'));

	// What is no mail, and one that is not readable, has no mark.
	push({ message_type: 0, content: 'In the chat', sender, content_attributes: { email: { from: 'nobody' } } });
	assert.ok(!(await itemOf('In the chat')).textContent.includes('By email'));
});

test('a message that cannot be drawn costs itself', async () => {
	push({ content: 'Before the fault' });
	push({ content: 'Itself', attachments: [null as never] });
	push({ content: 'After the fault' });
	const failure = await until(() => document.querySelector('[role=log] li > [role=alert]'));
	assert.equal(failure.textContent, 'This could not be loaded. Try again');
	await until(() => logText().includes('Before the fault') && logText().includes('After the fault'));
});

test('each kind of message shows what it offers, and what the visitor answered', async () => {
	push({
		content: 'Which glaze?',
		content_type: 'input_select',
		content_attributes: {
			items: [
				{ title: 'Cobalt', value: 'c' },
				{ title: 'Ash', value: 'a' },
			],
			submitted_values: [{ title: 'Ash', value: 'a' }],
		},
	});
	await until(() => findNamed('li[aria-current=true]', 'Ash'));
	assert.ok(findNamed('li:not([aria-current])', 'Cobalt'));

	push({ content: 'Where can we write to?', content_type: 'input_email', content_attributes: {} });
	await until(() => logText().includes('Not answered yet'));

	const items = [
		{ type: 'select', name: 'size', label: 'Size', options: [{ label: 'Very large', value: 'xl' }] },
		{ type: 'text', name: 'colour', label: 'Colour' },
	];
	push({
		content: 'Your order',
		content_type: 'form',
		content_attributes: { items, submitted_values: [{ name: 'size', value: 'xl' }] },
	});
	const answer = await until(() => document.querySelector('[role=log] [aria-label=Answers]'));
	assert.ok(logText().includes('Size: Very large'));
	const question = [...document.querySelectorAll('[role=log] p')].find(
		({ textContent }) => textContent === 'Your order',
	);
	const leftOf = (element: Element | undefined) => element?.getBoundingClientRect().left ?? Number.NaN;
	assert.ok(leftOf(answer) + 50 < leftOf(question), 'it stands on the side of the visitor, who has given it');

	push({
		content: null,
		content_type: 'cards',
		content_attributes: {
			items: [
				{
					title: 'Blue cup',
					description: 'Stoneware',
					actions: [
						{ type: 'link', text: 'Look', uri: 'https://shop.example/cup' },
						{ type: 'postback', text: 'Buy', payload: 'buy' },
						{ type: 'link', text: 'Trap', uri: 'javascript:alert(1)' },
					],
				},
			],
		},
	});
	await until(() => findNamed('h3', 'Blue cup'));
	assert.equal(findNamed<HTMLAnchorElement>('a', 'Look')?.href, 'https://shop.example/cup');
	assert.equal(findNamed('button', 'Buy'), undefined, 'only the visitor can press it');
	assert.ok(logText().includes('Buy'));
	assert.ok(!logText().includes('Trap'));

	push({
		content: 'This may help',
		content_type: 'article',
		content_attributes: { items: [{ title: 'Shipping', description: 'How', link: 'https://shop.example/shipping' }] },
	});
	const article = await until(() =>
		document.querySelector<HTMLAnchorElement>('a[href="https://shop.example/shipping"]'),
	);
	assert.match(article.innerText, /Shipping\s+How/);

	push({
		content: 'Please rate the conversation',
		message_type: 3,
		content_type: 'input_csat',
		content_attributes: {
			submitted_values: { csat_survey_response: { rating: 4, feedback_message: 'Very kind' } },
		},
	});
	await until(() => /Good\s+4 \/ 5\s+Very kind/.test(logText()));

	push({ content: 'Secret', content_attributes: {} });
	await until(() => logText().includes('Secret'));
	push({ id: newestId, content: 'Diese Nachricht wurde gelöscht', content_attributes: { deleted: true } });
	await until(() => logText().includes('This message was deleted'));
	assert.ok(!logText().includes('Secret'));
});

test('a message that the visitor deletes says so, and a reaction shows below what it is to', async () => {
	const own = push({ content: 'My card is 4111', message_type: 0 });
	const answer = push({ content: 'Thank you' });
	await until(() => logText().includes('My card is 4111'));
	const deleted = { content: 'Gelöscht', content_attributes: { deleted: true, deleted_by: 'contact' } };
	server.push('message.updated', { ...own, ...deleted });
	await until(() => logText().includes('The visitor deleted this message'));
	assert.ok(!logText().includes('4111'));
	const reaction = () => document.querySelector('[role=log] [role=img][aria-label="Reaction: ❤️"]');
	server.push('message.updated', { ...answer, content_attributes: { reaction: '❤️' } });
	await until(reaction);
	server.push('message.updated', { ...answer, content_attributes: {} });
	await until(() => !reaction());
	const edited = push({ content: 'Blue or gren?', message_type: 0 });
	server.push('message.updated', { ...edited, content: 'Blue or green?', content_attributes: { edited_at: NOW } });
	await until(() => /Blue or green\?\s+Edited/.test(logText()));
});

test('a video call opens in a tab of its own, and says when it does not', async () => {
	const { open } = window;
	const opened: { location: { href: string }; isClosed: boolean; close: () => void }[] = [];
	window.open = () => {
		const tab = { opener: window, location: { href: '' }, isClosed: false, close: () => (tab.isClosed = true) };
		opened.push(tab);
		return tab as unknown as Window;
	};
	const route = `POST ${ACCOUNT}/integrations/dyte/add_participant_to_meeting`;
	server.answer(route, ({ body }) => {
		assert.equal(body['message_id'], newestId);
		throw 500;
	});
	push({
		content: 'Video call',
		content_type: 'integrations',
		content_attributes: { type: 'dyte', data: { meeting_id: 'm' } },
	});
	const button = await until(() => findNamed('button', 'Click here to join'));
	await press(button);
	await until(() => hasText('That did not work. Try again.'));
	server.answer(route, () => ({ url: 'https://calls.example/m' }));
	await press(button);
	await until(() => opened[1]?.location.href === 'https://calls.example/m');
	assert.deepEqual(
		opened.map(({ isClosed }) => isClosed),
		[true, false],
	);
	assert.ok(!hasText('That did not work. Try again.'));
	window.open = open;
});

test('an agent begins a call, which the server words for the visitor', async () => {
	const sent = Promise.withResolvers<Record<string, unknown>>();
	server.answer(`POST ${ACCOUNT}/conversations/1/messages`, ({ body }) => {
		sent.resolve(body);
		newestId += 1;
		return makeMessage({
			id: newestId,
			created_at: NOW + newestId,
			message_type: 1,
			content: 'Videoanruf',
			content_type: 'integrations',
			content_attributes: { type: 'dyte', data: { meeting_id: 'n' } },
			echo_id: String(body['echo_id']),
		});
	});
	await press('Video call');
	const body = await sent.promise;
	assert.deepEqual([body['content_type'], body['content'], body['private']], ['integrations', undefined, false]);
	await until(() => logText().includes('Videoanruf') && !logText().includes('Sending…'));
});

test('an answer shows the message that it quotes, however old, and leads to it', async () => {
	push({ message_type: 0, content: 'About that', content_attributes: { in_reply_to: 3 } });
	const quote = await until(() => findQuote('Line 3'));
	assert.match(quote.textContent, /^Replying to:Mira OkonkwoLine 3$/);
	assert.ok(!logText().includes('Line 4\n'), 'the messages between are not loaded');
	await press(quote);
	// The answer itself says "Line 3" as well.
	const target = await until(() =>
		[...document.querySelectorAll<HTMLElement>('[role=log] li')].find(
			(li) => !li.contains(quote) && /^Line 3$/m.test(li.innerText),
		),
	);
	await until(() => document.activeElement === target);
	const { top, bottom } = target.getBoundingClientRect();
	assert.ok(top >= 0 && bottom <= innerHeight, 'it is in view');
	assert.ok(logText().includes('Line 4\n'), 'without a gap');
	await until(() => !target.hasAttribute('data-highlighted'));
});

test('an answer is written to a message of choice: its quote stands above the text and goes along', async () => {
	push({ message_type: 0, content: 'Which of the *two*?' });
	const item = await until(() => findItem('Which of the two?'));
	await choose(item, 'Reply');
	await until(() => document.activeElement === composer());
	const bar = await until(
		() => /Replying to:\s+Which of the two\?/.test(composer().form?.innerText ?? '') && composer().form,
	);
	await press('Cancel reply');
	await until(() => !bar.innerText.includes('Replying to'));
	await choose(item, 'Reply');
	await until(() => bar.innerText.includes('Replying to'));
	const sent = Promise.withResolvers<Record<string, unknown>>();
	server.answer(`POST ${ACCOUNT}/conversations/1/messages`, ({ body }) => {
		sent.resolve(body);
		throw 500;
	});
	await fill(composer(), 'The blue one');
	await key('Enter');
	const { content, content_attributes } = await sent.promise;
	assert.deepEqual([content, content_attributes], ['The blue one', `{"in_reply_to":${newestId}}`]);
	await until(() => !bar.innerText.includes('Replying to'));
});

test('the menu of a message copies its text as it was written', async () => {
	let copied = '';
	const { clipboard } = navigator;
	Object.defineProperty(navigator, 'clipboard', {
		configurable: true,
		value: { writeText: (text: string) => ((copied = text), Promise.resolve()) },
	});
	const item = await until(() => findItem('Which of the two?'));
	await choose(item, 'Copy');
	await until(() => findNamed('[role=status]', 'Copied'));
	assert.equal(copied, 'Which of the *two*?');
	Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
});

test('a message is deleted after a question, by keyboard too, and a refusal says so', async () => {
	const message = push({ content: 'The wrong window' });
	const item = await until(() => findItem('The wrong window'));
	const route = `DELETE ${ACCOUNT}/conversations/1/messages/${message.id}`;
	server.answer(route, () => {
		throw 500;
	});
	const button = await choose(item, 'Delete');
	const dialog = await until(() => document.querySelector<HTMLDialogElement>('dialog[open]'));
	await press(inDialog('Cancel'));
	await until(() => !dialog.isConnected);
	assert.equal(document.activeElement, button, 'the focus is where it was');
	assert.ok(!server.calls.includes(route));
	await choose(item, 'Delete');
	await press(inDialog('Delete'));
	await until(() => findNamed('dialog [role=alert]', 'That did not work. Try again.'));
	server.answer(route, () => ({ ...message, content: 'Gelöscht', content_attributes: { deleted: true } }));
	await press(inDialog('Delete'));
	await until(() => !document.querySelector('dialog'));
	assert.match(item.innerText, /This message was deleted/);
	assert.equal(item.querySelector('button'), null, 'there is nothing left to do with it');
	assert.equal(document.activeElement, item, 'the focus is not lost');
});

let newestId = 100;

/** Chooses from the menu of a message. Answers the menu's button. */
async function choose(item: HTMLElement, name: string): Promise<HTMLElement> {
	const menu = item.querySelector<HTMLElement>('[aria-label="More options"]');
	assert.ok(menu);
	await press(menu);
	const action = await until(() =>
		[...item.querySelectorAll('button')].find(({ textContent }) => textContent === name),
	);
	await press(action);
	await until(() => !action.isConnected);
	return menu;
}

function findItem(text: string): HTMLElement | undefined {
	return [...document.querySelectorAll<HTMLElement>('[role=log] ol > li')].find(({ innerText }) =>
		innerText.includes(text),
	);
}

function composer(): HTMLTextAreaElement {
	const field = document.querySelector('textarea');
	assert.ok(field);
	return field;
}

/** A message arrives: by default the team's, and a new one. */
function push(facts: Partial<PushMessage>): PushMessage {
	newestId = facts.id ?? newestId + 1;
	const message = makeMessage({
		id: newestId,
		created_at: NOW + newestId,
		message_type: 1,
		...(facts.message_type !== 0 && { sender: AGENT, sender_type: 'User', sender_id: AGENT.id }),
		...facts,
	});
	server.push(facts.id === undefined ? 'message.created' : 'message.updated', message);
	return message;
}

function pageOf(query: URLSearchParams): Message[] {
	const after = Number(query.get('after') ?? 0);
	const before = Number(query.get('before') ?? Infinity);
	const page = history.filter(({ id }) => id >= after && id < before);
	return query.has('after') ? page : page.slice(-20);
}

function findQuote(text: string): HTMLElement | undefined {
	return [...document.querySelectorAll<HTMLElement>('[role=log] button')].find((button) =>
		button.textContent.endsWith(text),
	);
}

function logText(): string {
	return document.querySelector<HTMLElement>('[role=log]')?.innerText ?? '';
}
