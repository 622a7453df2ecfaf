import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import axe from 'axe-core';
import { readStored } from '#client/storage.ts';
import type { TypingEvent } from '#protocol/entities/realtime.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { ADA } from './ada.ts';
import { bubble, Conversation, frames, isAtEnd, log, rest, server } from './conversation.ts';
import { makePage } from './page.ts';

let chat: Conversation;

beforeEach(() => (chat = new Conversation()));
afterEach(() => chat.close());
after(() => server.stop());

test('new messages are announced with their sender and without markup; the history is not', async () => {
	chat.add('Old news');
	await chat.open();
	await until(() => bubble('Old news'));
	const live = await until(() => document.querySelector('[aria-live=polite]'));
	assert.equal(log().getAttribute('aria-live'), 'off');
	assert.equal(live.textContent, '');
	chat.say('Breaking');
	await until(() => live.textContent === 'Ada: Breaking');
	chat.say('', { attachments: [location()] });
	await until(() => live.textContent === 'Ada: Location');
});

test('a message that is being written grows in its place, and is announced when it is finished', async () => {
	chat.addMany(20);
	await chat.open();
	const live = await until(() => document.querySelector('[aria-live=polite]'));
	const message = chat.say('', { content_attributes: { streaming: true } });
	const growing = await until(() => log().querySelector('[aria-busy]'));
	const append = (content: string, position: number) => {
		message.content = message.content + content;
		const { id, conversation_id, created_at } = message;
		server.push('message.appended', { id, conversation_id, account_id: 1, created_at, content, position });
	};
	append('A **glaze**', 0);
	await until(() => growing.querySelector('strong')?.textContent === 'glaze');
	for (let piece = 0; piece < 40; piece += 1) append(' of ash', message.content?.length ?? 0);
	await until(() => growing.textContent?.endsWith('of ash') && growing.textContent.length === 287);
	// The browser misses a piece, and reads the text again.
	message.content = `${message.content} lost`;
	append(' found', message.content.length);
	await until(() => growing.textContent?.endsWith(' lost found') && isAtEnd());
	assert.equal(live.textContent, '');
	chat.change(message, { content_attributes: {} });
	await until(() => live.textContent?.startsWith('Ada: A glaze of ash'));
	assert.equal(log().querySelector('[aria-busy]'), null);
});

test('a conversation opens at its end, and stays there while messages arrive', async () => {
	chat.addMany(20);
	await chat.open();
	await until(() => bubble('Message 19\nwith\nlines') && isAtEnd());
	chat.say('At the end');
	await until(() => bubble('At the end') && isAtEnd());
	chat.say('Very long\n'.repeat(60));
	await until(() => hasText('Very long') && isAtEnd());
	assert.ok(!document.querySelector('[title="Go to the newest message"]'));
});

test('a message that is much taller than the list leaves the others drawn when it arrives, and the reader at the end', async () => {
	chat.addMany(10);
	await chat.open();
	await until(isAtEnd);
	await rest();
	const drawn: number[] = [];
	const count = () => drawn.push(log().querySelectorAll('[data-key]').length);
	log().addEventListener('scroll', count);
	chat.say(Array.from({ length: 100 }, (_, line) => `Line ${line}`).join('\n'));
	await until(() => hasText('Line 99') && isAtEnd());
	await rest();
	assert.ok(isAtEnd());
	assert.ok(drawn.length > 0 && !drawn.includes(0), drawn.join());
});

test('a reader at the end stays there while the window changes its size', async () => {
	for (let count = 0; count < 80; count += 1)
		chat.add(`${count}: ${'The glaze is food safe. '.repeat(1 + (count % 19))}`);
	await chat.open();
	await until(isAtEnd);
	const app = await until(() => document.getElementById('app'));
	for (const to of [1200, 320, 700, 360]) {
		// In steps, like a transition.
		for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
			app.style.inlineSize = `${app.clientWidth + (to - app.clientWidth) * part}px`;
			app.style.blockSize = `${500 + part * 100}px`;
			await frames(1);
		}
		await rest();
		assert.ok(isAtEnd(), `${to} px wide`);
		assert.ok(!document.querySelector('[title="Go to the newest message"]'), `${to} px wide`);
	}
});

