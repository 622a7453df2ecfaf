/** The plugin of `demo/cms/wordpress` in a WordPress of its own (test/support/wordpress.ts). */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, ElementHandle, HTTPRequest, Page } from 'puppeteer-core';
import { PLUGIN } from '../../src/build/wordpress/pluginTexts.ts';
import { launchBrowser } from '../support/browser.ts';
import { changeChannel } from '../support/channel.ts';
import { choose, fill, press } from '../support/input.ts';
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

test('who comes to a shared device after a user sees nothing of them, neither before the site answers nor where it refuses to', async () => {
	const owner = await signIn();
	await activate(owner);
	await setUp(owner, { base_url: server.origin, website_token: 'demo', identity_key: IDENTITY_KEY });
	const visitor = await Visitor.arrive(owner, wordpress.origin);
	await visitor.openConversation();
	await visitor.write('A secret of Ada');
	await visitor.seeAllSent();

	const asked: HTTPRequest[] = [];
	await owner.setRequestInterception(true);
	owner.on('request', (request) => {
		if (request.url().includes('action=live_chat_widget_identity')) asked.push(request);
		else void request.continue();
	});
	/** The chat as it is while the site is asked, whose answer is up to the test. */
	const reload = async () => {
		await visitor.reload();
		const request = await until('the site is asked', () => Promise.resolve(asked.pop()));
		const frame = await visitor.openPanel();
		await seeText(frame, 'Start Conversation');
		assert.doesNotMatch(await frame.evaluate(() => document.body.innerText), /A secret of Ada/);
		return request;
	};
	await (await reload()).abort();
	const unanswered = await visitor.openConversation();
	assert.doesNotMatch(await unanswered.evaluate(() => document.body.innerText), /A secret of Ada/);
	// The chat of a stranger loads once it is opened.
	await visitor.reload();
	const opened = visitor.openConversation();
	await (await until('the site is asked', () => Promise.resolve(asked.pop()))).continue();
	await seeText(await opened, 'A secret of Ada');

	await (await reload()).respond({ status: 403, body: 'Forbidden' });
	await see(owner, 'a browser that has forgotten the user', () => !document.cookie.includes('cw_user'));
	const frame = await visitor.openConversation();
	await visitor.write('As nobody');
	await visitor.seeAllSent();
	assert.doesNotMatch(await frame.evaluate(() => document.body.innerText), /A secret of Ada/);
});

test('an author puts the chat into a page by a block, and visitors chat there', async () => {
	const owner = await signIn();
	await activate(owner);
	await setUp(owner, { base_url: server.origin, website_token: 'demo' });
	// In a narrow window the editor leaves the hint of a placeholder out.
	await owner.setViewport({ width: 1400, height: 900 });
	await owner.goto(`${wordpress.origin}/wp-admin/post-new.php?post_type=page`);
	await see(owner, 'the editor with the block', () =>
		(window as EditorWindow).wp?.blocks.getBlockType('live-chat-widget/block'),
	);
	await owner.evaluate(() => {
		const { blocks, data } = (window as EditorWindow).wp!;
		data.dispatch('core/edit-post')['toggleFeature']?.('welcomeGuide');
		data.dispatch('core/block-editor')['insertBlock']?.(blocks.createBlock('live-chat-widget/block', { height: 480 }));
	});
	await seeText(owner, 'Visitors see the chat here.');
	await seeText(owner, 'A button that opens the chat');
	const link = await owner.evaluate(async () => {
		const { data } = (window as EditorWindow).wp!;
		await data.dispatch('core/editor')['editPost']?.({ title: 'Contact', status: 'publish' });
		await data.dispatch('core/editor')['savePost']?.();
		return String(data.select('core/editor')['getPermalink']?.());
	});

	const visitor = await Visitor.arrive(await newPage(), link);
	const [tag, ...others] = await visitor.page.$$eval('live-chat-widget', (tags) =>
		tags.map((one) => ({ mode: one.getAttribute('mode'), height: one.clientHeight })),
	);
	assert.deepEqual([tag, others], [{ mode: 'inline', height: 480 }, []]);
	const frame = await visitor.frame();
	await press(frame, 'Start Conversation');
	await visitor.write('From the contact page');
	await visitor.seeAllSent();
});

test('a shortcode is a button that opens the chat, also on a page where the chat does not appear by itself', async () => {
	const owner = await signIn();
	await activate(owner);
	await setUp(owner, { base_url: server.origin, website_token: 'demo', pages: 'only' });
	const page = addPage('[live_chat_widget display="button" text="Ask & hear"]');
	const visitor = await Visitor.arrive(await newPage(), `${wordpress.origin}/?p=${page}`);
	assert.equal(await visitor.page.$eval('.live-chat-widget-button', ({ textContent }) => textContent), 'Ask & hear');
	await see(visitor.page, 'a button that the chat knows', () =>
		document.querySelector('.live-chat-widget-button')?.hasAttribute('aria-expanded'),
	);
	assert.equal(await visitor.page.$('live-chat-widget >>> [part=launcher]'), null);
	await press(visitor.page, { selector: '.live-chat-widget-button' });
	await until('the open panel', async () => (await visitor.panelMode()) === 'open');
});

