/** An agent finds conversations, messages and contacts by words. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { LONG_NAME } from '../widget/extremes.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, until } from './page.ts';
import { makeConversation, makeMessage, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const NOW = 1_767_600_000;
const SEARCH = `GET ${ACCOUNT}/search`;
const MESSAGES = `GET ${ACCOUNT}/conversations/1/messages`;
const server = startFakeServer();
let endDesk = () => {};
const mira = makeConversation();
const history = Array.from({ length: 80 }, (_, index) =>
	makeMessage({
		id: index + 1,
		content: index === 4 ? 'The **kiln** broke my cup' : `Line ${index + 1}`,
		created_at: NOW + index,
	}),
);
const inbox = { id: 1, name: 'Shop', channel_type: 'Channel::WebWidget' };
const contact = { id: VISITOR.id, name: VISITOR.name, email: VISITOR.email, phone_number: null, identifier: null };

/** One page for all tests: they follow one agent. */
before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({ data: { meta: {}, payload: [mira], next_cursor: null } }));
	server.answer(MESSAGES, ({ query }) => ({ meta: {}, payload: pageOf(query) }));
	server.answer(`POST ${ACCOUNT}/conversations/1/toggle_typing_status`, () => null);
	server.answer(SEARCH, ({ query }) => ({ payload: find(query.get('q') ?? '') }));
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
});

after(() => endDesk());

test('a slash opens the search, which marks what it has found', async () => {
	await key('/');
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	await until(() => document.activeElement === field);
	await until(() => document.querySelectorAll('dialog [role=option]').length === 1);
	await fill(field, 'kil');
	await until(() => document.querySelectorAll('dialog [role=group]').length === 2);
	assert.equal(document.querySelector('dialog mark')?.textContent, 'kiln');
	assert.ok(findNamed('dialog [role=group]', 'Messages'));
	await axeFindsNothing('dialog');
	await fill(field, 'nowhere');
	await until(() => hasText('No results found'));
});

test('Enter waits for what the words find, and takes nothing that others have found', async () => {
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	await fill(field, 'kiln');
	await until(() => document.querySelector('dialog mark'));
	const searched = Promise.withResolvers<void>();
	const late = Promise.withResolvers<void>();
	server.answer(SEARCH, async ({ query }) => {
		searched.resolve();
		await late.promise;
		return { payload: find(query.get('q') ?? '') };
	});
	await fill(field, 'Line 7');
	await searched.promise;
	await key('Enter');
	assert.ok(document.querySelector('dialog[open]'), 'what was found before is not taken');
	await fill(field, '');
	await until(() => document.querySelectorAll('dialog [role=option]').length === 1);
	await fill(field, 'Line 8');
	await until(() => document.querySelectorAll('dialog [role=option]').length === 0);
	await key('ArrowDown');
	await key('ArrowUp');
	late.resolve();
	await until(() => document.querySelector('dialog [role=option][aria-selected=true]'));
	server.answer(SEARCH, ({ query }) => ({ payload: find(query.get('q') ?? '') }));
});

test('an agent who leaves before a message has loaded is not led to it later', async () => {
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	const asked = Promise.withResolvers<void>();
	const late = Promise.withResolvers<void>();
	const taken = Promise.withResolvers<void>();
	server.answer(MESSAGES, async ({ query }) => {
		const page = Response.json({ meta: {}, payload: pageOf(query) });
		if (!query.has('after')) return page;
		asked.resolve();
		await late.promise;
		const read = page.text.bind(page);
		page.text = () => read().finally(taken.resolve);
		return page;
	});
	await fill(field, 'Line 50');
	await until(() => hasText('Line 50'));
	await key('Enter');
	await asked.promise;
	location.hash = '#/';
	await until(() => !document.querySelector('[role=log]'));
	late.resolve();
	await taken.promise;
	await new Promise(requestAnimationFrame);
	location.hash = '#/conversations/1';
	const log = await until(() => document.querySelector<HTMLElement>('[role=log]'));
	await until(() => log.innerText.includes('Line 50'));
	assert.equal(document.querySelector('[data-highlighted]'), null);
	server.answer(MESSAGES, ({ query }) => ({ meta: {}, payload: pageOf(query) }));
	location.hash = '#/';
	await until(() => !document.querySelector('[role=log]'));
	await press('Search');
});

test('a message that is found is shown where it was said, however old it is', async () => {
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	await fill(field, 'kiln');
	// Marks of what was sought before may still be there.
	await until(() => document.querySelector('dialog mark')?.textContent === 'kiln');
	await key('Enter');
	await until(() => location.hash === '#/conversations/1');
	const item = await until(() => document.querySelector<HTMLElement>('[data-highlighted]'));
	assert.match(item.innerText, /The kiln broke my cup/);
	await until(() => document.activeElement === item);
	await until(() => !document.querySelector('[data-highlighted]'));
});

test('a contact leads to the latest conversation; where there is none, the desk says so', async () => {
	location.hash = '#/';
	await until(() => hasText('Choose a conversation to read and reply.'));
	server.answer(`GET ${ACCOUNT}/contacts/${VISITOR.id}/conversations`, () => ({ payload: [] }));
	await chooseContact();
	await until(() => hasText('This contact has no conversations.'));
	await until(() => !hasText('This contact has no conversations.'));
	server.answer(`GET ${ACCOUNT}/contacts/${VISITOR.id}/conversations`, () => {
		throw 500;
	});
	await chooseContact();
	await until(() => hasText('That did not work. Try again.'));
	server.answer(`GET ${ACCOUNT}/contacts/${VISITOR.id}/conversations`, () => ({ payload: [mira] }));
	await chooseContact();
	await until(() => location.hash === '#/conversations/1' && !hasText('That did not work. Try again.'));
});

