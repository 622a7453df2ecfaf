/** Articles that are offered while the visitor writes the first message. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Article } from '#protocol/entities/articles.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { OFFER_DELAY, wordsToAsk } from '../../src/widget/features/articles/offers.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press, type } from '../support/browser/input.ts';
import { Conversation, server } from './conversation.ts';
import { holdTimers } from './heldTimers.ts';
import { makeArticle, PORTAL } from './helpCentre.ts';
import { makePage } from './page.ts';

const LIST = 'GET /hc/help/en/articles.json';
const COMPOSER = { role: 'textbox', name: 'Type your message' };

let chat: Conversation;
let widget: Widget | undefined;
/** What was searched for. */
let asked: (string | null)[];

beforeEach(() => {
	chat = new Conversation();
	asked = [];
	server.answer('POST /api/v1/widget/config', () => ({
		website_channel_config: { auth_token: 'new' },
		contact: { pubsub_token: 'pubsub' },
	}));
	answer(() => ['Glazes', 'Kilns', 'Shipping', 'Returns'].map((title, index) => makeArticle(title, index)));
});
afterEach(() => {
	chat.close();
	widget?.stop();
	widget = undefined;
	document.getElementById('second')?.remove();
});
after(() => server.stop());

function answer(find: (query: URLSearchParams) => Article[] | Promise<Article[]>) {
	server.answer(LIST, async ({ query, headers }) => {
		if (query.get('match') !== 'best') return { payload: [], meta: { articles_count: 0 } };
		asked.push(query.get('query'));
		assert.equal(headers.get('x-auth-token'), null);
		assert.equal(query.get('per_page'), '3');
		return { payload: await find(query), meta: { articles_count: 4 } };
	});
}

/** A visitor who has never written opens the conversation. */
async function enter(changes: Partial<ReturnType<typeof makePage>['channel']> = {}) {
	const container = document.createElement('div');
	container.id = 'second';
	document.body.append(container);
	const channel = { ...makePage().channel, portal: PORTAL, ...changes };
	widget = boot(makePage({ channel }), new URLSearchParams(), container);
	await press('Start Conversation');
	return until(() => document.querySelector('textarea'));
}

const offers = () => document.querySelector('section[aria-label="This may help"]');
const names = () => [...(offers()?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent);

test('at most three articles are offered to who writes the first message, and the composer stays where it is', async () => {
	const field = await enter();
	assert.deepEqual(asked, []);
	await type(COMPOSER, 'Which glaze?');
	const before = field.getBoundingClientRect();
	await until(offers);
	assert.deepEqual(names(), ['Glazes', 'Kilns', 'Shipping']);
	assert.deepEqual(asked, ['Which glaze?']);
	assert.deepEqual(field.getBoundingClientRect(), before);
	assert.equal(document.activeElement, field);
	assert.ok(findNamed('[role=status]', '3 articles found'));
	await axeFindsNothing('#second');
	await key('Enter');
	await until(() => chat.sent.length === 1);
	assert.equal(chat.sent[0]?.['content'], 'Which glaze?');
	await until(() => !offers());
	// The conversation has begun.
	await type(COMPOSER, 'Another question about glazes');
	await key('Enter');
	await until(() => chat.sent.length === 2);
	assert.deepEqual(asked, ['Which glaze?']);
});

test('the visitor reads an article, and finds the text and the offers as they were', async () => {
	await enter();
	await type(COMPOSER, 'Which glaze?');
	await until(offers);
	await press('Kilns');
	await until(() => document.querySelector('iframe')?.getAttribute('src')?.startsWith('/hc/help/articles/kilns?'));
	await press('Back');
	await press('Start Conversation');
	const field = await until(() => document.querySelector('textarea'));
	assert.equal(field.value, 'Which glaze?');
	await until(offers);
	assert.deepEqual(asked, ['Which glaze?']);
});

test('who hides the articles is offered none any more, and goes on to write', async () => {
	await enter();
	await type(COMPOSER, 'Which glaze?');
	await press('Hide articles');
	assert.equal(offers(), null);
	assert.notEqual(document.activeElement, document.body);
	const timers = holdTimers(OFFER_DELAY);
	try {
		await fill(COMPOSER, 'Or which kiln?');
		await until(() => timers.count === 1);
		timers.ring();
	} finally {
		timers.release();
	}
	assert.deepEqual(asked, ['Which glaze?']);
});

test('the server is asked once the visitor pauses, and a late answer to an earlier text is dropped', async () => {
	const first = Promise.withResolvers<Article[]>();
	answer(() => (asked.length === 1 ? first.promise : [makeArticle('Kilns', 1)]));
	await enter();
	await type(COMPOSER, 'Glaze');
	await until(() => asked.length === 1);
	await fill(COMPOSER, 'Kiln');
	await until(() => names().join() === 'Kilns');
	first.resolve([makeArticle('Glazes', 0)]);
	await first.promise;
	await fill(COMPOSER, '');
	await until(() => !offers());
	await type(COMPOSER, 'Kiln again');
	await until(() => asked.length === 3);
	assert.deepEqual(asked, ['Glaze', 'Kiln', 'Kiln again']);
	await until(() => names().join() === 'Kilns');
});

test('nothing shows where there is no answer, or the search fails', async () => {
	answer(() => []);
	await enter();
	await type(COMPOSER, 'Which');
	await until(() => asked.length === 1);
	server.answer(LIST, () => {
		asked.push('failed');
		throw new Error('no answer');
	});
	await type(COMPOSER, ' glaze?');
	await until(() => asked.length === 2);
	await key('Enter');
	await until(() => chat.sent.length === 1);
	assert.equal(offers(), null);
	assert.ok(!hasText('error'));
});

for (const [name, changes] of [
	['without a help center', { portal: null }],
	['whose owner wants no offers', { offerArticles: false as const }],
] as const) {
	test(`a website ${name} asks for no articles`, async () => {
		const timers = holdTimers(OFFER_DELAY);
		try {
			await enter(changes);
			await type(COMPOSER, 'Which glaze?');
			await key('Enter');
			await until(() => chat.sent.length === 1);
			assert.equal(timers.count, 0);
		} finally {
			timers.release();
		}
		assert.deepEqual(asked, []);
	});
}

test('no address and no number of an unsent text leaves the browser', () => {
	assert.equal(wordsToAsk('I am ada@shop.example, order KD-1234, call +49 30 1234'), 'I am order call');
	assert.equal(wordsToAsk('see https://shop.example/a?b=c and 4242 4242 4242 4242!'), 'see and');
	assert.equal(wordsToAsk('我3天前买的'), '我 天前买的');
	assert.equal(wordsToAsk('  123 '), '');
	assert.ok(wordsToAsk('word '.repeat(2_000)).length <= 300);
});
