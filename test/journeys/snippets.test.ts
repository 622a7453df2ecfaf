/** The snippets of `demo/cms`, as owners of sites copy them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { ROOT } from '../../src/build/root.ts';
import { launchBrowser } from '../support/browser.ts';
import { startHostPage } from '../support/hostPage.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Visitor } from './visitor.ts';

let browser: Browser;
let server: TestServer;

before(async () => {
	[browser, server] = await Promise.all([launchBrowser({ isShellEnough: true }), startServer()]);
});

after(async () => {
	await browser.close();
	await server.stop();
});

/**
 * Runs the snippet's scripts as a tag manager does; the second time because the page was replaced.
 */
const FIRE_TWICE = (snippet: string) => `<template id="tag">${snippet}</template>
<script>
	for (let times = 0; times < 2; times += 1) {
		for (const { textContent } of document.getElementById('tag').content.querySelectorAll('script')) {
			document.body.append(Object.assign(document.createElement('script'), { textContent }));
		}
	}
</script>`;

for (const [name, put] of [
	['plain.html', (snippet: string) => snippet],
	['tag-manager.html', FIRE_TWICE],
] as const) {
	test(`the snippet ${name} puts one widget into the page, and it works`, async () => {
		const snippet = readFileSync(`${ROOT}/demo/cms/${name}`, 'utf8')
			.replaceAll('https://chat.example', server.origin)
			.replaceAll('your-website-token', 'demo');
		const page = await startHostPage({ embed: put(snippet) });
		try {
			const context = await browser.createBrowserContext();
			const visitor = await Visitor.arrive(await context.newPage(), page.url);
			await visitor.openConversation();
			await visitor.write('Hello from a copied snippet');
			await visitor.seeAllSent();
			assert.equal(await visitor.page.$$eval('live-chat-widget', ({ length }) => length), 1);
			await context.close();
		} finally {
			await page.stop();
		}
	});
}