test('an agent who goes elsewhere before the conversation of a contact is known stays there', async () => {
	const asked = Promise.withResolvers<void>();
	const late = Promise.withResolvers<void>();
	const taken = Promise.withResolvers<void>();
	server.answer(`GET ${ACCOUNT}/contacts/${VISITOR.id}/conversations`, async () => {
		const page = Response.json({ payload: [mira] });
		asked.resolve();
		await late.promise;
		const read = page.text.bind(page);
		page.text = () => read().finally(taken.resolve);
		return page;
	});
	location.hash = '#/';
	await until(() => hasText('Choose a conversation to read and reply.'));
	await chooseContact();
	await asked.promise;
	location.hash = '#/conversations/99';
	late.resolve();
	await taken.promise;
	await new Promise(requestAnimationFrame);
	assert.equal(location.hash, '#/conversations/99');
	server.answer(`GET ${ACCOUNT}/contacts/${VISITOR.id}/conversations`, () => ({ payload: [mira] }));
	location.hash = '#/conversations/1';
});

test('a thread of which much is known draws its newest lines first', async () => {
	const lines = () => document.querySelectorAll('[role=log] ol > li').length;
	await until(() => lines() === 60);
	const first = document.querySelector('[role=log] ol > li');
	server.push('message.created', makeMessage({ id: 81, content: 'One more', created_at: NOW + 81 }));
	await until(() => lines() === 61);
	assert.ok(first?.isConnected, 'a new line takes no other one away');
	// Whoever goes up has the older ones before the button comes into sight.
	document.querySelector<HTMLElement>('[role=log]')?.focus();
	await key('Home');
	await until(() => lines() > 61);
	assert.match(document.querySelector<HTMLElement>('[role=log]')?.innerText ?? '', /The kiln broke my cup/);
});

test('more of what the words find is shown by keyboard or by a press, and each once', async () => {
	const said = find('Line').messages;
	server.answer(SEARCH, () => ({ payload: { ...find('Line'), messages: said.slice(0, 15) } }));
	server.answer(`${SEARCH}/messages`, () => {
		throw 500;
	});
	await press('Search');
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	await fill(field, 'Line');
	await until(() => findNamed('dialog [role=option]', 'Show more'));
	const options = () => findNamed('dialog [role=group]', 'Messages')?.querySelectorAll('[role=option]').length;
	const chosen = () => document.querySelector('dialog [aria-selected=true]')?.textContent;
	// Below the messages there is the contact, which is the last.
	await key('ArrowUp');
	await until(() => chosen()?.includes(VISITOR.name));
	await key('ArrowUp');
	await until(() => chosen() === 'Show more');
	await key('Enter');
	await until(() => findNamed('dialog [role=status]', 'The search failed.'));
	assert.equal(options(), 16);
	const pages: (string | null)[] = [];
	server.answer(`${SEARCH}/messages`, ({ query }) => {
		pages.push(query.get('page'));
		// A new message has moved the others by one.
		return { payload: { messages: pages.length === 1 ? said.slice(14, 29) : said.slice(29, 34) } };
	});
	await key('Enter');
	await until(() => options() === 30 && !hasText('The search failed.'));
	assert.equal(document.activeElement, field);
	await press(inDialog('Show more'));
	await until(() => options() === 34);
	assert.equal(document.activeElement, field);
	assert.equal(findNamed('dialog [role=option]', 'Show more'), undefined);
	assert.deepEqual(pages, ['2', '3']);
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
});

test('a search that fails says so', async () => {
	server.answer(SEARCH, () => {
		throw 500;
	});
	await press('Search');
	await fill({ selector: 'dialog [role=combobox]' }, 'cup');
	await until(() => hasText('The search failed.'));
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
});

test('on a phone a long name is cut, and what stands beside it stays in sight', async () => {
	server.answer(SEARCH, () => ({
		payload: { conversations: [], contacts: [{ ...contact, name: LONG_NAME }], messages: [] },
	}));
	await setViewport({ width: 360, height: 640 });
	await press('Search');
	await fill({ selector: 'dialog [role=combobox]' }, 'max');
	const option = await until(() =>
		[...document.querySelectorAll('dialog [role=option]')].find((one) => one.textContent.includes(LONG_NAME)),
	);
	const list = option.closest('dialog')?.querySelector('[role=listbox]') ?? assert.fail('no list');
	assert.ok(list.scrollWidth <= list.clientWidth, `${list.scrollWidth} px in ${list.clientWidth}`);
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
	await setViewport({ width: 800, height: 600 });
});

async function chooseContact(): Promise<void> {
	await press('Search');
	await fill({ selector: 'dialog [role=combobox]' }, 'kiln');
	const option = await until(() =>
		findNamed('dialog [role=group]', 'Contacts')?.querySelector<HTMLElement>('[role=option]'),
	);
	await press(option);
	await until(() => !document.querySelector('dialog'));
}

function find(q: string) {
	const messages = history.filter(({ content }) => content?.includes(q)).map((message) => ({ ...message, inbox }));
	return { conversations: [], contacts: messages.length > 0 ? [contact] : [], messages };
}

function pageOf(query: URLSearchParams) {
	const before = Number(query.get('before') ?? Infinity);
	const after = Number(query.get('after') ?? 0);
	const within = history.filter(({ id }) => id < before && id >= after);
	return query.has('after') ? within.slice(0, 100) : within.slice(-20);
}
