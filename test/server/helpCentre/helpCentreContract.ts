/** What readers of the help centre can find, and what they cannot (docs/wire.md, Help centre). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as v from 'valibot';
import { Portal, type Article } from '#protocol/entities/articles.ts';
import type { AuditLogEntry } from '#protocol/application/auditLogRoutes.ts';
import type { TeamArticle, TeamCategory, TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { addToken } from '../../support/channel.ts';
import { call, createAgent, createVisitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { POSITIONS_MAX } from '../../../src/protocol/application/helpCentreRoutes.ts';

interface Listed {
	payload: Article[];
	meta: { articles_count: number };
}

type Counts = Record<'articles_count' | 'all_articles_count' | 'published_count' | 'draft_articles_count', number>;

export function describeHelpCentre(database: string, prepare: Prepare): void {
	describe(`help centre on ${database}`, () => {
		let setup: ConversationServer;
		let store: Store;
		before(async () => {
			setup = await startConversationServer(prepare);
			store = await openStore({ dataDir: setup.server.dataDir, databaseUrl: setup.databaseUrl });
		});
		after(async () => {
			await store.close();
			await setup.stop();
		});

		let count = 0;
		const createPortal = (locales = ['en']) =>
			store.portals.insert({
				account_id: 1,
				slug: `help-${++count}`,
				name: 'Help',
				color: '#0a7d5a',
				default_locale: locales[0] ?? 'en',
				allowed_locales: locales,
			});
		const write = (
			portalId: number,
			title: string,
			more: Partial<Pick<Article, 'status' | 'description' | 'content'>> & {
				locale?: string;
				category_id?: number;
				author_id?: number;
				original_id?: number;
			} = {},
		) =>
			store.articles.insert({
				portal_id: portalId,
				slug: `${title.toLowerCase().replaceAll(' ', '-')}-${++count}`,
				title,
				locale: 'en',
				description: '',
				content: '',
				status: 'published',
				...more,
			});
		const list = (slug: string, query = '', locale = 'en') =>
			call<Listed>(setup.server.origin, `/hc/${slug}/${locale}/articles.json?${query}`);
		const titles = async (slug: string, query = '', locale = 'en') =>
			(await list(slug, query, locale)).body.payload.map(({ title }) => title);

		test('lists what is published, with category, author and link, in the shape of the contract', async () => {
			const portal = await createPortal();
			const category = await store.categories.insert({
				portal_id: portal.id,
				locale: 'en',
				slug: 'orders',
				name: 'Orders',
				description: '',
			});
			const written = await store.articles.insert({
				portal_id: portal.id,
				category_id: category.id,
				author_id: 1,
				slug: 'returns',
				title: 'Returns',
				description: 'How to send it back',
				content: '**Within** 30 days',
				locale: 'en',
				status: 'published',
			});
			const answer = await list(portal.slug);
			assert.equal(answer.status, 200);
			assert.deepEqual(answer.body, v.parse(publicRoutes.listArticles.response, answer.body));
			assert.deepEqual(answer.body, {
				payload: [
					{
						id: written.id,
						category_id: category.id,
						title: 'Returns',
						content: '**Within** 30 days',
						description: 'How to send it back',
						status: 'published',
						position: 10,
						account_id: 1,
						last_updated_at: new Date(written.updated_at).toISOString(),
						slug: 'returns',
						portal: {
							name: 'Help',
							slug: portal.slug,
							page_title: null,
							header_text: null,
							homepage_link: null,
							meta: { articles_count: 1, categories_count: 1, default_locale: 'en' },
						},
						category: { id: category.id, slug: 'orders', locale: 'en' },
						views: 0,
						author: { available_name: 'Ada', name: 'Ada', thumbnail: '' },
						link: `hc/${portal.slug}/articles/returns`,
					},
				],
				meta: { articles_count: 1 },
			});
		});

		test('the texts of one answer have at most 2 MB, and each is whole in a smaller page', async () => {
			const portal = await createPortal();
			const content = 'x'.repeat(700_000);
			for (const title of ['One', 'Two', 'Three']) await write(portal.id, title, { content });
			const lengths = async (query: string) =>
				(await list(portal.slug, query)).body.payload.map((article) => article.content.length);
			assert.deepEqual(await lengths(''), [700_000, 700_000, 0]);
			assert.deepEqual(await lengths('per_page=1&page=3'), [700_000]);
		});

		test('drafts, archived articles and other languages are never listed, with any parameter', async () => {
			const portal = await createPortal(['en', 'de']);
			await write(portal.id, 'Draft', { status: 'draft' });
			await write(portal.id, 'Old', { status: 'archived' });
			await write(portal.id, 'Hilfe', { locale: 'de' });
			await write(portal.id, 'Help');
			for (const query of ['', 'status=0', 'status=draft', 'status=1', 'status=2', 'query=draft']) {
				assert.doesNotMatch((await titles(portal.slug, query)).join(), /Draft|Old|Hilfe/);
			}
			assert.deepEqual(await titles(portal.slug, '', 'de'), ['Hilfe']);
			assert.deepEqual(await titles(portal.slug, '', 'fr'), []);
			assert.equal((await list(portal.slug)).body.meta.articles_count, 2);
		});

		test('an unknown portal, an archived one and one of a suspended account are not found', async () => {
			const portal = await createPortal();
			await write(portal.id, 'Help');
			assert.equal((await list('unknown')).status, 404);
			assert.equal((await list('%00')).status, 404);
			await setup.query("update accounts set status = 'suspended'");
			assert.equal((await list(portal.slug)).status, 404);
			await setup.query("update accounts set status = 'active'");
			assert.equal((await list(portal.slug)).status, 200);
			await store.portals.update(portal.id, { archived: true });
			assert.deepEqual(
				[(await list(portal.slug)).status, (await list(portal.slug)).body],
				[404, { error: 'Resource could not be found' }],
			);
		});

		test('a language that the portal no longer offers has no articles, and the default language stays first', async () => {
			const portal = await createPortal(['de', 'en']);
			await write(portal.id, 'Offered');
			const offer = (allowed_locales: string[]) =>
				setup.agent.call<{ config: { allowed_locales: { code: string }[] } }>(`portals/${portal.slug}`, {
					method: 'PATCH',
					body: { config: { allowed_locales } },
				});
			assert.equal((await offer(['en', 'de'])).status, 200);
			assert.equal((await store.portals.findBySlug(portal.slug))?.default_locale, 'de');
			assert.deepEqual(await titles(portal.slug), ['Offered']);
			assert.equal((await offer(['de'])).status, 200);
			assert.deepEqual(await titles(portal.slug), []);
		});

		test('sorts by position, or by views', async () => {
			const portal = await createPortal();
			const first = await write(portal.id, 'First');
			const second = await write(portal.id, 'Second');
			await store.articles.increment(second.id, 'views');
			assert.deepEqual(await titles(portal.slug), ['First', 'Second']);
			assert.deepEqual(await titles(portal.slug, 'sort=views'), ['Second', 'First']);
			await store.articles.update(first, { position: 99 });
			assert.deepEqual(await titles(portal.slug, 'sort=anything'), ['Second', 'First']);
		});

		test('a list without content has no texts', async () => {
			const portal = await createPortal();
			await write(portal.id, 'First', { content: 'Many words' });
			const contentsOf = async (query: string) =>
				(await list(portal.slug, query)).body.payload.map(({ title, content }) => [title, content === '']);
			assert.deepEqual(await contentsOf(''), [['First', false]]);
			assert.deepEqual(await contentsOf('content=false'), [['First', true]]);
		});

		test('pages are as large as asked for, up to 100, and have 100 where no size is asked for', async () => {
			const portal = await createPortal();
			for (let index = 1; index <= 103; index++) await write(portal.id, `Article ${index}`);
			const sizeOf = async (query: string) => (await titles(portal.slug, query)).length;
			assert.equal(await sizeOf('page=1'), 100);
			assert.equal(await sizeOf(''), 100);
			assert.equal(await sizeOf('page=2'), 3);
			assert.equal(await sizeOf('per_page=6'), 6);
			assert.equal(await sizeOf('per_page=1000'), 100);
			assert.equal(await sizeOf('per_page=0'), 25);
			assert.equal(await sizeOf('per_page=-5'), 25);
			assert.deepEqual(await titles(portal.slug, 'per_page=2&page=2'), ['Article 3', 'Article 4']);
			assert.deepEqual(await titles(portal.slug, 'per_page=2&page=0'), ['Article 1', 'Article 2']);
			assert.deepEqual(await titles(portal.slug, 'per_page=50&page=9'), []);
			assert.deepEqual(await titles(portal.slug, `per_page=100&page=${Number.MAX_SAFE_INTEGER}`), []);
			for (const query of ['per_page=1.5', 'per_page=9e99', 'per_page=x&page=x'])
				assert.equal(await sizeOf(query), 25, query);
		});

		test('the best match for a sentence is what its rare words are about, and a draft never is', async () => {
			const portal = await createPortal(['en', 'de', 'ja']);
			await write(portal.id, 'Returns and exchanges', { content: 'How you send the piece back. We refund it.' });
			await write(portal.id, 'Shipping and delivery', { content: 'When the parcel leaves, and how we pack a piece.' });
			await write(portal.id, 'Gift cards', { content: 'How you give one. It pays the parcel, too.' });
			await write(portal.id, 'Visit the workshop', { content: 'How you come here, and when. Dogs are welcome.' });
			await write(portal.id, 'Return of a gift, secretly', { status: 'draft' });
			await write(portal.id, 'Rücksendung', { locale: 'de', content: 'So senden Sie etwas zurück.' });
			await write(portal.id, '返品について', { locale: 'ja', content: '商品を返品できます。' });
			const best = (sentence: string, more = '', locale = 'en') =>
				titles(portal.slug, `match=best&${more}&query=${encodeURIComponent(sentence)}`, locale);
			assert.deepEqual(await best('Hello! I have bought a bowl. How can I return it?'), ['Returns and exchanges']);
			assert.deepEqual(await best('a card with a parcel that leaves today'), ['Gift cards', 'Shipping and delivery']);
			assert.deepEqual(await best('a card with a parcel that leaves today', 'per_page=1'), ['Gift cards']);
			assert.deepEqual(await best('a card with a parcel that leaves today', 'per_page=1&page=2'), [
				'Shipping and delivery',
			]);
			// A word of the text is not enough, and what most articles have is none.
			assert.deepEqual(await best('Are dogs allowed on the sofa?'), []);
			assert.deepEqual(await best('how'), []);
			assert.deepEqual(await best('it is me'), []);
			assert.deepEqual(await best(''), []);
			assert.deepEqual(await best("% _ ' -- \\"), []);
			assert.deepEqual(await best('Kann ich das Rücksenden?', '', 'de'), ['Rücksendung']);
			assert.deepEqual(await best('先週買った皿を返品したいのですが', '', 'ja'), ['返品について']);
			assert.deepEqual(await best('returns', '', 'fr'), []);
		});

		test('the frame is told that no articles are offered, where the owner wants none', async () => {
			const page = async () =>
				(await fetch(`${setup.server.origin}/widget?website_token=demo`).then((answer) => answer.text())).includes(
					'"offerArticles":false',
				);
			assert.equal(await page(), false);
			await setup.changeChannel({ widget: { offer_articles: false } });
			assert.equal(await page(), true);
			await setup.changeChannel({ widget: { offer_articles: true } });
		});

		test('a chat with articles alone says so to page and frame, unless its help center is archived', async () => {
			const { origin } = setup.server;
			const told = async () => {
				const page = await fetch(`${origin}/widget?website_token=demo`).then((answer) => answer.text());
				const look = await call<{ has_topics?: true }>(origin, '/widget/channel.json?website_token=demo');
				return [page.includes('"articlesOnly":true'), page.includes('"topics":[]'), look.body.has_topics === true];
			};
			assert.deepEqual(await told(), [false, false, false]);
			await setup.changeChannel({ widget: { articles_only: true } });
			assert.deepEqual(await told(), [true, true, true]);
			const portal = await store.portals.findBySlug('help');
			assert.ok(portal);
			await store.portals.update(portal.id, { archived: true });
			assert.deepEqual(await told(), [false, false, false]);
			await store.portals.update(portal.id, { archived: false });
			await setup.changeChannel({ widget: { articles_only: false } });
		});

		test('search finds every word anywhere, without case and marks, titles first', async () => {
			const portal = await createPortal();
			await write(portal.id, 'Paying', { content: 'By invoice, in **Größe** or not' });
			await write(portal.id, 'Your invoice', { description: 'Where it is' });
			await write(portal.id, '100 % cotton_wool', { content: String.raw`C:\path` });
			assert.deepEqual(await titles(portal.slug, 'query=INVOICE'), ['Your invoice', 'Paying']);
			assert.deepEqual(await titles(portal.slug, 'query=grosse+invoice'), ['Paying']);
			assert.deepEqual(await titles(portal.slug, 'query=invoice+unknown'), []);
			assert.deepEqual(await titles(portal.slug, 'query=%25'), ['100 % cotton_wool']);
			assert.deepEqual(await titles(portal.slug, 'query=_'), ['100 % cotton_wool']);
			assert.deepEqual(await titles(portal.slug, 'query=%5C'), ['100 % cotton_wool']);
			assert.deepEqual(await titles(portal.slug, "query=';drop table articles--"), []);
			assert.equal((await titles(portal.slug, 'query=+')).length, 3);
		});

		test('the channel says which portal its visitors are offered, until that is archived', async () => {
			const portal = await createPortal(['en', 'pt_BR']);
			const portalOf = async () => {
				const { body } = await call<{ website_channel_config: { portal: unknown } }>(
					setup.server.origin,
					'/api/v1/widget/config?website_token=demo',
					{ method: 'POST', headers: { 'X-Auth-Token': (await createVisitor(setup.server.origin)).authToken } },
				);
				return body.website_channel_config.portal;
			};
			await setup.changeChannel({ inbox: { portal_id: portal.id } });
			const told = v.parse(Portal, await portalOf());
			assert.deepEqual(
				[told.slug, told.config],
				[portal.slug, { allowed_locales: ['en', 'pt_BR'], default_locale: 'en' }],
			);
			assert.deepEqual(await portalOf(), told);
			await store.portals.update(portal.id, { archived: true });
			assert.equal(await portalOf(), null);
		});

		const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
			call<string>(setup.server.origin, path, { headers, method });
		/** The text of a page, without its markup. */
		const words = (page: string) =>
			page
				.replace(/^.*<body/s, '<body')
				.replaceAll(/<[^>]*>/g, ' ')
				.replaceAll(/\s+/g, ' ');

		test('a portal without a language leads to its own, and keeps how it is to show', async () => {
			const portal = await createPortal(['de', 'en']);
			const answer = await get(`/hc/${portal.slug}?show_plain_layout=true&theme=dark&evil=1`);
			assert.deepEqual(
				[answer.status, answer.headers.get('location')],
				[302, `/hc/${portal.slug}/de?show_plain_layout=true&theme=dark`],
			);
		});

		test('the first page has the search, the most viewed articles and the topics with theirs', async () => {
			const portal = await createPortal(['en', 'de']);
			const place = { portal_id: portal.id, locale: 'en' };
			const orders = await store.categories.insert({ ...place, slug: 'orders', name: 'Orders', description: 'Buying' });
			await store.categories.insert({ ...place, slug: 'empty', name: 'Nothing here', description: '' });
			for (let index = 1; index <= 7; index++) await write(portal.id, `Article ${index}`, { category_id: orders.id });
			const last = await write(portal.id, 'Most viewed');
			await store.articles.increment(last.id, 'views');
			const page = await get(`/hc/${portal.slug}/en`);
			assert.equal(page.status, 200);
			const shown = words(page.body);
			assert.match(
				shown,
				/How can we help\?.*Search.*Popular Articles Most viewed Article 1 .*Article 5 View all articles/,
			);
			assert.match(
				shown,
				/All topics Orders Buying Article 1 Article 2 Article 3 Article 4 Article 5 More about Orders/,
			);
			assert.doesNotMatch(shown, /Nothing here/);
			assert.match(page.body, new RegExp(`<link rel="alternate" hreflang="de" href="http[^"]*/hc/${portal.slug}/de"`));
			const topic = await get(`/hc/${portal.slug}/en/categories/orders`);
			assert.match(words(topic.body), /Orders Buying .*Article 7/);
		});

		test('an article is what its Markdown says, in its language and direction, with its translations', async () => {
			const portal = await createPortal(['en', 'ar']);
			const content = [
				'# Title\nA *line*\nthat goes on',
				'## Part\n### Smaller',
				'![A cup](https://shop.example/cup.png)',
				'![Not loaded](http://shop.example/cup.png)',
				'| a | b |\n| - | - |\n| 1 | **2** |',
				'```js\nconst a = "<b>";\n```',
				'> Mind\n\n- one\n- two\n\n1. first\n\n---\n\n[Shop](https://shop.example/)',
			].join('\n\n');
			const written = await write(portal.id, 'Returns', { content, description: 'How to' });
			const arabic = await store.articles.insert({
				portal_id: portal.id,
				slug: 'إرجاع',
				title: 'إرجاع',
				description: '',
				content: 'نص',
				locale: 'ar',
				status: 'published',
				original_id: written.id,
			});
			const page = await get(`/hc/${portal.slug}/articles/${written.slug}`);
			assert.equal(page.status, 200);
			assert.match(page.body, /<html lang="en" dir="ltr"/);
			for (const part of [
				'<h1>Returns</h1>',
				'<h2 id="title">Title</h2>',
				'<p>A <em>line</em> that goes on</p>',
				'<h2 id="part">Part</h2>',
				'<h3 id="smaller">Smaller</h3>',
				'<img src="https://shop.example/cup.png" alt="A cup" loading="lazy" referrerpolicy="no-referrer" />',
				'<a href="http://shop.example/cup.png" target="_blank" rel="noopener noreferrer">Not loaded</a>',
				'<th scope="col">a</th>',
				'<td><strong>2</strong></td>',
				'<code>const a = &#34;&#60;b&#62;&#34;;</code>',
				'<blockquote><p>Mind</p></blockquote>',
				'<li><p>one</p></li>',
				'<ol start="1">',
				'<hr />',
				'<a href="https://shop.example/" target="_blank" rel="noopener noreferrer">Shop</a>',
			]) {
				assert.ok(page.body.includes(part), part);
			}
			const translation = `/hc/${portal.slug}/articles/${encodeURIComponent(arabic.slug)}`;
			assert.match(page.body, new RegExp(`hreflang="ar" href="http[^"]*${translation}"`));
			assert.match((await get(translation)).body, /<html lang="ar" dir="rtl"/);
		});

		test('links within an article and to others of the help centre work in both layouts, and lead nowhere else of ours', async () => {
			const portal = await createPortal();
			const other = await write(portal.id, 'Other');
			const content = [
				'## What it costs\n\n## What it costs\n\n## Search',
				`[costs](#what-it-costs-2) [other](${other.slug}#part) [list](../en/articles?query=x)`,
				'[desk](/desk) [other portal](/hc/elsewhere/articles/a) [up](../../../desk) [host](//evil.example/hc/)',
				`[name](https://help-center.invalid/desk)`,
			].join('\n\n');
			const { slug } = await write(portal.id, 'Links', { content });
			const home = `/hc/${portal.slug}`;
			for (const query of ['', '?show_plain_layout=true']) {
				const { body } = await get(`${home}/articles/${slug}${query}`);
				const text = /<div class="text">(.*)<p class="updated">/s.exec(body)?.[1] ?? assert.fail(body);
				for (const id of ['what-it-costs', 'what-it-costs-2', 'search-2'])
					assert.ok(text.includes(`<h2 id="${id}">`), id);
				const links = [...text.matchAll(/<a href="([^"]*)"( target="_blank")?/g)].map(([, href, out]) => [href, out]);
				assert.deepEqual(links, [
					['#what-it-costs-2', undefined],
					[`${home}/articles/${other.slug}${query}#part`, undefined],
					[`${home}/en/articles${query}`, undefined],
					['https://help-center.invalid/desk', ' target="_blank"'],
				]);
				for (const written of ['[desk](/desk)', '[other portal](', '[up](', '[host]('])
					assert.ok(text.includes(written));
			}
		});

		test('an article names itself to search engines, also beside another one in its language', async () => {
			const portal = await createPortal(['en', 'de']);
			const original = await write(portal.id, 'Returns');
			const double = await write(portal.id, 'Returns', { original_id: original.id });
			for (const { slug } of [original, double]) {
				const path = `/hc/${portal.slug}/articles/${slug}`;
				assert.match((await get(path)).body, new RegExp(`<link rel="canonical" href="http[^"]*${path}"`));
			}
		});

		test('drafts, articles of other portals and unknown addresses answer a readable 404', async () => {
			const portal = await createPortal();
			const other = await createPortal();
			const draft = await write(portal.id, 'Secret plan', { status: 'draft' });
			const foreign = await write(other.id, 'Foreign');
			const german = await write(portal.id, 'Deutsch', { locale: 'de' });
			for (const path of [
				`articles/${draft.slug}`,
				`articles/${foreign.slug}`,
				`articles/${german.slug}`,
				'articles/unknown',
				'articles/%00',
				'de',
				'de/articles',
				'en/categories/unknown',
			]) {
				const page = await get(`/hc/${portal.slug}/${path}`);
				assert.equal(page.status, 404, path);
				assert.match(words(page.body), /This page does not exist/);
				assert.doesNotMatch(page.body, /Secret plan|Foreign|Deutsch/);
			}
			await store.portals.update(other.id, { archived: true });
			assert.equal((await get('/hc/%00')).status, 404);
			for (const path of ['', '/en', `/articles/${foreign.slug}`]) {
				const page = await get(`/hc/${other.slug}${path}`);
				assert.equal(page.status, 404);
				assert.match(page.body, /This help center does not exist/);
				const elsewhere = await get(`/hc/${other.slug}${path}`, { 'accept-language': 'fa-IR,fa;q=0.9,en;q=0.8' });
				assert.match(elsewhere.body, /<html lang="fa" dir="rtl">/);
				assert.doesNotMatch(elsewhere.body, /does not exist|may have/);
			}
		});

		test('search shows what it found, what was sought and, where there is more, the next page', async () => {
			const portal = await createPortal();
			for (let index = 1; index <= 26; index++) await write(portal.id, `Cup ${index}`);
			const first = await get(`/hc/${portal.slug}/en/articles?query=%22cup&theme=light`);
			assert.match(words(first.body), /No article contains all of these words/);
			assert.match(first.body, /value="&#34;cup"/);
			const found = await get(`/hc/${portal.slug}/en/articles?query=cup&theme=light`);
			assert.match(words(found.body), /Results for “cup”.* Cup 25 Next page/);
			assert.match(found.body, /<meta name="robots" content="noindex"/);
			const next = /rel="next" href="([^"]*)"/.exec(found.body)?.[1]?.replaceAll('&#38;', '&') ?? '';
			assert.equal(next, `/hc/${portal.slug}/en/articles?query=cup&page=2&theme=light`);
			assert.match(words((await get(next)).body), /Cup 26 .*Previous page/);
			for (const number of ['0', '-1', 'x', '9'.repeat(30)]) {
				assert.equal((await get(`/hc/${portal.slug}/en/articles?page=${number}`)).status, 200);
			}
		});

		test("an article's page leads to others of its topic, and not to itself", async () => {
			const portal = await createPortal();
			const topic = { portal_id: portal.id, locale: 'en', slug: 'orders', name: 'Orders', description: '' };
			const { id: category_id } = await store.categories.insert(topic);
			const [first, second] = [
				await write(portal.id, 'Returns', { category_id }),
				await write(portal.id, 'Shipping', { category_id }),
			];
			await write(portal.id, 'Elsewhere');
			const { body } = await get(`/hc/${portal.slug}/articles/${first.slug}`);
			const related = body.slice(body.indexOf('id="related"'));
			assert.match(related, /More about .*Orders/);
			const links = [...related.matchAll(/href="([^"]*\/articles\/[^"?]*)/g)].map(([, path]) => path);
			assert.deepEqual(links, [`/hc/${portal.slug}/articles/${second.slug}`]);
		});

		test('only the first page of a category is for search engines', async () => {
			const portal = await createPortal();
			const place = { portal_id: portal.id, locale: 'en' };
			const { id } = await store.categories.insert({ ...place, slug: 'cups', name: 'Cups', description: '' });
			for (let index = 1; index <= 26; index++) await write(portal.id, `Cup ${index}`, { category_id: id });
			const path = `/hc/${portal.slug}/en/categories/cups`;
			assert.match((await get(path)).body, new RegExp(`<link rel="canonical" href="http[^"]*${path}"`));
			const second = await get(`${path}?page=2`);
			assert.match(words(second.body), /Cup 26 /);
			assert.doesNotMatch(second.body, /canonical/);
			assert.match(second.body, /<meta name="robots" content="noindex"/);
		});

		test('a view counts once per reader who gets the article: no reload, no prefetch, no refusal', async () => {
			const portal = await createPortal();
			const { slug } = await write(portal.id, 'Returns');
			const path = `/hc/${portal.slug}/articles/${slug}`;
			const views = async () => (await list(portal.slug)).body.payload[0]?.views;
			const { headers } = await get(path);
			assert.equal(await views(), 1);
			const again = await get(path, { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' });
			assert.equal(again.status, 304);
			await get(path, { 'sec-purpose': 'prefetch' });
			await get(path, {}, 'HEAD');
			assert.equal(await views(), 1);
			await Promise.all(Array.from({ length: 20 }, () => get(path)));
			assert.equal(await views(), 21);
		});

		test('the first answer of an address to whether an article helped counts, and the team sees it', async () => {
			const portal = await createPortal();
			const article = await write(portal.id, 'Returns');
			const path = `/hc/${portal.slug}/articles/${article.slug}`;
			const answer = (body: string, address = `${path}/answer?theme=dark`) =>
				fetch(new URL(address, setup.server.origin), {
					method: 'POST',
					redirect: 'manual',
					headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
					body,
				});
			const counts = async () => {
				const { body } = await call<{ payload: { helpful_count: number; unhelpful_count: number; views: number } }>(
					setup.server.origin,
					`/api/v1/accounts/1/portals/${portal.slug}/articles/${article.id}`,
					{ headers: { api_access_token: setup.server.agentToken } },
				);
				const { helpful_count, unhelpful_count, views } = body.payload;
				return [helpful_count, unhelpful_count, views];
			};
			const first = await answer('helpful=yes');
			assert.equal(first.status, 303);
			assert.equal(first.headers.get('location'), `${path}?answer=yes&theme=dark#answer`);
			assert.match(words((await get(`${path}?answer=yes`)).body), /Thank you for your answer\./);
			assert.deepEqual(await counts(), [1, 0, 0]);
			assert.equal((await answer('helpful=no')).status, 303);
			assert.deepEqual(await counts(), [1, 0, 0]);
			assert.equal((await answer('helpful=perhaps')).status, 422);
			assert.equal((await answer('')).status, 422);
			const draft = await write(portal.id, 'Draft', { status: 'draft' });
			for (const slug of [draft.slug, 'unknown'])
				assert.equal((await answer('helpful=yes', `/hc/${portal.slug}/articles/${slug}/answer`)).status, 404);
		});

		test('the sitemap lists what is published, with its translations', async () => {
			const portal = await createPortal(['en', 'de']);
			const returns = await write(portal.id, 'Returns & more');
			const german = await write(portal.id, 'Rückgabe', { locale: 'de', original_id: returns.id });
			await write(portal.id, 'Draft', { status: 'draft' });
			await write(portal.id, 'Retours', { locale: 'fr' });
			const { body, headers } = await get(`/hc/${portal.slug}/sitemap.xml`);
			assert.match(headers.get('content-type') ?? '', /^application\/xml/);
			const home = `/hc/${portal.slug}`;
			const paths = [...body.matchAll(/<loc>http:\/\/[^/]*([^<]*)<\/loc>/g)].map(([, path]) => path);
			assert.deepEqual(paths, [
				`${home}/en`,
				`${home}/de`,
				...[returns, german].map(({ slug }) => `${home}/articles/${encodeURIComponent(slug)}`),
			]);
			assert.match(body, new RegExp(`hreflang="de" href="http[^"]*${encodeURIComponent(german.slug)}"`));
			assert.equal((await get('/hc/unknown/sitemap.xml')).status, 404);
		});

		test('the chat of the website that offers the help centre stands on its pages, and not in frames', async () => {
			const portal = await createPortal();
			const hasChat = async (query = '') =>
				/<live-chat-widget website-token="demo" locale="en">/.test((await get(`/hc/${portal.slug}/en${query}`)).body);
			assert.equal(await hasChat(), false);
			await setup.changeChannel({ inbox: { portal_id: portal.id } });
			assert.equal(await hasChat(), true);
			assert.equal(await hasChat('?show_plain_layout=true'), false);
		});

		test("pages run our own scripts alone and cannot be framed; the plain ones run none, and can, by us and by the channels' sites", async () => {
			const portal = await createPortal();
			const { slug } = await write(portal.id, 'Returns');
			const ancestors = async (query: string) => {
				const { headers, body } = await get(`/hc/${portal.slug}/articles/${slug}${query}`);
				const policy = headers.get('content-security-policy') ?? '';
				const scripts = query.includes('plain_layout=true')
					? ''
					: "script-src 'self'; connect-src 'self'; frame-src 'self'; ";
				assert.ok(
					policy.startsWith(
						`default-src 'none'; style-src 'self'; ${scripts}img-src 'self' https: data:; base-uri 'none'`,
					),
					policy,
				);
				assert.equal(/<script/.test(body), scripts !== '');
				assert.doesNotMatch(body, /<script(?! type="module" src="\/)|<style| style=| on\w+=/i);
				return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options')];
			};
			assert.deepEqual(await ancestors(''), ["'none'", 'DENY']);
			assert.deepEqual(await ancestors('?show_plain_layout=false'), ["'none'", 'DENY']);
			assert.deepEqual(await ancestors('?show_plain_layout=true'), ["'self'", null]);
			await setup.changeChannel({
				inbox: { portal_id: portal.id },
				widget: { allowed_domains: ['https://shop.example'] },
			});
			assert.deepEqual(await ancestors('?show_plain_layout=true'), ["'self' https://shop.example", null]);
			await setup.changeChannel({ widget: { allowed_domains: [] } });
			assert.deepEqual(await ancestors('?show_plain_layout=true'), [undefined, null]);
			assert.deepEqual(await ancestors('?theme=dark'), ["'none'", 'DENY']);
		});

		test('the plain layout has neither header nor footer, and its links stay plain', async () => {
			const portal = await createPortal(['en', 'de']);
			const { slug } = await write(portal.id, 'Returns');
			for (const path of ['/en', '/en/articles', `/articles/${slug}`, '/articles/unknown']) {
				const { body } = await get(`/hc/${portal.slug}${path}?show_plain_layout=true&theme=dark`);
				assert.match(body, /<html [^>]*data-theme="dark"/);
				assert.doesNotMatch(body, /<header|<footer|class="skip"/);
				const links = [...body.matchAll(/<a [^>]*href="(\/hc[^"]*)"/g)].map(([, href]) => href);
				assert.ok(links.length > 0, path);
				for (const href of links) assert.match(href ?? '', /\?show_plain_layout=true&#38;theme=dark$/);
			}
			const { body } = await get(`/hc/${portal.slug}/en`);
			assert.match(body, /<header/);
			assert.doesNotMatch(body, /data-theme/);
		});

		test("the style sheet has the portal's colour, and no other text in its place", async () => {
			const { body, headers } = await get('/hc/portal.css?color=0a7d5a');
			assert.match(headers.get('content-type') ?? '', /^text\/css/);
			assert.ok(body.startsWith(':root { --portal: #0a7d5a }\n'));
			for (const color of ['', 'red}', '0a7d5a;}*{display:none', '0a7d5a%0a']) {
				assert.doesNotMatch((await get(`/hc/portal.css?color=${color}`)).body, /--portal:/);
			}
		});

		test('an administrator makes a portal, writes, publishes and deletes over the application API', async () => {
			const { agent } = setup;
			const slug = `api-${++count}`;
			const config = { default_locale: 'de', allowed_locales: ['de', 'en'] };
			const made = await agent.call<TeamPortal>('portals', {
				body: { portal: { name: 'Hilfe', slug, config }, inbox_id: 1 },
			});
			assert.equal(made.status, 200, JSON.stringify(made.body));
			assert.equal(made.body.meta.default_locale, 'de');
			const again = await agent.call('portals', { body: { name: 'Hilfe', slug } });
			assert.equal(again.status, 422);
			const topic = await agent.call<{ payload: TeamCategory }>(`portals/${slug}/categories`, {
				body: { name: 'Bestellen', slug: 'bestellen', locale: 'de' },
			});
			const wish = { title: 'Rückgabe', content: '**30** Tage', author_id: 1, category_id: topic.body.payload.id };
			const { body } = await agent.call<{ payload: TeamArticle }>(`portals/${slug}/articles`, {
				body: { article: { ...wish, status: 'draft' } },
			});
			const article = body.payload;
			assert.deepEqual(
				[article.status, article.category.name, article.author?.name],
				['draft', 'Bestellen', 'Ada Lindqvist'],
			);
			assert.match(article.slug, /^\d+-rückgabe$/);
			assert.deepEqual(await titles(slug, '', 'de'), []);
			const path = `portals/${slug}/articles/${article.id}`;
			await agent.call(path, { method: 'PATCH', body: { status: 'published', description: 'Wie' } });
			assert.deepEqual(await titles(slug, 'query=wie', 'de'), ['Rückgabe']);
			const listed = await agent.call<{ payload: TeamArticle[]; meta: object }>(
				`portals/${slug}/articles?status=published`,
			);
			assert.deepEqual(
				listed.body.payload.map(({ id }) => id),
				[article.id],
			);
			const shown = await agent.call<TeamPortal>(`portals/${slug}`);
			assert.deepEqual(
				[shown.body.meta.published_count, shown.body.config.allowed_locales],
				[
					1,
					[
						{ code: 'de', articles_count: 1, categories_count: 1 },
						{ code: 'en', articles_count: 0, categories_count: 0 },
					],
				],
			);
			assert.equal((await agent.call(path, { method: 'DELETE' })).status, 200);
			assert.equal((await agent.call(path)).status, 404);
			await agent.call(`portals/${slug}`, { method: 'PATCH', body: { archived: true } });
			assert.equal((await list(slug, '', 'de')).status, 404);
		});

		test('the team lists articles by category, author, words, status and language, and counts them', async () => {
			const { agent } = setup;
			const portal = await createPortal(['en', 'de']);
			const categories = await Promise.all(
				['en', 'de'].map((locale) =>
					store.categories.insert({ portal_id: portal.id, locale, slug: 'orders', name: 'Orders', description: '' }),
				),
			);
			const [english, german] = categories.map(({ id }) => id);
			assert.ok(english && german);
			const other = await addAgent(store, 1, { name: 'Kim', email: 'kim@kiln.example', role: 'agent' });
			await write(portal.id, 'Returning a cup', { category_id: english, author_id: 1 });
			await write(portal.id, 'Paying', { category_id: english, author_id: other.id, content: 'Cups, 100% paid' });
			await write(portal.id, 'Rückgabe', { category_id: german, author_id: 1, locale: 'de' });
			await write(portal.id, 'Cup care', { author_id: 1, status: 'draft' });
			const listed = async (query: string) => {
				const path = `portals/${portal.slug}/articles?${query}`;
				const { payload, meta } = (await agent.call<{ payload: TeamArticle[]; meta: Counts }>(path)).body;
				const counts = [meta.articles_count, meta.all_articles_count, meta.published_count, meta.draft_articles_count];
				return [payload.map(({ title }) => title), ...counts];
			};
			const all = ['Cup care', 'Rückgabe', 'Paying', 'Returning a cup'];
			assert.deepEqual(await listed(''), [all, 4, 4, 3, 1]);
			assert.deepEqual(await listed('query=&category_slug=&author_id='), [all, 4, 4, 3, 1]);
			assert.deepEqual(await listed('category_slug=orders&locale=en'), [['Returning a cup', 'Paying'], 2, 2, 2, 0]);
			assert.deepEqual(await listed('category_slug=orders'), [['Returning a cup', 'Paying', 'Rückgabe'], 3, 3, 3, 0]);
			assert.deepEqual(await listed('category_slug=unknown'), [[], 0, 0, 0, 0]);
			assert.deepEqual(await listed(`author_id=${other.id}`), [['Paying'], 1, 4, 3, 1]);
			assert.deepEqual(await listed('author_id=999'), [[], 0, 4, 3, 1]);
			assert.deepEqual(await listed('query=CUP'), [['Cup care', 'Paying', 'Returning a cup'], 3, 3, 2, 1]);
			assert.deepEqual(await listed('query=cup&status=draft'), [['Cup care'], 1, 3, 2, 1]);
			assert.deepEqual(await listed('query=100%25%20cup'), [['Paying'], 1, 1, 1, 0]);
			assert.equal((await agent.call(`portals/${portal.slug}/articles?author_id=odd`)).status, 422);
		});

		test('articles of one title, written within one second, have an address each', async () => {
			const { slug } = await createPortal(['en', 'de']);
			const wish = { title: 'FAQ', content: 'Text', author_id: 1 };
			const written = await Promise.all(
				['en', 'de', 'en'].map((locale) =>
					setup.agent.call<{ payload: TeamArticle }>(`portals/${slug}/articles`, { body: { ...wish, locale } }),
				),
			);
			for (const { status, body } of written) assert.equal(status, 200, JSON.stringify(body));
			assert.equal(new Set(written.map(({ body }) => body.payload.slug)).size, 3);
		});

		test('the longest title and the longest topic have addresses that open', async () => {
			const { agent } = setup;
			const { slug } = await createPortal();
			const topic = { name: 'Long', slug: 'x'.repeat(255), locale: 'en' };
			const category = await agent.call<{ payload: TeamCategory }>(`portals/${slug}/categories`, { body: topic });
			const written = await agent.call<{ payload: TeamArticle }>(`portals/${slug}/articles`, {
				body: { title: '長'.repeat(255), content: 'Text', author_id: 1, category_id: category.body.payload.id },
			});
			const { id, slug: name } = written.body.payload;
			assert.equal(name.length, 255);
			await agent.call(`portals/${slug}/articles/${id}`, { method: 'PATCH', body: { status: 'published' } });
			assert.equal((await get(`/hc/${slug}/articles/${encodeURIComponent(name)}`)).status, 200);
			assert.equal((await get(`/hc/${slug}/en/categories/${topic.slug}`)).status, 200);
			for (const [path, body] of [
				['portals', { name: 'Long', slug: 'x'.repeat(256) }],
				[`portals/${slug}/categories`, { ...topic, slug: 'x'.repeat(256) }],
				[`portals/${slug}/articles`, { title: 'Long', content: 'Text', author_id: 1, slug: 'x'.repeat(256) }],
			] as const)
				assert.equal((await agent.call(path, { body })).status, 422, path);
		});

		test('an article can only refer to rows of its own portal and language', async () => {
			const { agent } = setup;
			const portal = await createPortal(['en', 'de']);
			const other = await createPortal();
			const foreign = await write(other.id, 'Foreign');
			const category = await store.categories.insert({
				portal_id: portal.id,
				locale: 'de',
				slug: 'de',
				name: 'Deutsch',
				description: '',
			});
			const taken = await write(portal.id, 'Taken');
			const wish = { title: 'Title', content: 'Text', author_id: 1 };
			for (const wrong of [
				{ title: ' ' },
				{ content: '' },
				{ content: '_a_'.repeat(2_000) },
				{ author_id: 99 },
				{ locale: 'fr' },
				{ category_id: category.id },
				{ category_id: 999 },
				{ category_id: 0 },
				{ slug: taken.slug },
				{ slug: '../x' },
			]) {
				const refused = await agent.call(`portals/${portal.slug}/articles`, { body: { ...wish, ...wrong } });
				assert.equal(refused.status, 422, JSON.stringify(wrong));
			}
			const path = `portals/${portal.slug}/articles`;
			assert.equal((await agent.call(path, { body: { ...wish, associated_article_id: foreign.id } })).status, 404);
			assert.equal(
				(await agent.call(`${path}/${foreign.id}`, { method: 'PATCH', body: { title: 'Mine' } })).status,
				404,
			);
			assert.equal((await agent.call(`${path}/${foreign.id}`, { method: 'DELETE' })).status, 404);
			assert.equal((await agent.call('portals/unknown/articles')).status, 404);
		});

		test('a translation of a translation refers to the original, and no article translates itself', async () => {
			const { slug } = await createPortal(['en', 'de', 'fr']);
			const add = async (
				locale: string,
				associated_article_id?: number,
				originalId = associated_article_id ?? null,
			) => {
				const body = { title: `Returns ${locale}`, content: 'Text', author_id: 1, locale, associated_article_id };
				const written = await setup.agent.call<{ payload: TeamArticle }>(`portals/${slug}/articles`, { body });
				assert.equal(written.status, 200, JSON.stringify(written.body));
				const { id, associated_article_id: original } = written.body.payload;
				assert.equal(original, originalId);
				await change(id, { status: 'published' });
				return id;
			};
			const change = (id: number, body: object) =>
				setup.agent.call(`portals/${slug}/articles/${id}`, { method: 'PATCH', body });
			const english = await add('en');
			const german = await add('de', english);
			const french = await add('fr', german, english);
			await change(english, { associated_article_id: german });
			for (const id of [english, german, french]) {
				const article = await store.articles.find(id);
				assert.ok(article);
				const translations = await store.articles.listTranslations(article);
				assert.deepEqual(
					translations.map((translation) => translation.id),
					[english, german, french],
				);
			}
			const other = await add('de');
			for (const inGerman of [
				await setup.agent.call(`portals/${slug}/articles`, {
					body: { title: 'Rückgabe', content: 'Text', author_id: 1, locale: 'de', associated_article_id: other },
				}),
				await change(other, { associated_article_id: german }),
			]) {
				assert.equal(inGerman.status, 422);
				assert.match(JSON.stringify(inGerman.body), /Associated article is in de too, and must be in another locale/);
			}
			await change(french, { status: 'draft' });
			const { payload } = (
				await setup.agent.call<{ payload: TeamArticle & { associated_articles: TeamArticle[] } }>(
					`portals/${slug}/articles/${english}`,
				)
			).body;
			assert.deepEqual(
				[payload, ...payload.associated_articles].map(({ id, locale, status }) => [id, locale, status]),
				[
					[english, 'en', 'published'],
					[german, 'de', 'published'],
					[french, 'fr', 'draft'],
				],
			);
		});

		test('a category is renamed and keeps its address; deleted, it leaves its articles without one', async () => {
			const { agent } = setup;
			const { id: portalId, slug } = await createPortal();
			const made = await agent.call<{ payload: TeamCategory }>(`portals/${slug}/categories`, {
				body: { name: 'Orders', slug: 'orders', locale: 'en' },
			});
			const { id } = made.body.payload;
			const written = await write(portalId, 'Returns', { category_id: id });
			const path = `portals/${slug}/categories/${id}`;
			const change = (body: object) => agent.call<{ payload: TeamCategory }>(path, { method: 'PATCH', body });
			const renamed = await change({ category: { name: ' Your orders ', description: 'From cart to door' } });
			assert.deepEqual(renamed.body.payload, {
				...made.body.payload,
				name: 'Your orders',
				description: 'From cart to door',
				meta: { articles_count: 1 },
				etag: renamed.body.payload.etag,
			});
			assert.deepEqual((await change({})).body, renamed.body);
			await agent.call(`portals/${slug}/categories`, { body: { name: 'Money', slug: 'money', locale: 'en' } });
			assert.equal((await change({ slug: 'money' })).status, 422);
			assert.equal((await change({ name: ' ' })).status, 422);
			assert.equal((await change({ slug: 'orders' })).status, 200);
			assert.equal((await agent.call(path, { method: 'DELETE' })).status, 200);
			assert.equal((await store.articles.find(written.id))?.category_id, null);
			assert.equal((await change({ name: 'Gone' })).status, 404);
			const log = await agent.call<{ audit_logs: AuditLogEntry[] }>('audit_logs');
			const actions = log.body.audit_logs.filter(
				({ auditable_type, auditable_id }) => auditable_type === 'Category' && auditable_id === id,
			);
			assert.deepEqual(
				actions.map(({ action }) => action),
				['destroy', 'update', 'create'],
			);
			assert.deepEqual(actions[1]?.audited_changes, {
				name: ['Orders', 'Your orders'],
				description: ['', 'From cart to door'],
			});
		});

		test('categories are in the order of their positions, which the team sets', async () => {
			const { agent } = setup;
			const { slug } = await createPortal();
			const path = `portals/${slug}/categories`;
			const add = async (name: string, position?: number) => {
				const body = { category: { name, slug: name, locale: 'en', position } };
				return (await agent.call<{ payload: TeamCategory }>(path, { body })).body.payload;
			};
			const [third, first, last] = [await add('third', 20), await add('first', 10), await add('last')];
			assert.deepEqual([third.position, first.position, last.position], [20, 10, 21]);
			const names = async () =>
				(await agent.call<{ payload: TeamCategory[] }>(path)).body.payload.map(({ name }) => name);
			assert.deepEqual(await names(), ['first', 'third', 'last']);
			const moved = await agent.call<{ payload: TeamCategory }>(`${path}/${last.id}`, {
				method: 'PATCH',
				body: { position: 5 },
			});
			assert.equal(moved.body.payload.position, 5);
			assert.deepEqual(await names(), ['last', 'first', 'third']);
		});

		test('a category cannot be changed by the address of another portal', async () => {
			const { agent } = setup;
			const portal = await createPortal();
			const other = await createPortal();
			const place = { portal_id: other.id, locale: 'en' };
			const { id } = await store.categories.insert({ ...place, slug: 'orders', name: 'Orders', description: '' });
			const path = `portals/${portal.slug}/categories/${id}`;
			assert.equal((await agent.call(path, { method: 'PATCH', body: { name: 'Mine' } })).status, 404);
			assert.equal((await agent.call(path, { method: 'DELETE' })).status, 404);
			assert.equal((await store.categories.find(id))?.name, 'Orders');
		});

		test('articles are put into order, all or none, and count as unchanged', async () => {
			const { agent } = setup;
			const portal = await createPortal();
			const other = await createPortal();
			const [first, second, third] = [
				await write(portal.id, 'First'),
				await write(portal.id, 'Second'),
				await write(portal.id, 'Third'),
			];
			const foreign = await write(other.id, 'Foreign');
			const order = (positions_hash: object) =>
				agent.call(`portals/${portal.slug}/articles/reorder`, { body: { positions_hash } });
			assert.equal((await order({ [third.id]: 10, [first.id]: 20, [second.id]: '30' })).status, 200);
			assert.deepEqual(await titles(portal.slug), ['Third', 'First', 'Second']);
			assert.equal((await store.articles.find(third.id))?.updated_at, third.updated_at);
			assert.equal((await order({ [first.id]: 1, [foreign.id]: 2 })).status, 404);
			assert.deepEqual(await titles(portal.slug), ['Third', 'First', 'Second']);
			assert.equal((await store.articles.find(foreign.id))?.position, foreign.position);
			const many = Object.fromEntries(Array.from({ length: POSITIONS_MAX + 1 }, (_, index) => [index, index]));
			for (const wrong of [{ x: 1 }, { [first.id]: -1 }, { [first.id]: 'x' }, many])
				assert.equal((await order(wrong)).status, 422, JSON.stringify(wrong).slice(0, 99));
		});

		test('a member who is no administrator reads lists, and changes nothing', async () => {
			const portal = await createPortal();
			const { id } = await write(portal.id, 'Returns');
			const category = await store.categories.insert({
				portal_id: portal.id,
				locale: 'en',
				slug: 'orders',
				name: 'Orders',
				description: '',
			});
			const agent = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			for (const path of [
				'portals',
				`portals/${portal.slug}`,
				`portals/${portal.slug}/articles`,
				`portals/${portal.slug}/categories`,
			])
				assert.equal((await agent.call(path)).status, 200, path);
			const article = { title: 'Mine', content: 'Mine', author_id: 1 };
			for (const [method, path, body] of [
				['POST', 'portals', { name: 'Mine', slug: 'mine' }],
				['PATCH', `portals/${portal.slug}`, { name: 'Mine' }],
				['POST', `portals/${portal.slug}/categories`, { name: 'Mine', slug: 'mine', locale: 'en' }],
				['PATCH', `portals/${portal.slug}/categories/${category.id}`, { name: 'Mine' }],
				['DELETE', `portals/${portal.slug}/categories/${category.id}`, undefined],
				['POST', `portals/${portal.slug}/articles`, article],
				['GET', `portals/${portal.slug}/articles/${id}`, undefined],
				['PATCH', `portals/${portal.slug}/articles/${id}`, { title: 'Mine' }],
				['POST', `portals/${portal.slug}/articles/reorder`, { positions_hash: { [id]: 1 } }],
				['DELETE', `portals/${portal.slug}/articles/${id}`, undefined],
			] as const) {
				const refused = await agent.call(path, { method, body });
				assert.deepEqual(
					[refused.status, refused.body],
					[401, { error: 'You are not authorized to do this action' }],
					path,
				);
			}
			assert.deepEqual(await titles(portal.slug), ['Returns']);
		});
	});
}
