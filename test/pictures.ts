/**
 * `npm run pictures`: makes the pictures of README and guides in docs/pictures. It starts the demo,
 * lets visitors and an agent talk, and takes screenshots of the demo page with the chat, of the
 * desk, and of what guides tell about, on a phone; each in light and in dark. `taken.json` beside
 * them names the version that each shows, by which test/build/version.test.ts notices at a release
 * that they are old.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { ensureBuilt } from '../src/build/ensureBuilt.ts';
import { ROOT } from '../src/build/root.ts';
import { Agent } from './journeys/agent.ts';
import { Team } from './journeys/team.ts';
import { Visitor } from './journeys/visitor.ts';
import { see, seeText } from './journeys/waiting.ts';
import { launchBrowser } from './support/browser.ts';
import { createAgent } from './server/api.ts';
import { choose, press, type } from './support/input.ts';
import { changeChannel } from './support/channel.ts';
import { startServer } from './support/server.ts';

/** The demo page's address as the desk's picture shows it. */
const SHOP = new URL('http://shop.example');
const FOLDER = `${ROOT}/docs/pictures`;
/** CSS pixels; a scale of 1.5 keeps the picture sharp on high-resolution screens. */
const VIEW = { width: 1120, height: 720, deviceScaleFactor: 1.5 };
const PHONE = { width: 390, height: 640, deviceScaleFactor: 1.5 };
const QUESTION = 'Hi! Is the deep bowl safe in the oven?';
const ANSWERS = ['It is, up to 220 °C.', 'Put it in while the oven is still cold, and the glaze stays as it is.'];
const THANKS = 'Perfect, thank you! I take two.';

/** Messages of other visitors, oldest first. */
const OTHERS: readonly [name: string, text: string][] = [
	['Tomás Rivera', 'Do you ship to the Canary Islands?'],
	['Aiko Mori', 'The cup arrived today. It is lovely!'],
	['Leila Haddad', 'مرحبًا، هل يمكنني استبدال الطبق؟'],
	['Jonas Weber', 'My order came with a chipped plate. What now?'],
];

const taken: Record<string, string> = {};
const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { version: string };

