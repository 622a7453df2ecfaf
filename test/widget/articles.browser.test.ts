/** The help centre in the frame: popular articles, the search, and the viewer. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { Article } from '#protocol/entities/articles.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { updateHostFacts, messagesToHostAtom } from '../../src/widget/features/host/host.ts';
import { findNamed, hasText, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press, type } from '../support/browser/input.ts';
import { Conversation, server } from './conversation.ts';
import { holdTimers } from './heldTimers.ts';
import { makeArticle, PORTAL } from './helpCentre.ts';
import { makePage } from './page.ts';
import { ARTICLE_TIMEOUT } from '../../src/widget/screens/articles/ArticleView.tsx';
import { ARTICLES_DELAY } from '../../src/widget/app/view/views.tsx';

const LIST = 'GET /hc/help/en/articles.json';
const FAILURE = 'There was an error loading the article, please refresh the page and try again.';

let chat: Conversation;
let widget: Widget | undefined;
let queries: URLSearchParams[];

beforeEach(() => {
	chat = new Conversation();
	queries = [];
	answerList(() =>
		['Glazes', 'Kilns', 'Shipping', 'Returns', 'Care', 'Gifts', 'A seventh'].map((title, index) =>
			makeArticle(title, index),
		),
	);
});
afterEach(() => {
	chat.close();
	leave();
});
after(() => server.stop());

function answerList(answer: (query: URLSearchParams) => unknown) {
	server.answer(LIST, async ({ query, headers }) => {
		queries.push(query);
		assert.equal(headers.get('x-auth-token'), null);
		const payload = await answer(query);
		return { payload, meta: { articles_count: 7 } };
	});
}

/** Opens the widget in a window of its own, for a visitor who has never written. */
function enter(changes: Partial<ReturnType<typeof makePage>['channel']> = {}, query: Record<string, string> = {}) {
	const container = document.createElement('div');
	container.id = 'second';
	document.body.append(container);
	const channel = { ...makePage().channel, portal: PORTAL, ...changes };
	widget = boot(makePage({ channel }), new URLSearchParams(query), container);
	return widget;
}

function leave() {
	widget?.stop();
	widget = undefined;
	document.getElementById('second')?.remove();
}

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('main li a')];
const names = () => links().map(({ textContent }) => textContent);
const field = () => until(() => document.querySelector<HTMLInputElement>('input[type=search]'));
const frame = () => document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
function partOf({ contentDocument }: HTMLIFrameElement, selector: string): Element {
	const found = contentDocument?.querySelector(selector);
	if (!found) throw new Error(`The article has no ${selector}`);
	return found;
}
const untilFrame = (name: string) =>
	until(() => {
		const found = frame();
		return found?.contentDocument?.querySelector('h1')?.textContent === name && found;
	});

test('home shows the six most read articles and a link to all of them', async () => {
	enter();
	await until(() => links().length > 0);
	assert.deepEqual(names(), ['Glazes', 'Kilns', 'Shipping', 'Returns', 'Care', 'Gifts']);
	assert.equal(links()[0]?.getAttribute('href'), '/hc/help/articles/glazes');
	assert.ok(findNamed('h2', 'Popular Articles'));
	assert.equal(findNamed('a', 'View all articles')?.getAttribute('href'), '/hc/help/en');
	assert.deepEqual(Object.fromEntries(queries[0] ?? []), {
		page: '1',
		per_page: '6',
		sort: 'views',
		status: '1',
		// With their texts, the list would be ten times as long.
		content: 'false',
	});
	await axeFindsNothing('#second');
});

test('a skeleton stands for articles that load; once loaded, they are shown at once', async () => {
	const { promise, resolve } = Promise.withResolvers<Article[]>();
	answerList(() => promise);
	enter();
	await until(() => hasText('Popular Articles') && findNamed('[role=status] span', 'Loading articles'));
	await axeFindsNothing('#second');
	resolve([makeArticle('Glazes', 0)]);
	await until(() => links().length === 1);
	await press('Start Conversation');
	await press('Back');
	await until(() => links().length === 1);
	assert.equal(queries.length, 1);
});

test('a visitor who goes straight on to the conversation does not load articles', async () => {
	const timers = holdTimers(ARTICLES_DELAY);
	try {
		enter();
		await until(() => timers.count === 1);
		await press('Start Conversation');
		await until(() => document.querySelector('textarea'));
		// No timer is left that would load them later.
		await until(() => timers.count === 0);
		assert.equal(queries.length, 0);
		await press('Back');
		await until(() => timers.count === 1);
		timers.ring();
		await until(() => queries.length === 1);
	} finally {
		timers.release();
	}
});