test('a reader further up stays there; a button counts new messages and leads to them', async () => {
	chat.addMany(20);
	await chat.open();
	await until(isAtEnd);
	const shown = await scrollTo(300);
	const before = shown.getBoundingClientRect().top;
	assert.ok(await until(() => findNamed('button', 'Go to the newest message')));
	chat.say('Further down');
	await until(() => findNamed('button', '1 new message'));
	chat.say('Even further');
	chat.say('My own, from another tab', { message_type: 0 });
	const button = await until(() => findNamed('button', '2 new messages'));
	assert.ok(Math.abs(shown.getBoundingClientRect().top - before) < 1);
	await axeFindsNothing();
	await press(button);
	await until(() => bubble('My own, from another tab') && isAtEnd());
	await until(() => !document.querySelector('[title="Go to the newest message"]'));
	assert.notEqual(document.activeElement, document.body, 'the focus is lost with the button');
});

test('the place of a reader who goes up by one step is stored, although scrolling begins and ends in one frame', async () => {
	chat.addMany(20);
	await chat.open();
	await until(isAtEnd);
	await rest();
	log().scrollTop -= 200;
	for (const event of ['scroll', 'scrollend']) log().dispatchEvent(new Event(event));
	const place = readStored('place:demo') as { id: number } | undefined;
	const stored = chat.messages.find(({ id }) => id === place?.id)?.content;
	await rest();
	const edge = log().getBoundingClientRect().top;
	const bubbles = [...document.querySelectorAll<HTMLElement>('[data-state]')];
	const top = bubbles.find((item) => item.getBoundingClientRect().bottom > edge);
	assert.ok(stored && top === bubble(stored), `${stored} instead of ${top?.innerText}`);
});

test("the visitor's own message is scrolled to from any position", async () => {
	chat.addMany(20);
	const field = await chat.open();
	await until(isAtEnd);
	await scrollTo(300);
	await fill(field, 'Mine');
	await key('Enter');
	await until(() => bubble('Mine') && isAtEnd());
});

test('older messages load above without moving what is being read, until there are no more', async () => {
	chat.addMany(65);
	await chat.open();
	await until(isAtEnd);
	for (let page = 0; page < 3; page += 1) {
		const allow = Promise.withResolvers<void>();
		chat.olderAllowed = allow.promise;
		const shown = await scrollTo(60);
		const before = shown.getBoundingClientRect().top;
		const { scrollHeight } = log();
		allow.resolve();
		await until(() => log().scrollHeight > scrollHeight + 100);
		await rest();
		assert.ok(shown.isConnected);
		assert.ok(Math.abs(shown.getBoundingClientRect().top - before) < 2, `${shown.innerText} moved`);
	}
	log().scrollTop = 0;
	await until(() => bubble('Message 0\nwith\nlines'));
});

test('of a long conversation only a part is drawn, and a message with the focus stays', async () => {
	chat.pageSize = 10_000;
	chat.addMany(10_000);
	await chat.open();
	await until(() => bubble('Message 9999\nwith\nlines') && isAtEnd());
	const reply = bubble('Message 9999\nwith\nlines')?.querySelector('button');
	reply?.focus();
	for (const place of [0.1, 0.5, 0.9]) {
		log().scrollTop = log().scrollHeight * place;
		await until(() => inView() !== undefined);
		assert.ok(document.querySelectorAll('[data-state]').length <= 300);
	}
	assert.ok(document.activeElement === reply);
});

test('days are labelled, and the last message of a run has face, name and time', async () => {
	const yesterday = Math.floor(Date.now() / 1000) - 86_400;
	const old = Date.UTC(2025, 2, 3, 12) / 1000;
	chat.add('Long ago', { created_at: old });
	chat.add('Before', { created_at: yesterday });
	chat.add('One', { created_at: yesterday + 86_398 });
	chat.add('Two', { created_at: yesterday + 86_399 });
	await chat.open();
	const item = await until(() => bubble('Two'));
	assert.deepEqual(
		[...log().querySelectorAll('h2')].map(({ textContent }) => textContent),
		['Mar 03, 2025', 'Yesterday', 'Today'],
	);
	assert.ok(item.innerText.includes('Ada ·'));
	assert.equal(bubble('One')?.innerText.includes('Ada ·'), false);
	assert.equal(bubble('One')?.querySelector('time')?.dateTime, new Date((yesterday + 86_398) * 1000).toISOString());
	await axeFindsNothing();
});

test("the visitor's messages are on the end side and labelled as such, the team's on the other", async () => {
	chat.add('Theirs');
	chat.add('Mine', { message_type: 0 });
	await chat.open();
	const [theirs, mine] = [await until(() => words('Theirs')), await until(() => words('Mine'))];
	assert.ok(mine.right > log().getBoundingClientRect().width - 60);
	assert.ok(theirs.left < 80);
	assert.ok(bubble('Mine')?.textContent.includes('You'));
	document.documentElement.dir = 'rtl';
	await until(() => (words('Mine')?.left ?? 999) < 60);
	document.documentElement.dir = 'ltr';
});

