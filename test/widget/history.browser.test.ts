/** The visitor's earlier conversations, on home and when they are read. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { ListedConversation, Message, PushMessage } from '#protocol/entities/entities.ts';
import type { LateRequest, UnreadRequest } from '#protocol/frame/hostMethods.ts';
import { HISTORY_PER_PAGE } from '#protocol/base/limits.ts';
import { connectionAtom } from '../../src/widget/features/connection/connection.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { performRequest } from '../../src/widget/app/host/hostRequests.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { press } from '../support/browser/input.ts';
import { ADA } from './ada.ts';
import { bubble, Conversation, server } from './conversation.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const DAY = 86_400;
const NOW = Math.floor(Date.now() / 1000);

let chat: Conversation;
let earlier: Map<number, Message[]>;
let listed: ListedConversation[];
let widget: Widget | undefined;

beforeEach(() => {
	chat = new Conversation();
	earlier = new Map();
	listed = [];
	const answerCurrent = () => ({ payload: chat.messages });
	server.answer(`GET ${API}/messages`, ({ query }) => {
		const id = query.get('conversation_id');
		if (id === null) return answerCurrent();
		const messages = earlier.get(Number(id));
		if (!messages) throw 500;
		const before = Number(query.get('before') ?? Infinity);
		return { payload: messages.filter((message) => message.id < before).slice(-20) };
	});
	server.answer(`GET ${API}/conversations/history`, ({ query }) => {
		const before = Number(query.get('before') ?? Infinity);
		return { payload: listed.filter(({ id }) => id < before).slice(0, HISTORY_PER_PAGE) };
	});
	chat.add('The present one');
});
afterEach(() => {
	chat.close();
	widget?.stop();
	widget = undefined;
	document.getElementById('second')?.remove();
	document.body.style.inlineSize = '';
});
after(() => server.stop());

/**
 * Adds an earlier conversation with messages of Ada, `days` ago; it is listed unless it is the
 * current one.
 */
function addEarlier(id: number, days: number, contents: string[], changes: Partial<Message> = {}): Message[] {
	const messages = contents.map((content, index): Message => ({
		id: id * 100 + index,
		content,
		message_type: 1,
		content_type: 'text',
		content_attributes: {},
		created_at: NOW - days * DAY + index,
		conversation_id: id,
		sender: ADA,
		sender_type: 'User',
		...changes,
	}));
	earlier.set(id, messages);
	listed.push({
		id,
		inbox_id: 3,
		contact_last_seen_at: 0,
		status: 'resolved',
		created_at: NOW - days * DAY,
		last_activity_at: NOW - days * DAY,
		last_message: messages.at(-1) ?? null,
	});
	return messages;
}

async function openHome(page: Parameters<Conversation['open']>[0] = {}, name?: string): Promise<void> {
	await chat.open(page, name);
	await press({ selector: 'header button' });
	await until(() => document.querySelector('main h2, main button'));
}

const rows = () => [...document.querySelectorAll<HTMLElement>('main li > button')];
const untilRows = (count: number) => until(() => rows().length === count && rows());

test('home lists earlier conversations, newest first, with the last message, its time, and whether it has ended', async () => {
	listed.push({ ...listedPresent(), status: 'open' });
	addEarlier(42, 0, ['See you']);
	addEarlier(41, 1, ['**Bold** words'], { message_type: 0 });
	addEarlier(40, 400, [''], { attachments: [PICTURE] });
	addEarlier(39, 500, []);
	await openHome();
	const [first, second, third] = await untilRows(3);
	await until(() => !hasText('**Bold**'));
	assert.match(first?.innerText ?? '', /Ada\s+See you\s+Today\s+Ended/);
	assert.match(second?.innerText ?? '', /You\s+Bold words\s+Yesterday\s+Ended/);
	assert.match(third?.innerText ?? '', /Ada\s+Picture message\s+\w+ \d\d, \d{4}\s+Ended/);
	assert.ok(!hasText('The present one'));
	await axeFindsNothing();
});

test('home names an earlier conversation that ends with cards by the first of them', async () => {
	const content_attributes = { items: [{ title: 'Supper plate', description: '', media_url: '', actions: [] }] };
	addEarlier(42, 1, [''], { content_type: 'cards', content_attributes });
	await openHome();
	const [row] = await untilRows(1);
	await until(() => row?.innerText.includes('Supper plate'));
});

test('an earlier conversation shows all of its pages, cannot be answered, and leads back', async () => {
	addEarlier(
		42,
		3,
		Array.from({ length: 30 }, (_, index) => `Line ${index}\nof\nthree`),
	);
	await openHome();
	await press((await untilRows(1))[0] ?? '');
	await until(() => document.querySelector('[role=log]') && hasText('Line 29'));
	assert.ok(!hasText('The present one'));
	assert.equal(document.querySelector('textarea'), null);
	assert.equal(findNamed('button', 'Reply'), undefined);
	assert.ok(document.querySelector('main')?.contains(document.activeElement));
	await axeFindsNothing();
	const log = document.querySelector<HTMLElement>('[role=log]');
	await until(() => {
		log?.scrollTo(0, 0);
		return hasText('Line 0\n');
	});
	await press('Back');
	await untilRows(1);
	await press(rows()[0] ?? '');
	await press('Go to the current conversation');
	await until(() => bubble('The present one') && document.querySelector('textarea'));
	assert.ok(!hasText('Line 29'));
});