test('no articles are shown where they cannot be loaded, where there are none, and without a help centre', async () => {
	for (const answer of [() => Promise.reject(new Error('offline')), () => []]) {
		queries = [];
		answerList(answer);
		enter();
		await until(() => queries.length > 0 && findNamed('button', 'Start Conversation'));
		await until(() => !hasText('Popular Articles'));
		assert.equal(document.querySelector('input[type=search]'), null);
		leave();
	}
	for (const portal of [null, { ...PORTAL, archived: true }]) {
		queries = [];
		enter({ portal });
		await until(() => findNamed('button', 'Start Conversation'));
		assert.ok(!hasText('Popular Articles'));
		assert.equal(queries.length, 0);
		leave();
	}
});

for (const [claim, locale, allowed, expected] of [
	['the interface language, where the help centre has it', 'de', ['en', 'de'], 'de'],
	['its language part, where it has that', 'pt_BR', ['en', 'pt'], 'pt'],
	['the help centre’s own, where it has neither', 'ar', ['en', 'de'], 'en'],
] as const) {
	test(`articles come in ${claim}`, async () => {
		server.answer(`GET /hc/help/${expected}/articles.json`, () => ({ payload: [makeArticle('Glazes', 0)], meta: {} }));
		enter({ locale, portal: { ...PORTAL, config: { allowed_locales: [...allowed], default_locale: 'en' } } });
		await until(() => links().length === 1);
		assert.ok(server.calls.includes(`GET /hc/help/${expected}/articles.json`));
		leave();
		document.documentElement.dir = 'ltr';
	});
}

test('an English title in an Arabic chat stands at the side of the others, beside the arrow that leads on', async () => {
	server.answer('GET /hc/help/en/articles.json', () => ({ payload: [makeArticle('Glazes', 0)], meta: {} }));
	enter({ locale: 'ar', portal: { ...PORTAL, config: { allowed_locales: ['en'], default_locale: 'en' } } });
	const [link] = await until(() => links().length === 1 && links());
	const title = link?.querySelector('[dir=auto]') ?? assert.fail();
	await until(() => document.documentElement.dir === 'rtl');
	assert.equal(getComputedStyle(title).textAlign, 'right');
	leave();
	document.documentElement.dir = 'ltr';
});

test('the search makes one request for what was typed, tells how many it found, and shows descriptions', async () => {
	enter();
	const input = await field();
	answerList((query) => (query.get('query') === 'glaze' ? [makeArticle('Glazes', 0)] : []));
	queries = [];
	// One message to the driver, so that the letters follow each other faster than the search
	// begins.
	await type(input, 'glaze');
	await until(() => names().join() === 'GlazesAbout Glazes');
	assert.deepEqual(
		queries.map((query) => query.get('query')),
		['glaze'],
	);
	assert.ok(findNamed('[role=status] p', '1 article found'));
	assert.ok(findNamed('a', 'View all articles'));
	await axeFindsNothing('#second');
});

test('the empty field of the search follows the direction of the page, and words their own', async () => {
	enter();
	const words = await field();
	document.documentElement.dir = 'rtl';
	assert.equal(getComputedStyle(words).direction, 'rtl');
	await fill(words, 'Glazes');
	await until(() => getComputedStyle(words).direction === 'ltr');
	document.documentElement.dir = 'ltr';
	await fill(words, '');
	await until(() => words.value === '' && getComputedStyle(words).direction === 'ltr');
});

test('the response to what was typed last wins, in whichever order they arrive', async () => {
	enter();
	const input = await field();
	const { promise, resolve } = Promise.withResolvers<Article[]>();
	answerList((query) => (query.get('query') === 'slow' ? promise : [makeArticle('Quick', 0)]));
	queries = [];
	await fill(input, 'slow');
	await until(() => queries.length === 1);
	await fill(input, 'quick');
	await until(() => names().join() === 'QuickAbout Quick');
	resolve([makeArticle('Slow', 0)]);
	await promise;
	await new Promise((done) => requestAnimationFrame(done));
	assert.equal(names().join(), 'QuickAbout Quick');
});