test('beside the chat in a page, the button leads there', async () => {
	const owner = await signIn();
	await activate(owner);
	await setUp(owner, { base_url: server.origin, website_token: 'demo' });
	const above = '<p style="height: 3000px">[live_chat_widget display="button" text="Ask us"]</p>';
	const page = addPage(`${above}[live_chat_widget height="400"]`);
	const visitor = await Visitor.arrive(await newPage(), `${wordpress.origin}/?p=${page}`);
	await see(visitor.page, 'a button that the chat knows', () =>
		document.querySelector('.live-chat-widget-button')?.hasAttribute('aria-controls'),
	);
	await press(visitor.page, { selector: '.live-chat-widget-button' });
	await see(visitor.page, 'the chat in view, with the focus', () => {
		const chat = document.querySelector('live-chat-widget');
		const { top = -1, bottom = 0 } = chat?.getBoundingClientRect() ?? {};
		return top >= 0 && bottom <= innerHeight && document.activeElement === chat;
	});
});

test('the owner says by paths and kinds on which pages the chat appears', async () => {
	const owner = await signIn();
	await activate(owner);
	wordpress.run("update_option( 'permalink_structure', '/index.php/%postname%/' ); flush_rewrite_rules();");
	const appearsOn = async () => {
		const found: string[] = [];
		for (const path of ['/', '/index.php/hello-world/', '/index.php/sample-page/']) {
			const html = await (await fetch(wordpress.origin + path)).text();
			if (html.includes('<live-chat-widget')) found.push(path);
		}
		return found;
	};
	const set = { base_url: server.origin, website_token: 'demo' };
	await setUp(owner, { ...set, pages: 'except', paths: '/checkout /index.php/*-world' });
	assert.deepEqual(await appearsOn(), ['/', '/index.php/sample-page/']);
	await setUp(owner, { ...set, pages: 'only', paths: '/' });
	assert.deepEqual(await appearsOn(), ['/']);
	await setUp(owner, { ...set, pages: 'only', paths: '/', kinds: 'page' });
	assert.deepEqual(await appearsOn(), ['/', '/index.php/sample-page/']);
	await setUp(owner, { ...set, pages: 'except', paths: '/', kinds: 'page' });
	assert.deepEqual(await appearsOn(), ['/index.php/hello-world/']);
});

test('nothing of the chat is requested before the visitor consents to its category, and it goes when they withdraw', async () => {
	const remove = wordpress.addPlugin(CONSENT_API);
	try {
		const owner = await signIn();
		await activate(owner);
		await setUp(owner, {
			base_url: server.origin,
			website_token: 'demo',
			consent: 'preferences',
			identity_key: IDENTITY_KEY,
		});
		const page = await newPage();
		const asked: string[] = [];
		page.on('request', (request) => asked.push(request.url()));
		const visitor = await Visitor.arrive(page, wordpress.origin);
		const consent = (category: string, answer: string) =>
			page.evaluate(
				(given) => document.dispatchEvent(new CustomEvent('test-consent', { detail: given })),
				[category, answer],
			);
		await consent('marketing', 'allow');
		assert.deepEqual(
			asked.filter((address) => address.startsWith(server.origin)),
			[],
		);
		await consent('preferences', 'allow');
		assert.equal(await visitor.launcherName(), 'Chat with us');
		await consent('preferences', 'deny');
		await see(
			page,
			'no launcher',
			() => !document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=launcher]'),
		);
		asked.length = 0;
		await consent('preferences', 'allow');
		await visitor.openPanel();
		await until('the site is asked who the visitor is', () =>
			Promise.resolve(asked.some((address) => address.includes('action=live_chat_widget_identity')) || undefined),
		);
		await visitor.reload();
		assert.equal(await visitor.launcherName(), 'Chat with us');
	} finally {
		remove();
	}
	const elsewhere = await Visitor.arrive(await newPage(), wordpress.origin);
	assert.equal(await elsewhere.launcherName(), 'Chat with us', 'a site without the API waits for nobody');
});

test('nobody reaches a file of the plugin without WordPress', async () => {
	const folder = `${wordpress.origin}/wp-content/plugins/live-chat-widget`;
	for (const file of globSync('**/*.php', { cwd: PLUGIN })) {
		const response = await fetch(`${folder}/${file}`);
		assert.deepEqual([response.status, await response.text()], [200, ''], file);
	}
});

test('a German site has German settings and a German block, and one in Austria too', async () => {
	const owner = await signIn();
	await activate(owner);
	for (const locale of ['de_DE', 'de_AT']) {
		wordpress.setLanguage(locale);
		await owner.goto(`${wordpress.origin}/wp-admin/options-general.php?page=live-chat-widget`);
		await seeText(owner, 'Adresse des Chat-Servers');
		await seeText(owner, 'Identitätsschlüssel');
	}
	await owner.goto(`${wordpress.origin}/wp-admin/post-new.php`);
	await see(
		owner,
		'the German name of the block',
		() => (window as EditorWindow).wp?.blocks.getBlockType('live-chat-widget/block')?.title === 'Live-Chat',
	);
	const find = (locale: string) => wordpress.run(`echo basename( live_chat_widget_find_texts( '${locale}' ) );`);
	assert.deepEqual(['pt_AO', 'nn_NO', 'en_GB', 'xx'].map(find), [
		'live-chat-widget-pt_PT.mo',
		'live-chat-widget-nb_NO.mo',
		'',
		'',
	]);
});

