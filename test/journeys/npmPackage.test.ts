import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'vite';
import { installPackage, type Site } from '../support/npmPackage.ts';
import { serveFolder, type StaticServer } from '../support/staticServer.ts';
import { Journey } from './journey.ts';
import { see, until } from './waiting.ts';

describe('the npm package', () => {
	let journey: Journey;
	let site: Site;
	let server: StaticServer;

	before(async () => {
		site = installPackage();
		[journey, server] = await Promise.all([Journey.start(), serveFolder(site.folder)]);
		await writePages();
	});
	after(async () => {
		server.stop();
		await journey.stop();
		site.remove();
	});

	test('a React app that Vite has built chats', async () => void (await chatOn('dist/client.html')));

	test('a server-rendered page has the tag at once, and React logs no complaint', async () => {
		const html = await (await fetch(`${server.origin}/dist/server.html`)).text();
		assert.match(html, /<div id="app"><main><h1>Shop<\/h1><live-chat-widget website-token="demo" [^>]*position="left"/);
		await chatOn('dist/server.html');
	});

	test('an app without React that Vite has built chats, and has its texts in other languages', async () => {
		await chatOn('dist/withoutReact.html');
		const visitor = await journey.newcomer();
		await visitor.page.goto(`${server.origin}/dist/withoutReact.html`);
		await visitor.launcherName();
		await visitor.page.$eval('live-chat-widget', (tag) => tag.setAttribute('locale', 'de'));
		await until('the German name', async () => (await visitor.launcherName()) === 'Chatten Sie mit uns');
		await journey.clear();
	});

	test('a page without a bundler shows the chat, and loads no React', async () => {
		const asked = await chatOn('plain.html');
		assert.deepEqual(
			asked.filter((address) => address.startsWith(server.origin) && /react/.test(address)),
			[],
		);
	});

	/** Chats on the page; resolves with the addresses that the page has requested. */
	async function chatOn(path: string): Promise<string[]> {
		const visitor = await journey.newcomer();
		const complaints: string[] = [];
		const asked: string[] = [];
		visitor.page.on('console', (message) => {
			if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
		});
		visitor.page.on('pageerror', (error) => complaints.push(String(error)));
		visitor.page.on('request', (request) => asked.push(request.url()));
		await visitor.page.goto(`${server.origin}/${path}`);
		assert.equal(await visitor.launcherName(), 'Chat with us');
		await visitor.openConversation();
		await visitor.write('From a site of its own');
		await visitor.seeAllSent();
		// The page got the event, too.
		await see(visitor.page, 'the event', () => document.body.dataset['chat'] === 'open');
		assert.deepEqual(complaints, []);
		await journey.clear();
		return asked;
	}

	async function writePages() {
		const product = JSON.stringify(journey.proxy.origin);
		const write = (name: string, text: string) => writeFile(join(site.folder, name), text);
		await write(
			'app.js',
			`import { createElement } from 'react';
import { LiveChatWidget } from 'live-chat-widget/react';

export const app = createElement('main', {},
	createElement('h1', {}, 'Shop'),
	createElement(LiveChatWidget, {
		websiteToken: 'demo',
		baseUrl: ${product},
		position: 'left',
		onOpen: ({ type }) => { document.body.dataset.chat = type.split(':')[1]; },
	}),
);`,
		);
		await write(
			'client.js',
			"import { createRoot } from 'react-dom/client';\nimport { app } from './app.js';\ncreateRoot(document.getElementById('app')).render(app);",
		);
		await write(
			'server.js',
			"import { hydrateRoot } from 'react-dom/client';\nimport { app } from './app.js';\nhydrateRoot(document.getElementById('app'), app, { onRecoverableError: (error) => console.error(String(error)) });",
		);
		const rendered = site.run(
			"const { renderToString } = await import('react-dom/server'); const { app } = await import('./app.js'); process.stdout.write(renderToString(app));",
		);
		await write(
			'withoutReact.js',
			`import 'live-chat-widget/standalone';
const chat = document.querySelector('live-chat-widget');
chat.addEventListener('live-chat-widget:open', () => { document.body.dataset.chat = 'open'; });`,
		);
		await write('client.html', page('<div id="app"></div><script type="module" src="./client.js"></script>'));
		await write(
			'server.html',
			page(`<div id="app">${rendered}</div><script type="module" src="./server.js"></script>`),
		);
		await write(
			'withoutReact.html',
			page(`<live-chat-widget website-token="demo" base-url=${product}></live-chat-widget>
<script type="module" src="./withoutReact.js"></script>`),
		);
		await write(
			'plain.html',
			page(`<script type="module" src="/node_modules/live-chat-widget/standalone/live-chat-widget.js"></script>
<script>
	addEventListener('live-chat-widget:open', () => { document.body.dataset.chat = 'open'; });
</script>
<live-chat-widget website-token="demo" base-url=${product}></live-chat-widget>`),
		);
		await build({
			root: site.folder,
			base: './',
			logLevel: 'error',
			configFile: false,
			build: {
				rolldownOptions: {
					input: ['client.html', 'server.html', 'withoutReact.html'].map((name) => join(site.folder, name)),
				},
			},
		});
	}
});

function page(body: string): string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><body>${body}</body></html>`;
}