test('a search without results says so; clearing it shows the popular ones again and focuses the field', async () => {
	enter();
	const input = await field();
	answerList(() => []);
	await fill(input, 'unicorn');
	await until(() => findNamed('[role=status] p', 'No articles match your search'));
	await axeFindsNothing('#second');
	await press('Clear search');
	await until(() => names().length === 6);
	assert.equal(input.value, '');
	assert.equal(document.activeElement, input);
	assert.equal(findNamed('button', 'Clear search'), undefined);
});

test('a search that fails says so, keeps what was typed, and can be tried again', async () => {
	enter();
	const input = await field();
	answerList(() => Promise.reject(new Error('offline')));
	await fill(input, 'glaze');
	await until(() => findNamed('[role=status] p', 'The search failed.'));
	assert.equal(input.value, 'glaze');
	await axeFindsNothing('#second');
	answerList(() => [makeArticle('Glazes', 0)]);
	await press('Try again');
	await until(() => names().join() === 'GlazesAbout Glazes');
});

test('Enter searches at once; Escape clears the field first, and closes the chat after that', async () => {
	const { store } = enter({}, { origin: 'https://shop.example' });
	store.set(updateHostFacts, { isPresent: true, isOpen: true });
	const input = await field();
	const asksToClose = () => store.get(messagesToHostAtom).some(({ event }) => event === 'closeWindow');
	await fill(input, 'glaze');
	await until(() => findNamed('button', 'Clear search'));
	queries = [];
	await key('Enter');
	await until(() => queries.length === 1);
	await key('Escape');
	await until(() => input.value === '');
	assert.ok(!asksToClose());
	await key('Escape');
	assert.ok(asksToClose());
});

test('an article opens in the viewer, in the theme of the chat, and Back leads home', async () => {
	document.documentElement.dataset['theme'] = 'light';
	enter();
	await press(await until(() => links()[0]));
	await until(() => findNamed('[role=status] span', 'Loading the article') ?? frame());
	const shown = await untilFrame('glazes');
	assert.equal(shown.title, 'glazes · Help');
	assert.equal(new URL(shown.src).search, '?show_plain_layout=true&theme=light');
	assert.ok(document.querySelector('main')?.contains(document.activeElement));
	assert.equal(location.hash, '#/article?link=%2Fhc%2Fhelp%2Farticles%2Fglazes');
	await axeFindsNothing('#second');
	await press('Back');
	await until(() => links().length === 6);
});

test('an open article follows the theme of the chat without loading again', async () => {
	const { store } = enter();
	await press(await until(() => links()[0]));
	const shown = await untilFrame('glazes');
	const page = shown.contentDocument;
	store.set(updateHostFacts, { darkMode: 'dark' });
	await until(() => shown.contentDocument?.documentElement.dataset['theme'] === 'dark');
	assert.equal(shown.contentDocument, page);
	await press(partOf(shown, '#next'));
	await untilFrame('next');
	await until(() => shown.contentDocument?.documentElement.dataset['theme'] === 'dark');
	store.set(updateHostFacts, { darkMode: 'light' });
});

test('a link within an article leads on, and a reload returns to the same page', async () => {
	enter();
	await press('View all articles');
	const shown = await untilFrame('en');
	await press(partOf(shown, '#next'));
	await untilFrame('next');
	await until(() => location.hash === '#/article?link=%2Fhc%2Fhelp%2Farticles%2Fnext');
	leave();
	enter();
	await untilFrame('next');
});

test('a page that fails says so, and can be tried again', async () => {
	location.hash = '#/article?link=/hc/help/articles/broken';
	enter();
	await until(() => findNamed('main [role=alert] p', FAILURE));
	assert.equal(document.querySelector('iframe'), null);
	await axeFindsNothing('#second');
	const { promise: isTried, resolve } = Promise.withResolvers<void>();
	// The page fails again before the next frame.
	const observer = new MutationObserver(() => document.querySelector('iframe') && resolve());
	observer.observe(document.body, { childList: true, subtree: true });
	await press('Try again');
	await isTried;
	observer.disconnect();
	await until(() => findNamed('main [role=alert] p', FAILURE));
	assert.ok(document.querySelector('main')?.contains(document.activeElement));
});

test('a link out of the help centre shows nothing in the viewer', async () => {
	location.hash = '#/article?link=/hc/help/articles/glazes';
	enter();
	const shown = await untilFrame('glazes');
	await press(partOf(shown, '#out'));
	await until(() => findNamed('main [role=alert] p', FAILURE));
	assert.equal(document.querySelector('iframe'), null);
});

