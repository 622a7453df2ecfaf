/** Each page of the demo shows its source, and works. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { addDemoPages } from '../support/channel.ts';
import { press } from '../support/input.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeNoText, seeText, until } from './waiting.ts';

let journey: Journey;
before(async () => {
	journey = await Journey.start();
	await addDemoPages({ dataDir: journey.dataDir });
});
afterEach(() => journey.clear());
after(() => journey.stop());

/** Visits a page, and records the errors and warnings of its console. */
async function visit(name: string): Promise<{ visitor: Visitor; complaints: string[] }> {
	const visitor = await journey.newcomer();
	const complaints: string[] = [];
	visitor.page.on('console', (message) => {
		if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
	});
	visitor.page.on('pageerror', (error) => complaints.push(String(error)));
	await visitor.page.goto(`${journey.proxy.origin}/${name}.html`);
	return { visitor, complaints };
}

for (const name of [
	'identity',
	'prechat',
	'refuse',
	'texts',
	'languages',
	'rating',
	'hours',
	'leave',
	'campaigns',
	'where',
	'launcher',
	'inline',
	'dark',
	'rtl',
	'strict',
	'several',
]) {
	test(`the page ${name} shows the source of its tag and links to the others, without errors in the console`, async () => {
		const { visitor, complaints } = await visit(name);
		await visitor.page.waitForSelector('pre[aria-label^="Source"]');
		const facts = await visitor.page.evaluate(() => ({
			shown: document.querySelector('pre[aria-label^="Source"]')?.textContent ?? '',
			tokens: [...document.querySelectorAll('live-chat-widget')].map((tag) => tag.getAttribute('website-token')),
			links: document.querySelectorAll('nav.pages a').length,
			current: document.querySelector('nav.pages [aria-current=page]')?.getAttribute('href'),
		}));
		for (const token of facts.tokens) assert.ok(facts.shown.includes(`website-token="${token}"`));
		assert.equal(facts.links, 19);
		assert.equal(new URL(facts.current ?? '', journey.proxy.origin).pathname, `/${name}.html`);
		await see(visitor.page, 'the channel', () =>
			[...document.querySelectorAll('live-chat-widget')].every((tag) => tag.shadowRoot?.querySelector('[part]')),
		);
		assert.deepEqual(complaints, []);
	});
}

test('the page languages has the words of the website in the language to which it changes, before the chat is opened and in it', async () => {
	const { visitor } = await visit('languages');
	const { page } = visitor;
	const seeLauncher = (text: string) =>
		see(
			page,
			`a launcher that says ${text}`,
			(wanted) =>
				document
					.querySelector('live-chat-widget')
					?.shadowRoot?.querySelector('[part=launcher]')
					?.textContent.includes(wanted),
			text,
		);
	await seeLauncher('Ask us');
	await press(page, 'Deutsch');
	await seeLauncher('Frag uns');
	const frame = await visitor.openPanel();
	await seeText(frame, 'Willkommen in unserer Werkstatt');
	await seeText(frame, 'Versand');
	await press(page, 'العربية');
	await seeText(frame, 'أهلًا بك في ورشتنا');
	// Its translation is missing.
	await seeText(frame, 'We ship to the whole of Europe.');
	await see(frame, 'a chat from right to left', () => document.dir === 'rtl');
	await press(page, 'English');
	await seeText(frame, 'Welcome to our workshop');
	await see(frame, 'a chat from left to right', () => document.dir === 'ltr');
});

test('the page where opens the chat once a visitor has read half of it, and keeps it open over a reload', async () => {
	const { visitor } = await visit('where');
	const isOpen = () =>
		see(visitor.page, 'the open panel', () =>
			Boolean(
				document
					.querySelector('live-chat-widget')
					?.shadowRoot?.querySelector('[part=launcher]')
					?.matches('[aria-expanded=true]'),
			),
		);
	await see(visitor.page, 'the closed chat', () =>
		Boolean(
			document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('[part=launcher][aria-expanded=false]'),
		),
	);
	await visitor.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
	await isOpen();
	await visitor.page.reload();
	await isOpen();
});

test('a visitor can chat on the page with strict policies', async () => {
	const { visitor, complaints } = await visit('strict');
	await visitor.openConversation();
	await visitor.write('Under the policy');
	await visitor.seeAllSent();
	assert.deepEqual(complaints, []);
});

test('the next customer who signs in sees nothing of the one before', async () => {
	const { visitor } = await visit('identity');
	await press(visitor.page, 'Sign in as Mia');
	await seeText(visitor.page, 'Mia Berg is signed in.');
	const frame = await visitor.openConversation();
	await visitor.write('Mine alone');
	await visitor.seeAllSent();
	const id = await journey.team.conversationWith('Mine alone');
	assert.equal((await journey.team.contactOf(id)).name, 'Mia Berg');
	await press(visitor.page, 'Sign in as Jonas');
	await seeText(visitor.page, 'Jonas Vik is signed in.');
	const next = await until('the frame of Jonas', async () => {
		const found = await visitor.frame();
		return found === frame ? undefined : found;
	});
	await seeNoText(next, 'Mine alone');
	await visitor.write('Mine too');
	await visitor.seeAllSent();
	await seeNoText(next, 'Mine alone');
});

test('the page of campaigns shows one by itself', async () => {
	const { visitor } = await visit('campaigns');
	const frame = await visitor.frame();
	await seeText(frame, 'Can I help you to find a piece?');
	assert.equal(await until('the preview', () => visitor.panelMode()), 'preview');
});

test('any button of the page opens the chat', async () => {
	const { visitor } = await visit('launcher');
	await see(visitor.page, 'the buttons found', () => document.querySelector('button[aria-expanded=false]'));
	await press(visitor.page, 'Ask the potters');
	await until('the open panel', async () => (await visitor.panelMode()) === 'open');
});

test('two teams on one page have a conversation each', async () => {
	const { visitor } = await visit('several');
	const launchers = await until('two launchers', async () => {
		const drawn = await visitor.page.$$('live-chat-widget >>> [part=launcher]');
		return drawn.length === 2 && drawn;
	});
	for (const launcher of launchers) await press(visitor.page, launcher);
	await until('two chats', () => visitor.page.frames().filter((frame) => /\/widget\?/.test(frame.url())).length === 2);
});
