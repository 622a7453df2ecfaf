/** The help centre in a reader's browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { attackStrings } from '../support/attackStrings.ts';
import { chosenBrowser } from '../support/browser.ts';
import { choose, press, type } from '../support/input.ts';
import { openStore, type Store } from '../../src/server/store/store.ts';
import { Journey } from './journey.ts';
import { see, seeNotice, seeText, until } from './waiting.ts';

/** The global that its script adds to the page. */
declare const axe: typeof import('axe-core');

/** The number of attack strings in one article. */
const PER_ARTICLE = 20;
const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

describe('the help centre', () => {
	let journey: Journey;
	let store: Store;
	before(async () => {
		journey = await Journey.start();
		store = await openStore({ dataDir: journey.dataDir });
		const portal = await createPortal('arabic', 'ar');
		const place = { portal_id: portal.id, locale: 'ar' };
		const category = await store.categories.insert({ ...place, slug: 'talabat', name: 'الطلبات', description: '' });
		for (const slug of ['shahn', 'irja']) {
			const content = '## المدة\n\n- أولاً\n\n| البلد | الأيام |\n| - | - |\n| مصر | 3 |\n\n```\nnpm start\n```';
			await store.articles.insert({
				...place,
				slug,
				title: 'الشحن',
				description: 'متى تصل',
				content,
				category_id: category.id,
				status: 'published',
			});
		}
	});
	afterEach(() => journey.clear());
	after(async () => {
		await store.close();
		await journey.stop();
	});

	const createPortal = (slug: string, locale: string, ...others: string[]) =>
		store.portals.insert({
			account_id: 1,
			slug,
			name: 'مركز المساعدة',
			color: '#ffe600',
			default_locale: locale,
			allowed_locales: [locale, ...others],
		});
	const visit = async (path: string) => {
		const { page } = await journey.newcomer();
		const incidents: string[] = [];
		page.on('console', (message) => {
			if (['error', 'warn'].includes(message.type())) incidents.push(message.text());
		});
		page.on('dialog', (dialog) => {
			incidents.push(`dialog: ${dialog.message()}`);
			void dialog.dismiss();
		});
		await page.goto(journey.proxy.origin + path);
		return { page, incidents };
	};

	for (const theme of ['light', 'dark']) {
		for (const path of [
			'/hc/help/en',
			'/hc/help/en/articles?query=parcel',
			'/hc/help/articles/shipping',
			'/hc/help/de/categories/bestellungen',
			'/hc/help/articles/shipping?show_plain_layout=true',
			'/hc/arabic/ar',
			'/hc/arabic/articles/shahn',
		]) {
			test(`axe and the policy find nothing at ${path}, ${theme}`, async () => {
				const { page, incidents } = await visit(`${path}${path.includes('?') ? '&' : '?'}theme=${theme}`);
				await page.evaluate(await readFile(AXE, 'utf8'));
				const found = await page.evaluate(async () => {
					const { violations } = await axe.run(document, {
						runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
					});
					return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
				});
				assert.deepEqual(found, []);
				assert.deepEqual(incidents, []);
			});
		}
	}

	test('no content sticks out of the page, on a phone as on a desk', async () => {
		for (const width of [320, 1280]) {
			for (const path of ['/hc/help/de', '/hc/help/articles/shipping-de', '/hc/arabic/articles/shahn']) {
				const { page } = await visit('/hc/help/en');
				await page.setViewport({ width, height: 700 });
				await page.goto(journey.proxy.origin + path);
				const beside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
				assert.equal(await page.evaluate(beside), 0, `${path} at ${width}`);
			}
		}
	});

	test('a reader searches, reads, changes the language and returns, without any script', async () => {
		const { page } = await visit('/hc/help');
		// Firefox's driver cannot disable JavaScript.
		if (chosenBrowser === 'chromium') await page.setJavaScriptEnabled(false);
		await page.reload();
		await type(page, { selector: 'input[type=search]' }, 'spam folder');
		await page.keyboard.press('Enter');
		await seeText(page, 'Results for “spam folder”');
		await press(page, 'Shipping and delivery');
		await seeText(page, 'Look into your spam folder');
		await press(page, 'Yes');
		await seeText(page, 'Thank you for your answer.');
		await press(page, 'Deutsch');
		await seeText(page, 'Sehen Sie im Spam-Ordner nach');
		assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
		await press(page, 'Bestellungen');
		await seeText(page, 'Geschenkgutscheine');
		await press(page, 'Hilfe-Center');
		await seeText(page, 'Wie können wir helfen?');
	});

	test('a reader leads the focus to the search by a key, from each page, and writes in the chat beside it', async () => {
		const visitor = await journey.visitor();
		const { page } = visitor;
		await page.goto(`${journey.proxy.origin}/hc/help/articles/returns`);
		const search = async () => {
			await page.keyboard.down('Control');
			await page.keyboard.press('k');
			await page.keyboard.up('Control');
			await see(page, 'the focus in the search', () => document.activeElement?.matches('[type=search]'));
		};
		await search();
		await page.keyboard.type('parcel');
		await search();
		await page.keyboard.type('straw');
		await page.keyboard.press('Enter');
		await seeText(page, 'Results for “straw”');
		await press(page, 'Shipping and delivery');
		await see(page, 'the article', () => location.pathname.includes('/articles/'));
		await visitor.openConversation();
		await visitor.write('Do you pack in straw?');
		await visitor.seeAllSent();
	});

	test('an owner orders articles, files one under a category and translates it, and readers find all that', async () => {
		const place = { portal_id: (await createPortal('owned', 'en', 'de')).id, locale: 'en' };
		for (const title of ['Returns', 'Payment']) {
			const facts = { slug: title.toLowerCase(), title, description: '', content: 'Within 30 days' };
			await store.articles.insert({ ...place, ...facts, status: 'published' });
		}
		const { page } = await journey.agent();
		const open = (href: string) => press(page, { selector: `main a[href$="${href}"]` });
		const returns = (await store.articles.findBySlug(place.portal_id, 'returns'))?.id ?? assert.fail();
		const desk = `#/settings/help-centre/${place.portal_id}`;
		await page.evaluate((hash) => (location.hash = hash), desk);
		await press(page, 'Move down: Returns');
		await seeNotice(page, 'Saved');
		await open('/categories/en');
		await open('/categories/en/new');
		await page.waitForSelector('input[name=name]');
		await type(page, { selector: 'input[name=name]' }, 'Orders');
		await press(page, 'Save');
		const [category] = await until('a category', async () => {
			const found = await store.categories.list(place);
			return found.length > 0 && found;
		});
		await open(`/categories/en/${category?.id}`);
		await press(page, 'Cancel');
		await press(page, 'Articles');
		await open(`/en/${returns}`);
		await page.waitForSelector('select[name=category_id]');
		await choose(page, { selector: 'select[name=category_id]' }, 'Orders');
		await press(page, 'Save');
		await page.waitForSelector('main ol');
		await open(`/en/${returns}`);
		await open(`/de/${returns}`);
		await page.waitForSelector('main section [lang=en]');
		await type(page, { selector: 'input[name=title]' }, 'Rückgabe');
		await type(page, { selector: 'textarea[name=content]' }, 'Innerhalb von 30 Tagen');
		await choose(page, { selector: 'select[name=status]' }, 'Published');
		await press(page, 'Save');
		await seeText(page, 'Not translated yet');

		const reader = await visit('/hc/owned/en/articles');
		const text = await reader.page.evaluate(() => document.body.innerText);
		assert.ok(text.indexOf('Payment') < text.indexOf('Returns'), text);
		await reader.page.goto(`${journey.proxy.origin}/hc/owned/en/categories/orders`);
		await press(reader.page, 'Returns');
		// The list has the words as well.
		await see(reader.page, 'the article', () => location.pathname.includes('/articles/'));
		await press(reader.page, 'Deutsch');
		await seeText(reader.page, 'Innerhalb von 30 Tagen');
	});

	test('the first Tab leads to a link past the header', async () => {
		const { page } = await visit('/hc/help/en');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await see(page, 'focus in the content', () => document.activeElement?.localName === 'main');
	});

	test('a page of another site frames the plain layout, and nothing else', async () => {
		const framing = await startFramingPage();
		try {
			const { page } = await journey.newcomer();
			const frameOf = async (path: string) => {
				await page.goto(`${framing.url}?${encodeURIComponent(journey.proxy.origin + path)}`);
				const frame = await until('a frame', () => page.frames()[1]);
				return frame;
			};
			const plain = await frameOf('/hc/help/articles/shipping?show_plain_layout=true');
			await seeText(plain, 'Where is my parcel?');
			await press(plain, 'Orders');
			await seeText(plain, 'Gift cards');
			for (const path of ['/hc/help/articles/shipping', '/hc/help/en']) {
				const refused = await frameOf(path);
				await until('an answer', () => refused.url() !== 'about:blank' && refused.url() !== '');
				assert.doesNotMatch(await refused.evaluate(() => document.body.innerText).catch(String), /parcel/);
			}
		} finally {
			await framing.stop();
		}
	});

	test('attack strings in an article run nothing and are shown as text', async () => {
		const portal = await createPortal('attacked', 'en');
		const texts = attackStrings.filter(({ text }) => !text.includes('\0') && text.length <= 255);
		assert.ok(texts.length >= 150);
		for (const [index, { text }] of texts.entries()) {
			await store.articles.insert({
				portal_id: portal.id,
				slug: `attack-${index}`,
				title: text,
				description: text,
				content: texts
					.slice(index, index + PER_ARTICLE)
					.map((attack) => attack.text)
					.join('\n\n'),
				locale: 'en',
				status: 'published',
			});
		}
		const { page, incidents } = await visit('/hc/attacked/en');
		const articles = texts.flatMap((_, index) => (index % PER_ARTICLE === 0 ? [`articles/attack-${index}`] : []));
		const searches = texts.flatMap(({ text }, index) =>
			index % 10 === 0 ? [`en/articles?query=${encodeURIComponent(text)}`] : [],
		);
		for (const path of ['en', 'en/articles', 'en/articles?page=2', ...articles, ...searches]) {
			await page.goto(`${journey.proxy.origin}/hc/attacked/${path}`);
			assert.deepEqual(await activeParts(page), [], path);
			// The attacker's pictures cannot be loaded, which is no incident.
			const others = incidents.filter((incident) => !incident.startsWith('Failed to load resource'));
			assert.deepEqual(others, [], path);
		}
		await page.goto(`${journey.proxy.origin}/hc/attacked/articles/attack-0`);
		await seeText(page, '<script>alert(1)</script>');
	});
});

/** Elements and attributes that could run something or mislead the reader. */
function activeParts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const ours = 'script[src^="/hc/portal.js?v="]';
		const active = [
			...document.querySelectorAll(`script:not(${ours}), iframe, object, embed, style, base, meta[http-equiv], svg`),
		];
		const handlers = [...document.querySelectorAll('*')].filter((element) =>
			[...element.attributes].some(({ name }) => name.startsWith('on') || name === 'style'),
		);
		const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
			({ protocol }) => !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol),
		);
		const pictures = [...document.querySelectorAll('img')].filter(({ src }) => !src.startsWith('https:'));
		return [...active, ...handlers, ...links, ...pictures].map(({ outerHTML }) => outerHTML);
	});
}

/** A page on `localhost`, another site than the server's, that frames the address in its query. */
async function startFramingPage(): Promise<{ url: string; stop(): Promise<void> }> {
	const server = createServer((request, response) => {
		const address = decodeURIComponent(new URL(request.url ?? '', 'http://localhost').search.slice(1));
		response.setHeader('content-type', 'text/html; charset=utf-8');
		response.end(`<!doctype html><title>A shop</title><iframe title="Article" src="${address}"></iframe>`);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}/`,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
