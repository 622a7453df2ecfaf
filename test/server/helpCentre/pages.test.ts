/** The documents and files that browsers load, and their security headers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as v from 'valibot';
import { ChannelLook, WidgetPage } from '#protocol/entities/channel.ts';
import type { Route } from '#protocol/base/routes.ts';
import { ensureBuilt } from '../../../src/build/ensureBuilt.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { TABLES } from '../../../src/server/http/pages/documentedRoutes.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { call, createVisitor, type Answer } from '../api.ts';

const ROUTES = TABLES.flatMap(({ table }) => Object.values<Route>(table));

describe('pages', () => {
	let server: TestServer;
	before(async () => {
		ensureBuilt();
		server = await startHostedServer();
	});
	after(() => server.stop());

	const get = (path: string, headers: Record<string, string> = {}) => call<string>(server.origin, path, { headers });
	/** Requests again as a browser revalidates; `fetch` would force a fresh copy. */
	const getAgain = (path: string, { headers }: Answer, more: Record<string, string> = {}) =>
		get(path, { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0', ...more });
	const policyOf = (headers: Headers) =>
		new Map(
			(headers.get('content-security-policy') ?? '')
				.split('; ')
				.map((directive) => directive.split(/ (.*)/) as [string, string]),
		);

	test("the channel's look is small, cacheable, tagged and open to every site", async () => {
		const look = await call(server.origin, '/widget/channel.json?website_token=demo');
		assert.equal(look.status, 200);
		assert.deepEqual(look.body, v.parse(ChannelLook, look.body));
		assert.equal(look.headers.get('access-control-allow-origin'), '*');
		assert.equal(look.headers.get('cross-origin-resource-policy'), 'cross-origin');
		assert.match(look.headers.get('cache-control') ?? '', /max-age=\d+/);
		assert.equal(look.headers.get('set-cookie'), null);
		const again = await getAgain('/widget/channel.json?website_token=demo', look);
		assert.deepEqual([again.status, again.body], [304, '']);
	});

	test('an installation without pictures of its own has default ones for the brand and the window icon', async () => {
		const { body } = await call<{ global_config: { LOGO_THUMBNAIL: string } }>(
			server.origin,
			'/api/v1/widget/config?website_token=demo',
			{ method: 'POST' },
		);
		const logo = await fetch(body.global_config.LOGO_THUMBNAIL);
		assert.equal(logo.headers.get('content-type'), 'image/svg+xml');
		assert.match(await logo.text(), /^<svg /);
		const icon = await fetch(new URL('/favicon.ico', server.origin));
		assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/x-icon']);
		assert.deepEqual([...new Uint8Array(await icon.arrayBuffer()).slice(0, 4)], [0, 0, 1, 0]);
	});

	test('an unknown channel is a 404 that other sites can read', async () => {
		const look = await call(server.origin, '/widget/channel.json?website_token=unknown');
		assert.deepEqual([look.status, look.body], [404, { error: 'Resource could not be found' }]);
		assert.equal(look.headers.get('access-control-allow-origin'), '*');
	});

	test('an unknown website token answers a readable page with status 404', async () => {
		for (const query of ['?website_token=unknown', '', '?website_token=', '?website_token=%00']) {
			const page = await get(`/widget${query}`);
			assert.equal(page.status, 404);
			assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
			assert.match(page.body, /web widget does not exist/);
			assert.equal(policyOf(page.headers).has('frame-ancestors'), false);
		}
	});

	test("a page for an unknown channel is in the reader's language", async () => {
		const asked = await get('/widget?website_token=unknown&locale=ar', { 'accept-language': 'de' });
		assert.match(asked.body, /<html lang="ar" dir="rtl">[^]*<h1>هذه الدردشة غير متاحة<\/h1>/);
		const accepted = await get('/widget?website_token=unknown', { 'accept-language': 'fr;q=0.5, xx, de-AT;q=0.8' });
		assert.match(accepted.body, /<html lang="de" dir="ltr">[^]*<h1>Dieser Chat ist nicht verfügbar<\/h1>/);
		assert.match(accepted.body, /Das Web-Widget existiert nicht/);
	});

	test('the widget page may be framed by any site, runs only our own files and sends no referrer', async () => {
		const { headers } = await get('/widget?website_token=demo');
		const policy = policyOf(headers);
		assert.equal(policy.get('default-src'), "'none'");
		assert.equal(policy.get('script-src'), "'self'");
		assert.match(policy.get('style-src') ?? '', /^'self'( 'sha256-[\w+/=]+')*$/);
		// A missing directive allows all; `*` would leave out pages without an origin.
		assert.equal(policy.has('frame-ancestors'), false);
		assert.match(policy.get('connect-src') ?? '', /^'self' ws:\/\/127\.0\.0\.1:\d+ wss:/);
		assert.equal(headers.get('x-frame-options'), null);
		assert.equal(headers.get('referrer-policy'), 'no-referrer');
		assert.equal(headers.get('cache-control'), 'no-store');
		assert.equal(headers.get('set-cookie'), null);
	});

	test('a channel with allowed domains may be framed by these and by us only', async () => {
		const store = await openStore({ dataDir: server.dataDir });
		const { websiteToken } = await store.transaction((repositories) =>
			createChannel(repositories, {
				accountId: 1,
				settings: { name: 'Closed', allowed_domains: ['https://shop.example', '*.example.org'] },
			}),
		);
		await store.close();
		const { headers } = await get(`/widget?website_token=${websiteToken}`);
		assert.equal(policyOf(headers).get('frame-ancestors'), "'self' https://shop.example *.example.org");
	});

	test('a font may come from us and from the origins that the channel allows', async () => {
		assert.equal(policyOf((await get('/widget?website_token=demo')).headers).get('font-src'), "'self'");
		const store = await openStore({ dataDir: server.dataDir });
		const settings = { name: 'Lettered', font_origins: ['https://fonts.example', 'https://cdn.example:8443'] };
		const { websiteToken } = await store.transaction((repositories) =>
			createChannel(repositories, { accountId: 1, settings }),
		);
		await store.close();
		const { headers } = await get(`/widget?website_token=${websiteToken}`);
		assert.equal(policyOf(headers).get('font-src'), "'self' https://fonts.example https://cdn.example:8443");
	});

	test('the widget page carries the channel and the session that the token names; an invalid token means none', async () => {
		const visitor = await createVisitor(server.origin);
		const pageOf = async (query: string) => {
			const { body } = await get(`/widget?website_token=demo${query}`);
			const json = /<script type="application\/json" id="widget-page">(.*?)<\/script>/s.exec(body)?.[1];
			return v.parse(WidgetPage, JSON.parse(json ?? ''));
		};
		assert.equal((await pageOf('')).session, null);
		assert.equal((await pageOf('&cw_conversation=forged')).session, null);
		assert.equal((await pageOf('')).cable, 'socket.io');
		assert.equal((await pageOf('')).channel.websiteToken, 'demo');
		assert.deepEqual((await pageOf(`&cw_conversation=${visitor.authToken}`)).session, {
			authToken: visitor.authToken,
			pubsubToken: visitor.pubsubToken,
		});
	});

	test("owners' texts cannot break out of the page", async () => {
		const store = await openStore({ dataDir: server.dataDir });
		const { websiteToken } = await store.transaction((repositories) =>
			createChannel(repositories, {
				accountId: 1,
				settings: { name: '</title></script><script>alert(1)</script>', welcome_title: '<!--<script>' },
			}),
		);
		await store.close();
		const { body } = await get(`/widget?website_token=${websiteToken}`);
		assert.equal(body.includes('<script>alert'), false);
		assert.equal(body.includes('<!--<script>'), false);
	});

	test("the language of the page follows the requested one, then the channel's", async () => {
		const start = async (query: string) =>
			/<html[^>]*>/.exec((await get(`/widget?website_token=demo${query}`)).body)?.[0];
		assert.equal(await start(''), '<html lang="en" dir="ltr">');
		assert.equal(await start('&locale=ar'), '<html lang="ar" dir="rtl">');
		assert.equal(await start('&locale=pt-BR'), '<html lang="pt-BR" dir="ltr">');
		assert.equal(await start('&locale=de_AT'), '<html lang="de" dir="ltr">');
		assert.equal(await start('&locale=nb-NO'), '<html lang="no" dir="ltr">');
		assert.equal(await start('&locale=zh_Hant-HK'), '<html lang="zh-TW" dir="ltr">');
		assert.equal(await start('&locale=iw'), '<html lang="he" dir="rtl">');
		assert.equal(await start('&locale=xx'), '<html lang="en" dir="ltr">');
		assert.equal(await start('&locale="><script>'), '<html lang="en" dir="ltr">');
	});

	test("the document has the page's colour scheme before anything loads, and the system's where no page sets one", async () => {
		const scheme = async (query: string) =>
			/name="color-scheme"\s+content="([^"]*)"/.exec((await get(`/widget?website_token=demo${query}`)).body)?.[1];
		const framed = '&origin=https%3A%2F%2Fshop.example';
		assert.equal(await scheme(`${framed}&color_scheme=dark`), 'dark');
		assert.equal(await scheme(`${framed}&color_scheme=auto`), 'light dark');
		assert.equal(await scheme(framed), 'light');
		assert.equal(await scheme(''), 'light dark');
	});

	test('an invalid parameter of the widget page counts as missing, and the others as they are', async () => {
		const asked = '/widget?website_token=demo&locale=de&origin=https%3A%2F%2Fshop.example';
		const valid = await get(asked);
		for (const invalid of ['&view=odd', '&color_scheme=odd', '&view=&color_scheme=']) {
			const { status, body } = await get(`${asked}${invalid}`);
			assert.deepEqual([status, body], [200, valid.body], invalid);
		}
		assert.equal((await get('/widget?view=open')).status, 404);
	});

	test('the page of an open chat preloads everything that it shows; a closed one lists those files in a template', async () => {
		const { authToken } = await createVisitor(server.origin);
		const filesOf = async (query: string) => {
			const { body } = await get(`/widget?website_token=demo${query}`);
			const [, template = ''] = /<template id="later">(.*?)<\/template>/s.exec(body) ?? [];
			const named = (text: string) =>
				[...text.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, href]) => href ?? '');
			const ahead = [...template.matchAll(/href="([^"]+)" data-ahead/g)].map(([, href]) => href ?? '');
			return { preloaded: named(body.replace(template, '')), later: named(template), ahead };
		};
		for (const who of ['', `&cw_conversation=${authToken}`]) {
			const open = await filesOf(`${who}&view=open`);
			const closed = await filesOf(`${who}&view=closed`);
			assert.deepEqual(open.later, []);
			assert.deepEqual(await filesOf(`${who}&view=expected`), open, 'the visitor is about to open it');
			assert.deepEqual(closed.preloaded.concat(closed.later).toSorted(), open.preloaded.toSorted());
			assert.equal(closed.later.filter((address) => /\/react-/.test(address)).length, 1);
			assert.equal(closed.ahead.length > 0, who !== '', 'only for those who have been here before');
			assert.ok(closed.ahead.every((address) => closed.later.includes(address)));
		}
	});

	test('the page tells whether its visitor has a conversation, and then lists the files that show it', async () => {
		const visitor = await createVisitor(server.origin);
		const address = `/widget?website_token=demo&view=open&cw_conversation=${visitor.authToken}`;
		assert.match((await get(address)).body, /"hasConversation":false/);
		await visitor.write('Hello');
		const { body: page } = await get(address);
		assert.match(page, /"hasConversation":true/);
		assert.match(page, /modulepreload" href="[^"]*\/MessageList-/);
	});

	test('built files are immutable, compressed beforehand and open to every site', async () => {
		const { body } = await get('/widget?website_token=demo');
		const entry = /<script type="module" src="(\/packs\/js\/[^"]+)"/.exec(body)?.[1] ?? '';
		for (const encoding of ['br', 'gzip']) {
			const { status, headers } = await get(entry, { 'accept-encoding': encoding });
			assert.equal(status, 200);
			assert.equal(headers.get('content-encoding'), encoding);
			assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
			assert.equal(headers.get('access-control-allow-origin'), '*');
			assert.equal(headers.get('x-content-type-options'), 'nosniff');
			assert.match(headers.get('content-type') ?? '', /javascript/);
			assert.match(headers.get('vary') ?? '', /accept-encoding/i);
		}
	});

	test("the licences of a bundle's content can be read beside it, and no other file can", async () => {
		const notices = await get('/third-party-notices/widget.txt');
		assert.equal(notices.status, 200);
		assert.match(notices.headers.get('content-type') ?? '', /^text\/plain/);
		assert.match(notices.body, /^react \d/m);
		for (const path of ['/third-party-notices/', '/third-party-notices/..%2f..%2fmanifest.json']) {
			assert.equal(Math.floor((await get(path)).status / 100), 4, path);
		}
	});

	test('caches do not store that a built file is missing', async () => {
		for (const path of ['/packs/js/of-the-next-build.js', '/packs/js', '/packs/..%2fmanifest.json']) {
			for (const encoding of ['br', 'identity']) {
				const { status, headers } = await get(path, { 'accept-encoding': encoding });
				assert.deepEqual([Math.floor(status / 100), headers.get('cache-control')], [4, 'no-store'], path);
			}
		}
	});

	test('the loader has a permanent address, a short lifetime and an ETag', async () => {
		const loader = await get('/live-chat-widget.js', { 'accept-encoding': 'br' });
		assert.equal(loader.status, 200);
		assert.equal(loader.headers.get('content-encoding'), 'br');
		assert.equal(loader.headers.get('access-control-allow-origin'), '*');
		assert.equal(loader.headers.get('cross-origin-resource-policy'), 'cross-origin');
		assert.match(loader.headers.get('cache-control') ?? '', /^public, max-age=\d{2,3}$/);
		const again = await getAgain('/live-chat-widget.js', loader, { 'accept-encoding': 'br' });
		assert.equal(again.status, 304);
	});

	test('the pages with a conversation may play, show and frame what it contains, and nothing else', async () => {
		for (const path of ['/widget?website_token=demo', '/desk']) {
			const policy = policyOf((await get(path)).headers);
			assert.equal(policy.get('img-src'), "'self' https: data: blob:");
			assert.equal(policy.get('media-src'), "'self' https: blob:");
			// The widget shows articles of the help centre in a frame, and the desk the preview of
			// a chat.
			assert.equal(policy.get('frame-src'), "'self' https://meet.jit.si");
			assert.equal(policy.get('style-src-elem') ?? "'self'", policy.get('style-src'));
			assert.doesNotMatch(policy.get('style-src') ?? '', /unsafe-inline/);
		}
	});

	test('the survey page cannot be framed or indexed, and sends no referrer', async () => {
		const { status, headers } = await get('/survey/responses/5f0c2a1e-0000-4000-8000-000000000000');
		assert.equal(status, 200);
		assert.equal(policyOf(headers).get('frame-ancestors'), "'none'");
		assert.equal(policyOf(headers).get('script-src'), "'self'");
		assert.equal(policyOf(headers).get('frame-src'), undefined);
		assert.equal(headers.get('referrer-policy'), 'no-referrer');
		assert.equal(headers.get('x-robots-tag'), 'noindex');
	});

	test('the desk cannot be framed', async () => {
		const { headers } = await get('/desk');
		assert.equal(policyOf(headers).get('frame-ancestors'), "'none'");
		assert.equal(policyOf(headers).get('script-src'), "'self'");
		assert.equal(headers.get('x-frame-options'), 'DENY');
	});

	test('the demo page embeds the channel', async () => {
		const page = await get('/');
		assert.equal(page.status, 200);
		assert.match(page.body, /<live-chat-widget/);
	});

	test('the API reference names every route and loads nothing from elsewhere', async () => {
		const page = await get('/api/docs');
		assert.equal(page.status, 200);
		assert.equal(/(src|href)="(https?:)?\/\//.test(page.body), false);
		assert.equal(/<(style|script)|style="/.test(page.body), false);
		const openApi = await call<{ openapi: string; paths: Record<string, Record<string, { operationId: string }>> }>(
			server.origin,
			'/api/docs.json',
		);
		assert.equal(openApi.body.openapi, '3.1.0');
		for (const route of ROUTES) {
			assert.ok(page.body.includes(`${route.method}</b> <code>${route.path}</code>`), route.path);
			assert.ok(openApi.body.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()], route.path);
		}
		const ids = Object.values(openApi.body.paths).flatMap((path) =>
			Object.values(path).map(({ operationId }) => operationId),
		);
		assert.equal(new Set(ids).size, ids.length);
	});

	test('the API reference names the token of every route', async () => {
		const { body } = await call<{
			paths: Record<string, Record<string, { security?: object[] }>>;
			components: { securitySchemes: Record<string, { name: string }> };
		}>(server.origin, '/api/docs.json');
		for (const route of ROUTES) {
			const operation = body.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
			const headers = (operation?.security ?? [])
				.flatMap((scheme) => Object.keys(scheme))
				.map((name) => body.components.securitySchemes[name]?.name);
			const isOpen = route.role === 'public' || route.role === 'channel';
			const expected = isOpen ? [] : [route.role === 'visitor' ? 'X-Auth-Token' : 'api_access_token'];
			assert.deepEqual(headers, expected, route.path);
		}
	});

	test('the API reference shows an example request and the refusals of every route', async () => {
		const { body: page } = await get('/api/docs');
		assert.equal(page.match(/aria-label="Example request">curl/g)?.length, ROUTES.length);
		assert.equal(page.match(/<summary>Errors</g)?.length, ROUTES.length);
		const { body } = await call<{
			paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
		}>(server.origin, '/api/docs.json');
		for (const operation of Object.values(body.paths).flatMap((path) => Object.values(path))) {
			assert.ok(operation.responses['429']?.content);
		}
	});

	test('every page and file answers HEAD as well', async () => {
		for (const path of [
			'/',
			'/desk',
			'/widget?website_token=demo',
			'/widget/channel.json?website_token=demo',
			'/healthz',
			'/api/docs',
			'/live-chat-widget.js',
		]) {
			const head = await call(server.origin, path, { method: 'HEAD' });
			assert.deepEqual([head.status, head.body], [200, ''], path);
		}
	});

	test('the health check names the database that answers', async () => {
		assert.deepEqual((await call(server.origin, '/healthz')).body, { status: 'ok', database: 'sqlite' });
	});

	test('every answer has nosniff and the other protective headers', async () => {
		for (const path of ['/', '/desk', '/nothing', '/api/v1/profile', '/healthz']) {
			const { headers } = await get(path);
			assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
			assert.ok(headers.get('content-security-policy'), path);
		}
	});
});