test('a page that does not load fails after a while', async () => {
	const { setTimeout } = window;
	const delays: number[] = [];
	window.setTimeout = ((run: () => void, delay: number) => {
		delays.push(delay);
		return setTimeout(run, delay === ARTICLE_TIMEOUT ? 300 : delay);
	}) as typeof window.setTimeout;
	try {
		location.hash = '#/article?link=/hc/help/articles/never';
		enter();
		await until(() => document.querySelector('iframe'));
		await until(() => findNamed('main [role=alert] p', FAILURE));
		assert.ok(delays.includes(ARTICLE_TIMEOUT));
	} finally {
		window.setTimeout = setTimeout;
	}
});

test('no address in the hash makes the viewer load a foreign page', async () => {
	for (const link of [
		'https://evil.example/hc/help/articles/x',
		'//evil.example/hc/help',
		'\\\\evil.example/hc/help',
		'javascript:alert(1)//hc/help/',
		'data:text/html,<p>x',
		'/hc/help/../../desk',
		'/hc/help/%2e%2e/%2e%2e/desk',
		'/hc/helpless/articles/x',
		'/hc/other/en',
		'/desk',
		'',
	]) {
		location.hash = `#/article?${new URLSearchParams({ link })}`;
		enter();
		await until(() => findNamed('main [role=alert] p', FAILURE));
		assert.equal(document.querySelector('iframe'), null, link);
		leave();
	}
});

test('Escape closes the chat also while the focus is in the article', async () => {
	location.hash = '#/article?link=/hc/help/articles/glazes';
	const { store } = enter({}, { origin: 'https://shop.example' });
	store.set(updateHostFacts, { isPresent: true, isOpen: true });
	const shown = await untilFrame('glazes');
	await press(partOf(shown, 'h1'));
	await key('Escape');
	await until(() => store.get(messagesToHostAtom).some(({ event }) => event === 'closeWindow'));
});

test('an article that a message offers opens in the viewer when it is the channel’s own, else in a new tab', async () => {
	chat.add('Read these', {
		content_type: 'article',
		content_attributes: {
			items: [
				{ title: 'Own', description: '', link: `${location.origin}/hc/help/articles/own?utm=x` },
				{ title: 'Elsewhere', description: '', link: 'https://elsewhere.example/hc/help/articles/own' },
			],
		},
	});
	await chat.open({ channel: { ...makePage().channel, portal: PORTAL } });
	const elsewhere = await until(() => findNamed<HTMLAnchorElement>('a', 'Elsewhere'));
	assert.equal(elsewhere.target, '_blank');
	const own = await until(() => findNamed<HTMLAnchorElement>('a', 'Own'));
	await press(own, 'Control');
	assert.equal(frame(), null);
	await press(own);
	await untilFrame('own');
});

test('a chat with articles alone begins with them, and a conversation once a person is asked for', async () => {
	enter({ articlesOnly: true, topics: [] });
	await until(() => document.querySelectorAll('main ul a').length === 6);
	// Once: not also in a card of their own.
	assert.equal(document.querySelectorAll('input[type=search]').length, 1);
	await axeFindsNothing('#second');
	await type({ role: 'searchbox', name: 'Search articles' }, 'kiln');
	await until(() => queries.at(-1)?.get('query') === 'kiln');
	assert.equal(document.querySelector('textarea'), null);
	await press('Start Conversation');
	await until(() => document.querySelector('textarea'));
});

test('a chat with articles alone, of which there are none, has the way to a person', async () => {
	answerList(() => []);
	enter({ articlesOnly: true, topics: [{ id: 'press', name: 'Press' }] });
	await until(() => queries.length > 0);
	await until(() => !findNamed('[role=status] span', 'Loading articles'));
	await press('Press');
	await until(() => document.querySelector('textarea'));
});

test('who has a conversation finds it before the articles, also where the chat begins with these', async () => {
	chat.add('Hello there');
	await chat.open({ channel: { ...makePage().channel, portal: PORTAL, articlesOnly: true, topics: [] } });
	await until(() => hasText('Hello there'));
	await press('Back');
	await until(() => findNamed('h2', 'Popular Articles'));
	assert.ok(findNamed('button', 'Continue conversation'));
});
