/** The plugin of `demo/cms/wordpress` in a WordPress of its own (test/support/wordpress.ts). */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser } from '../support/browser.ts';
import { changeChannel } from '../support/channel.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startWordPress, type WordPress } from '../support/wordpress.ts';
import { Team } from './team.ts';
import { Visitor } from './visitor.ts';
import { see, seeOnceInOrder, seeText, until } from './waiting.ts';

const IDENTITY_KEY = 'a key that only the site and the chat server know';

let browser: Browser;
let server: TestServer;
let wordpress: WordPress;
let dataDir: string;

before(async () => {
	dataDir = mkdtempSync(join(tmpdir(), 'live-chat-journey-'));
	[browser, server, wordpress] = await Promise.all([launchBrowser(), startServer({ dataDir }), startWordPress()]);
	await changeChannel(server, { widget: { hmac_token: IDENTITY_KEY } });
});

afterEach(async () => {
	for (const context of browser.browserContexts()) if (context.id) await context.close();
});

after(async () => {
	await browser.close();
	await Promise.all([server.stop(), wordpress.stop()]);
	rmSync(dataDir, { recursive: true, force: true });
});

test('a site without settings has no widget, and one with them a visitor can chat on', async () => {
	const owner = await signIn();
	await activate(owner);
	const stranger = await newPage();
	await stranger.goto(wordpress.origin);
	assert.equal(await stranger.$('live-chat-widget'), null);
	assert.equal(await stranger.$('script[src*=live-chat-widget]'), null);

	await setUp(owner, { base_url: `${server.origin}/`, website_token: 'demo', position: 'left' });
	const visitor = await Visitor.arrive(await newPage(), wordpress.origin);
	const tag = await visitor.page.$eval('live-chat-widget', ({ outerHTML }) => outerHTML);
	assert.match(tag, /position="left"/);
	assert.match(tag, /locale="en_US"/);
	const frame = await visitor.openConversation();
	await visitor.write('Is this the shop?');
	const team = new Team(server.origin, server.agentToken);
	await team.write(await team.conversationWith('Is this the shop?'), { content: 'It is.' });
	await seeOnceInOrder(frame, ['Is this the shop?', 'It is.']);
});

test('an invalid setting is refused with a message, and changes nothing', async () => {
	const owner = await signIn();
	await activate(owner);
	await setUp(owner, { base_url: server.origin, website_token: 'demo' });
	await setUp(owner, { base_url: 'javascript:alert(1)', website_token: '"><script>alert(1)</script>' });
	await seeText(owner, 'Address of the chat server: not a web address; it begins with https://');
	assert.equal(await owner.$eval('#base_url', (field) => (field as HTMLInputElement).value), server.origin);

	const visitor = await newPage();
	let isScriptRun = false;
	visitor.on('dialog', (dialog) => {
		isScriptRun = true;
		void dialog.dismiss();
	});
	await visitor.goto(wordpress.origin);
	assert.equal(
		await visitor.$eval('live-chat-widget', (tag) => tag.getAttribute('website-token')),
		'"><script>alert(1)</script>',
	);
	assert.equal(isScriptRun, false);
});

test('only users who may manage the site reach the settings', async () => {
	const stranger = await newPage();
	const settings = `${wordpress.origin}/wp-admin/options-general.php?page=live-chat-widget`;
	await stranger.goto(settings);
	assert.match(stranger.url(), /wp-login\.php/);
	const saved = await fetch(`${wordpress.origin}/wp-admin/options.php`, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({
			option_page: 'live-chat-widget',
			'live_chat_widget[base_url]': 'https://evil.example',
		}),
	});
	assert.match(saved.headers.get('location') ?? '', /wp-login\.php/);
});

test('the team sees the logged-in user, proven by a hash, and the key is not in the page', async () => {
	const owner = await signIn();
	await activate(owner);
	await setUp(owner, { base_url: server.origin, website_token: 'demo', identity_key: IDENTITY_KEY });
	assert.equal(await owner.$eval('#identity_key', (field) => (field as HTMLInputElement).value), '');

	const response = await owner.goto(wordpress.origin);
	const html = (await response?.text()) ?? '';
	assert.ok(!html.includes(IDENTITY_KEY) && !html.includes(wordpress.admin.email));
	const address = await owner.$eval('live-chat-widget', (tag) => (tag as HTMLElement).dataset['identity'] ?? '');

	const told = await owner.evaluate(async (url) => {
		const answer = await fetch(url);
		return { cache: answer.headers.get('cache-control'), body: (await answer.json()) as unknown };
	}, address);
	assert.match(told.cache ?? '', /no-store|no-cache/);
	assert.deepEqual(
		(told.body as { user: { identifier_hash: string } }).user.identifier_hash,
		createHmac('sha256', IDENTITY_KEY).update('1').digest('hex'),
	);

	const strangers = await fetch(new URL(address, wordpress.origin));
	assert.deepEqual(await strangers.json(), { identifier: null });

	const visitor = await Visitor.arrive(owner, wordpress.origin);
	await visitor.openConversation();
	await visitor.write('It is me, the owner');
	const team = new Team(server.origin, server.agentToken);
	const id = await team.conversationWith('It is me, the owner');
	const { name, email } = await until('the name of who is logged in', async () => {
		const contact = await team.contactOf(id);
		return contact.email ? contact : undefined;
	});
	assert.deepEqual({ name, email }, { name: wordpress.admin.name, email: wordpress.admin.email });
});

async function newPage(): Promise<Page> {
	const context = await browser.createBrowserContext();
	return context.newPage();
}

/** The owner of the site, with the list of plugins before them. */
async function signIn(): Promise<Page> {
	const page = await newPage();
	await page.goto(`${wordpress.origin}/wp-login.php`);
	await page.$eval('#user_login', (field, name) => ((field as HTMLInputElement).value = name), wordpress.admin.name);
	await page.$eval('#user_pass', (field, word) => ((field as HTMLInputElement).value = word), wordpress.admin.password);
	await Promise.all([page.waitForNavigation(), page.click('#wp-submit')]);
	return page;
}

async function activate(owner: Page): Promise<void> {
	await owner.goto(`${wordpress.origin}/wp-admin/plugins.php`);
	const link = await owner.$('#activate-live-chat-widget');
	if (link) await Promise.all([owner.waitForNavigation(), link.click()]);
	await see(owner, 'the active plugin', () => document.querySelector('tr.active[data-slug=live-chat-widget]'));
}

/** Fills in the form as the owner does, and saves it. */
async function setUp(owner: Page, values: Record<string, string>): Promise<void> {
	await owner.goto(`${wordpress.origin}/wp-admin/options-general.php?page=live-chat-widget`);
	for (const [name, value] of Object.entries(values)) {
		await owner.$eval(`#${name}`, (field, written) => ((field as HTMLInputElement).value = written), value);
	}
	await Promise.all([owner.waitForNavigation(), owner.click('#submit')]);
}