test('questions of an earlier conversation can be read but not answered; its links still work', async () => {
	addEarlier(42, 3, ['Rate us'], { content_type: 'input_csat' });
	earlier.get(42)?.unshift({
		...(earlier.get(42)?.[0] as Message),
		id: 4199,
		content: 'Read this',
		content_type: 'article',
		content_attributes: { items: [{ title: 'Glazes', link: 'https://elsewhere.example/glazes' }] },
	});
	await openHome();
	await press((await untilRows(1))[0] ?? '');
	const faces = await until(() => {
		const found = [...document.querySelectorAll<HTMLInputElement>('fieldset :is(button, input)')];
		return found.length > 0 && found;
	});
	assert.ok(faces.every((face) => face.matches(':disabled')));
	await until(() => document.querySelector('a[href="https://elsewhere.example/glazes"]'));
	await axeFindsNothing();
});

test('a message deleted while it is read vanishes, and a new one appears', async () => {
	const [, second] = addEarlier(42, 3, ['Stays', 'Goes']);
	await openHome();
	await press((await untilRows(1))[0] ?? '');
	await until(() => bubble('Goes'));
	server.push('message.updated', {
		...second,
		content_attributes: { deleted: true },
	} as Partial<PushMessage> as PushMessage);
	await until(() => !bubble('Goes'));
	server.push('message.created', {
		...second,
		id: 4_299,
		content: 'One more word',
	} as Partial<PushMessage> as PushMessage);
	await until(() => bubble('One more word') && bubble('Stays'));
});

test('a conversation that fails to load says so, and can be tried again', async () => {
	const messages = addEarlier(42, 3, ['Found again']);
	earlier.delete(42);
	await openHome();
	await press((await untilRows(1))[0] ?? '');
	await until(() => document.querySelector('[role=alert]') && hasText('This could not be loaded.'));
	await axeFindsNothing();
	earlier.set(42, messages);
	await press('Try again');
	await until(() => bubble('Found again'));
});

test('more conversations load on demand, and the focus goes to the first of them', async () => {
	for (let id = 42; id > 42 - HISTORY_PER_PAGE - 3; id--) addEarlier(id, 50 - id, [`Of ${id}`]);
	await openHome();
	const few = await untilRows(3);
	await press('Show more');
	const first = await untilRows(HISTORY_PER_PAGE);
	await until(() => document.activeElement === first[few.length]);
	await press('Show more');
	const all = await untilRows(HISTORY_PER_PAGE + 3);
	await until(() => document.activeElement === all[HISTORY_PER_PAGE]);
	assert.equal(findNamed('button', 'Show more'), undefined);
});

test('a server without such a list shows none, and the session stays', async () => {
	server.answer(`GET ${API}/conversations/history`, () => {
		throw 404;
	});
	await openHome();
	await until(() => server.calls.includes(`GET ${API}/conversations/history`));
	await until(() => findNamed('button', 'Continue conversation'));
	assert.ok(!hasText('Earlier conversations'));
	assert.ok(!server.calls.includes(`POST ${API}/config`));
});

test('a new visitor makes no request for earlier conversations', async () => {
	const container = document.createElement('div');
	container.id = 'second';
	document.body.append(container);
	widget = boot(makePage(), new URLSearchParams(), container);
	await until(() => findNamed('button', 'Start Conversation'));
	assert.ok(!server.calls.some((call) => call.includes('history') || call.includes('config')));
});

test('a page that shows the history gets the whole list, with the focus on its first row', async () => {
	for (let id = 42; id > 36; id -= 1) addEarlier(id, 43 - id, [`Question ${id}`]);
	const container = document.createElement('div');
	container.id = 'second';
	document.body.append(container);
	const session = { authToken: 'known', pubsubToken: 'pubsub' };
	widget = boot(makePage({ session }), new URLSearchParams(), container);
	await until(() => bubble('The present one'));
	await performRequest(widget.store, { event: 'show', view: 'history' } satisfies LateRequest as UnreadRequest);
	const [first] = await untilRows(6);
	await until(() => document.activeElement === first);
});

test('a reload returns to the earlier conversation', async () => {
	addEarlier(42, 3, ['Still here']);
	location.hash = '#/conversation?conversation=42';
	const container = document.createElement('div');
	container.id = 'second';
	document.body.append(container);
	const session = { authToken: 'known', pubsubToken: 'pubsub' };
	widget = boot(makePage({ session }), new URLSearchParams(), container);
	await until(() => bubble('Still here'));
	await until(() => widget?.store.get(connectionAtom) === 'connected');
	await press('Go to the current conversation');
	await until(() => bubble('The present one') && !bubble('Still here'));
});

test('in Arabic, at 320 pixels, with endless words, nothing is cut off or sticks out', async () => {
	addEarlier(42, 3, ['Wort'.repeat(200)]);
	document.body.style.inlineSize = '320px';
	await openHome({ channel: { ...makePage().channel, locale: 'ar' } }, 'اكتب رسالتك');
	const [row] = await untilRows(1);
	assert.equal(document.documentElement.dir, 'rtl');
	assert.ok(row && row.scrollWidth <= row.clientWidth && row.offsetWidth <= 320);
	await axeFindsNothing();
	document.documentElement.dir = 'ltr';
});

const PICTURE = {
	id: 1,
	message_id: 1,
	file_type: 'image',
	account_id: 1,
	extension: null,
	data_url: '/none.png',
	thumb_url: '/none.png',
	file_size: 1,
	width: null,
	height: null,
} as const;

function listedPresent(): Omit<ListedConversation, 'status'> {
	return {
		id: 43,
		inbox_id: 3,
		contact_last_seen_at: 0,
		created_at: NOW,
		last_activity_at: NOW,
		last_message: chat.messages[0] ?? null,
	};
}