test('a bot is labelled "Bot" beside its name, and messages without a sender have the name that the channel sets', async () => {
	chat.add('I am a bot', {
		sender: { id: 1, name: 'Sorter', avatar_url: '', type: 'agent_bot' },
		sender_type: 'AgentBot',
	});
	const template = chat.add('Welcome', { message_type: 3 });
	delete template.sender;
	await chat.open();
	await until(() => bubble('Welcome')?.innerText.includes('Bot ·'));
	assert.match(bubble('I am a bot')?.innerText ?? '', /Sorter ·\s+Bot ·/);
	chat.close();
	const { channel } = makePage();
	await chat.open({ channel: { ...channel, enabledFeatures: ['use_inbox_avatar_for_bot'] } });
	await until(() => bubble('Welcome')?.innerText.includes('Halden Stoneware ·'));
});

test('an agent who types shows as a bubble, until the message arrives', async () => {
	chat.add('Hello');
	await chat.open();
	await until(() => bubble('Hello'));
	const conversation = { id: 43 } as TypingEvent['conversation'];
	server.push('conversation.typing_on', { conversation, user: ADA, is_private: false, account_id: 1 });
	await until(() => hasText('Ada is typing'));
	chat.say('Here you are');
	await until(() => bubble('Here you are') && !hasText('Ada is typing'));
});

test("a bot's conversation shows typing from the visitor's message to the answer", async () => {
	chat.status = 'pending';
	chat.add('Hello');
	const field = await chat.open();
	await until(() => bubble('Hello'));
	assert.ok(!hasText('Bot is typing'));
	await fill(field, 'Where is my order?');
	await key('Enter');
	await until(() => hasText('Bot is typing') && chat.sent.length === 1);
	chat.say('On its way');
	await until(() => bubble('On its way') && !hasText('Bot is typing'));
});

test('a message that is deleted while on screen vanishes, and the others stay', async () => {
	chat.add('Stays');
	const wrong = chat.add('Wrong');
	chat.add('Stays too');
	await chat.open();
	await until(() => bubble('Wrong'));
	chat.change(wrong, { content_attributes: { deleted: true } });
	await until(() => !bubble('Wrong'));
	assert.ok(bubble('Stays') && bubble('Stays too'));
});

test('the same text sent twice quickly is two messages, in place', async () => {
	const field = await openWith('Hello');
	for (const text of ['Same', 'Same']) {
		await fill(field, text);
		await key('Enter');
		await until(() => field.value === '');
	}
	await until(() => document.querySelectorAll('[data-state=sent]').length === 3);
	assert.equal(document.querySelectorAll('[data-state]').length, 3);
	assert.deepEqual(
		chat.sent.map(({ content }) => content),
		['Same', 'Same'],
	);
	assert.notEqual(chat.sent[0]?.['echo_id'], chat.sent[1]?.['echo_id']);
});

async function openWith(text: string): Promise<HTMLTextAreaElement> {
	chat.add(text);
	const field = await chat.open();
	await until(() => bubble(text));
	return field;
}

/**
 * Scrolls there as a reader does; answers a message in the middle of the view once nothing moves.
 */
async function scrollTo(place: number): Promise<HTMLElement> {
	await rest();
	log().scrollTop = place;
	await rest();
	return until(inView);
}

function inView(): HTMLElement | undefined {
	const { top, height } = log().getBoundingClientRect();
	return [...document.querySelectorAll<HTMLElement>('[data-state]')].find((item) => {
		const rect = item.getBoundingClientRect();
		return rect.top <= top + height / 2 && rect.bottom >= top + height / 2;
	});
}

function words(text: string): DOMRect | undefined {
	return [...document.querySelectorAll('p')].find(({ textContent }) => textContent === text)?.getBoundingClientRect();
}

function location() {
	const identity = { id: 1, message_id: 1, account_id: 1 };
	const place = { coordinates_lat: 1, coordinates_long: 2, fallback_title: null, data_url: null };
	return { ...identity, ...place, file_type: 'location' } as const;
}

/** Runs axe once motion is over, since it would judge colours in between. */
async function axeFindsNothing() {
	await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
	const { violations } = await axe.run('#app', {
		runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
	});
	assert.deepEqual(
		violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
		[],
	);
}