ensureBuilt();
mkdirSync(FOLDER, { recursive: true });
// Nothing is mailed: a code by mail is offered where it could be.
const server = await startServer({ settings: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shop@shop.example' } });
await changeChannel(server, { widget: { widget_color: '#2f5d62' } });
const browser = await launchBrowser({
	args: [
		// As with a mouse: a browser without a window says that nothing can hover, and the desk
		// then shows the menu of every message.
		'--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
		`--host-resolver-rules=MAP ${SHOP.host}:80 ${new URL(server.origin).host}`,
		`--unsafely-treat-insecure-origin-as-secure=${SHOP.origin}`,
	],
});
try {
	for (const [name, text] of OTHERS) await writeAs(name, text);
	const visitor = await newPage(browser);
	const chat = await Visitor.arrive(visitor, SHOP.origin);
	await introduce(visitor);
	await chat.openConversation();
	await chat.write(QUESTION);
	const agent = await Agent.signIn(await newPage(browser), SHOP.origin, server.agentToken);
	await agent.open(QUESTION);
	for (const answer of ANSWERS) await agent.answer(answer);
	await chat.write(THANKS);
	await seeText(agent.page, THANKS);
	await photograph(visitor, 'chat');
	await photograph(agent.page, 'desk');
	await photographGuides();
	writeFileSync(`${FOLDER}/taken.json`, `${JSON.stringify(taken, null, '\t')}\n`);
} finally {
	await browser.close();
	await server.stop();
}

async function newPage(from: Browser, size = VIEW): Promise<Page> {
	const context = await from.createBrowserContext();
	const page = await context.newPage({ type: 'window' });
	await page.setViewport(size);
	return page;
}

/** What docs/guide tells about. */
async function photographGuides(): Promise<void> {
	const page = await newPage(browser, PHONE);
	const chat = await Visitor.arrive(page, SHOP.origin);
	const frame = await chat.openConversation();
	await type(frame, 'Type your message', 'Hello, how can I return a broken plate?');
	await seeText(frame, 'This may help');
	await photograph(page, 'offered-articles');
	await press(frame, 'Send message');
	await chat.seeAllSent();
	const within = { selector: '[data-key]' };
	await choose(frame, { name: 'More options', within }, { role: 'menuitem', name: 'Edit' });
	await seeText(frame, 'Save');
	await photograph(page, 'edited-message');

	const returning = await newPage(browser, PHONE);
	const other = await Visitor.arrive(returning, SHOP.origin);
	await other.pressLauncher();
	const home = await other.frame();
	await press(home, 'Have you written to us before?');
	await type(home, 'Email Address', 'grace@example.com');
	await press(home, 'Send code');
	await seeText(home, 'We have sent a code');
	await photograph(returning, 'email-code');

	const field = { field_type: 'conversation_attribute', placeholder: '', required: true, enabled: true } as const;
	const topic = { ...field, name: 'topic', type: 'list', label: 'What is it about?', values: ['Delivery', 'A piece'] };
	const order = { ...field, name: 'order', type: 'text', label: 'Order number' };
	const fields = [topic, { ...order, visible_when: { field: 'topic', values: ['Delivery'] } }];
	await changeChannel(server, {
		inbox: { translations: { de: { welcome_title: 'Hallo 👋' } } },
		widget: { pre_chat_form_enabled: true, pre_chat_form_options: { pre_chat_message: null, pre_chat_fields: fields } },
	});
	const { page: settings } = await Agent.signIn(await newPage(browser), SHOP.origin, server.agentToken);
	await openSettings(settings, 'languages', 'Not translated yet');
	await photograph(settings, 'languages');
	await openSettings(settings, 'form', 'Ask for it');
	await photograph(settings, 'conditional-field');

	await addCustomers();
	await settings.evaluate(() => void (location.hash = '#/contacts'));
	await press(settings, 'Segments');
	await press(settings, { role: 'option', name: 'Customers abroad' });
	await seeText(settings, 'Remove filter');
	await photograph(settings, 'contacts');

	await changeChannel(server, { widget: { articles_only: true } });
	const reader = await newPage(browser, PHONE);
	const guest = await Visitor.arrive(reader, SHOP.origin);
	await guest.pressLauncher();
	await seeText(await guest.frame(), 'Returns and exchanges');
	await photograph(reader, 'articles-only');
}

/** Contacts of several countries, and a segment that chooses those of some. */
async function addCustomers(): Promise<void> {
	const team = createAgent(server.origin, server.agentToken);
	const places = [
		['Las Palmas', 'ES'],
		['Osaka', 'JP'],
		['Amman', 'JO'],
		['Graz', 'AT'],
	] as const;
	for (const [index, [name]] of OTHERS.entries()) {
		const [city, country_code] = places[index] ?? ['', ''];
		const { body } = await team.call<{ payload: { contact: { id: number } } }>('contacts', {
			body: {
				name,
				email: `${name
					.split(' ')[0]
					?.normalize('NFD')
					.replaceAll(/[^a-z]/gi, '')
					.toLowerCase()}@customer.example`,
				additional_attributes: {
					company_name: ['Casa Rivera', 'Mori Tea', '', 'Weber & Sohn'][index],
					city,
					country_code,
				},
			},
		});
		const labels = index % 2 === 0 ? ['vip'] : ['wholesale'];
		await team.call(`contacts/${body.payload.contact.id}/labels`, { body: { labels } });
	}
	const payload = [{ attribute_key: 'country_code', filter_operator: 'is_present', values: [], query_operator: null }];
	await team.call('custom_filters', { body: { name: 'Customers abroad', filter_type: 'contact', query: { payload } } });
}

/** Opens a page of the website's settings, which shows the text once it is there. */
async function openSettings(page: Page, slug: string, text: string): Promise<void> {
	await page.evaluate((hash) => void (location.hash = hash), `#/settings/websites/1/${slug}`);
	await seeText(page, text);
}

/** The page identifies its visitor, so that the desk shows a name. */
async function introduce(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await customElements.whenDefined('live-chat-widget');
		const tag = document.querySelector('live-chat-widget') as unknown as {
			setUser(identifier: string, facts: object): Promise<void>;
		};
		await tag.setUser('grace', { name: 'Grace Okafor', email: 'grace@example.com' });
	});
}

/** A visitor who writes by REST, since their page is on no picture. */
async function writeAs(name: string, content: string): Promise<void> {
	const query = '?website_token=demo';
	const call = async (method: string, path: string, token: string, body: object) => {
		const response = await fetch(`${server.origin}/api/v1/widget/${path}${query}`, {
			method,
			headers: { 'content-type': 'application/json', ...(token && { 'x-auth-token': token }) },
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
		return response.json() as Promise<{ website_channel_config: { auth_token: string } }>;
	};
	const { website_channel_config: session } = await call('POST', 'config', '', {});
	await call('PATCH', 'contact', session.auth_token, { name });
	await call('POST', 'messages', session.auth_token, { message: { content } });
	await new Team(server.origin, server.agentToken).conversationWith(content);
}

/** Takes screenshots in light and in dark, once nothing moves any more. */
async function photograph(page: Page, name: string): Promise<void> {
	for (const scheme of ['light', 'dark'] as const) {
		await page.bringToFront();
		await page.emulateMediaFeatures([
			{ name: 'prefers-color-scheme', value: scheme },
			{ name: 'prefers-reduced-motion', value: 'reduce' },
		]);
		await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
		// What is under the pointer shows more than a reader sees at first.
		await page.mouse.move(0, 0);
		for (const frame of page.frames()) await seeNothingMove(frame);
		const file = `${name}-${scheme}.webp`;
		await page.screenshot({ path: `${FOLDER}/${file}`, quality: 85 });
		taken[file] = version;
		console.log(`docs/pictures/${file}`);
	}
}

/** Colours begin to change only when the next picture is drawn, so that is waited for before. */
async function seeNothingMove(frame: Frame): Promise<void> {
	await frame.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
	await see(frame, 'a page in which nothing moves', () => document.getAnimations().length === 0);
}