// The last test: a network does not become a single site again.
test('deleting the plugin of a network leaves no setting on any of its sites', () => {
	wordpress.becomeNetwork();
	wordpress.run(
		"foreach ( array( 1, 2 ) as $site ) { update_blog_option( $site, 'live_chat_widget', array( 'pages' => 'all' ) ); }",
	);
	const left = wordpress.run(`
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		uninstall_plugin( 'live-chat-widget/live-chat-widget.php' );
		echo json_encode( array_map( fn( $site ) => get_blog_option( $site, 'live_chat_widget' ), array( 1, 2 ) ) );`);
	assert.deepEqual(JSON.parse(left), [false, false]);
});

/**
 * Stands in for the plugin WP Consent API, which Debian does not have: its function, by which
 * plugins notice it, and its script's interface. A page's test answers in place of a cookie banner.
 */
const CONSENT_API = `<?php
function wp_has_consent( $category ) {
	return false;
}
add_action( 'wp_enqueue_scripts', function () {
	wp_register_script( 'wp-consent-api', false, array(), '1', true );
	wp_enqueue_script( 'wp-consent-api' );
	wp_add_inline_script( 'wp-consent-api', <<<'JS'
		window.wp_has_consent = (category) => localStorage.getItem('consent-' + category) === 'allow';
		document.addEventListener('test-consent', ({ detail: [category, answer] }) => {
			localStorage.setItem('consent-' + category, answer);
			document.dispatchEvent(new CustomEvent('wp_listen_for_consent_change', { detail: { [category]: answer } }));
		});
JS
	);
} );
`;

type Actions = Record<string, ((...args: unknown[]) => unknown) | undefined>;

/** What the block editor offers to scripts. */
type EditorWindow = Window & {
	wp?: {
		blocks: {
			getBlockType(name: string): { title: string } | undefined;
			createBlock(name: string, attributes: object): object;
		};
		data: { dispatch(store: string): Actions; select(store: string): Actions };
	};
};

/** Publishes a page; answers its id. */
function addPage(content: string): string {
	const text = content.replaceAll("'", "\\'");
	return wordpress.run(
		`echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Page', 'post_content' => '${text}' ) );`,
	);
}

async function newPage(): Promise<Page> {
	const context = await browser.createBrowserContext();
	return context.newPage();
}

/** The owner of the site, with the list of plugins before them. */
async function signIn(): Promise<Page> {
	const page = await newPage();
	await page.goto(`${wordpress.origin}/wp-login.php`);
	// The page takes the focus there by itself, a moment after it has loaded.
	await see(page, 'the focus in the first field', () => document.activeElement?.id === 'user_login');
	await fill(page, { selector: '#user_login' }, wordpress.admin.name);
	await fill(page, { selector: '#user_pass' }, wordpress.admin.password);
	await Promise.all([page.waitForNavigation(), press(page, { selector: '#wp-submit' })]);
	return page;
}

async function activate(owner: Page): Promise<void> {
	await owner.goto(`${wordpress.origin}/wp-admin/plugins.php`);
	const link = await owner.$('#activate-live-chat-widget');
	if (link) await Promise.all([owner.waitForNavigation(), press(owner, link)]);
	await see(owner, 'the active plugin', () => document.querySelector('tr.active[data-slug=live-chat-widget]'));
}

/** What other tests may have changed. */
const EVERYWHERE = { pages: 'all', paths: '', kinds: '', consent: 'none' };

/** Fills in the form as the owner does, and saves it. */
async function setUp(owner: Page, values: Record<string, string>): Promise<void> {
	await owner.goto(`${wordpress.origin}/wp-admin/options-general.php?page=live-chat-widget`);
	const { kinds, ...texts } = { ...EVERYWHERE, ...values };
	for (const [name, value] of Object.entries(texts)) {
		const option = await owner.$eval(
			`#${name}`,
			(field, wanted) =>
				field instanceof HTMLSelectElement ? [...field.options].find((one) => one.value === wanted)?.label : undefined,
			value,
		);
		if (option === undefined) await fill(owner, { selector: `#${name}` }, value);
		else await choose(owner, { selector: `#${name}` }, option);
	}
	for (const box of (await owner.$$('[name="live_chat_widget[kinds][]"]')) as ElementHandle<HTMLInputElement>[]) {
		if (await box.evaluate(({ checked, value }, chosen) => checked !== (value === chosen), kinds))
			await press(owner, box);
	}
	await Promise.all([owner.waitForNavigation(), press(owner, { selector: '#submit' })]);
}
