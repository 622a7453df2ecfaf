/** Articles and earlier conversations, which home offers to read. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'puppeteer-core';
import { press, type } from '../support/input.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { chooseInMenu, see, seeNoText, seeText, until } from './waiting.ts';

const ARTICLE = 'Shipping and delivery';
const SENTENCE = 'We pack every piece in straw and paper';
const FAILURE = 'There was an error loading the article, please refresh the page and try again.';
const LIST = /^GET \/hc\/help\/en\/articles\.json/;
const PAGE = /^GET \/hc\/help\/articles\//;
const HISTORY = /^GET \/api\/v1\/widget\/conversations\/history/;
const MESSAGES = /^GET \/api\/v1\/widget\/messages/;

describe('reading', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	test('a visitor reads a popular article in the chat, follows a link in it, returns, and finds another by search', async () => {
		const frame = await home(await journey.visitor());
		await press(frame, ARTICLE);
		const article = await articleIn(frame);
		await seeText(article, SENTENCE);
		await press(article, 'Help center');
		await seeText(await articleIn(frame), 'All topics');
		await press(frame, 'Back');
		await seeText(frame, 'Popular Articles');
		await type(frame, { selector: 'input[type=search]' }, 'dishwasher');
		await press(frame, row('Caring for glaze and clay'));
		await seeText(await articleIn(frame), 'Caring for glaze and clay');
		await press(frame, 'Back');
		await seeText(frame, 'Popular Articles');
	});

	test('an earlier conversation can be read again, but not answered', async () => {
		const { visitor, frame } = await twoConversations('Is the blue one back?', 'Do you ship to Malta?');
		await press(frame, 'Back');
		await press(frame, row('Is the blue one back?'));
		await seeText(frame, 'This is an earlier conversation.');
		await see(frame, 'it, and nothing of the present one', () => {
			const log = document.querySelector<HTMLElement>('[role=log]')?.innerText ?? '';
			return log.includes('Is the blue one back?') && !log.includes('Malta');
		});
		assert.equal(await frame.$('textarea'), null);
		await visitor.reload();
		const anew = await visitor.openPanel();
		await seeText(anew, 'Do you ship to Malta?');
		await anew.waitForSelector('textarea');
	});

	test('home is complete without articles where they cannot be listed, and has them the next time', async () => {
		for (const failure of [500, 'no answer'] as const) {
			journey.proxy.fail(LIST, failure);
			const { exchanges } = journey.proxy;
			const before = exchanges.length;
			const visitor = await journey.newcomer();
			await visitor.hurry();
			const { promise: hasFailed, resolve } = Promise.withResolvers<void>();
			visitor.page.on('console', (line) => line.text().includes('articles could not be read') && resolve());
			await visitor.page.goto(journey.pageUrl);
			await visitor.pressLauncher();
			const frame = await visitor.frame();
			const isList = ({ path }: { path: string }) => LIST.test(`GET ${path}`);
			await until('the list was asked for', () => exchanges.slice(before).some(isList));
			await hasFailed;
			await seeNoText(frame, 'Popular Articles');
			journey.proxy.restore();
			await visitor.takeTime();
			await press(frame, 'Start Conversation');
			await press(frame, 'Back');
			await seeText(frame, ARTICLE);
			await journey.clear();
		}
	});

	test('an article that fails to load says so, and loads once the server is back', async () => {
		for (const failure of [500, 'no answer'] as const) {
			const visitor = await journey.visitor();
			const frame = await home(visitor);
			journey.proxy.fail(PAGE, failure);
			await visitor.hurry();
			await press(frame, ARTICLE);
			await seeText(frame, FAILURE);
			journey.proxy.restore();
			await visitor.takeTime();
			await press(frame, 'Try again');
			await seeText(await articleIn(frame), SENTENCE);
			await journey.clear();
		}
	});

	test('only earlier conversations are missing where they cannot be read, and they are there the next time', async () => {
		for (const failure of [500, 'no answer'] as const) {
			const { visitor, frame } = await twoConversations(`First, ${failure}`, 'Second');
			journey.proxy.fail(HISTORY, failure);
			await visitor.hurry();
			await press(frame, 'Back');
			await seeText(frame, 'Continue conversation');
			await seeNoText(frame, `First, ${failure}`);
			await press(frame, 'Continue conversation');
			journey.proxy.restore();
			await visitor.takeTime();
			// Requests that hang are given up first.
			await until('the earlier one', async () => {
				await press(frame, 'Back');
				const isThere = await frame.evaluate((text) => document.body.innerText.includes(text), `First, ${failure}`);
				if (!isThere) await press(frame, 'Continue conversation');
				return isThere;
			});

			// Articles that this page has loaded are shown whatever the server answers.
			await visitor.reload();
			const anew = await visitor.openConversation();
			await press(anew, 'Back');
			const way = row(`First, ${failure}`);
			journey.proxy.fail(MESSAGES, failure);
			await visitor.hurry();
			await press(anew, way);
			await seeText(anew, 'This could not be loaded.');
			journey.proxy.restore();
			await visitor.takeTime();
			await press(anew, 'Try again');
			await seeText(anew, `First, ${failure}`);
			await journey.clear();
		}
	});

	/** A visitor who has ended one conversation, and begun another. */
	async function twoConversations(first: string, second: string): Promise<{ visitor: Visitor; frame: Frame }> {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		await visitor.write(first);
		await visitor.seeAllSent();
		await chooseInMenu(frame, 'End Conversation');
		await press(frame, 'Start a new conversation');
		await visitor.write(second);
		await visitor.seeAllSent();
		return { visitor, frame };
	}
});

/** The frame, on home with its articles. */
async function home(visitor: Visitor): Promise<Frame> {
	await visitor.pressLauncher();
	const frame = await visitor.frame();
	await seeText(frame, ARTICLE);
	return frame;
}

async function articleIn(frame: Frame): Promise<Frame> {
	const element = await frame.waitForSelector('iframe[data-shown]');
	const article = await element?.contentFrame();
	assert.ok(article);
	return article;
}

/** A row of home that shows these words. */
const row = (words: string) => ({ text: words, within: { role: 'main' } });
