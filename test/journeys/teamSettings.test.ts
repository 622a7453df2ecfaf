/**
 * An owner makes the team larger at the desk: people, websites, a help centre, other programs; and
 * finds it in the audit log.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, test } from 'node:test';
import { createPasswordHasher } from '../../src/server/base/passwordHash.ts';
import { setPassword } from '../../src/server/domain/people/setPassword.ts';
import { openStore } from '../../src/server/store/store.ts';
import { startHostPage } from '../support/hostPage.ts';
import { press, type } from '../support/input.ts';
import type { Agent } from './agent.ts';
import { Journey } from './journey.ts';
import { see, seeNoText, seeText, until } from './waiting.ts';

interface Posted {
	path: string;
	body: string;
	signature: string;
	timestamp: string;
}

const PASSWORD = 'quiet lamp over seven rivers';

describe("a team's settings", () => {
	let journey: Journey;
	let receiver: Server;
	let receiverUrl: string;
	/** What has been posted to other programs. */
	const posted: Posted[] = [];
	/** How those answer. */
	let status = 200;

	before(async () => {
		journey = await Journey.start({ settings: { PRIVATE_WEBHOOKS: 'on' } });
		const store = await openStore({ dataDir: journey.dataDir });
		const user = (await store.users.findByEmail('ada@example.com')) ?? assert.fail();
		await setPassword(store, createPasswordHasher(), user, { password: PASSWORD });
		await store.close();
		receiver = createServer((request, response) => {
			void text(request).then((body) => {
				const { 'x-live-chat-signature': signature = '', 'x-live-chat-timestamp': timestamp = '' } = request.headers;
				posted.push({ path: request.url ?? '', body, signature: String(signature), timestamp: String(timestamp) });
				response.writeHead(status).end();
			});
		}).listen(0, '127.0.0.1');
		await once(receiver, 'listening');
		receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
	});
	afterEach(() => journey.clear());
	after(async () => {
		await journey.stop();
		receiver.close();
	});

	test('an invited colleague signs in by the link, and two agents sort what visitors of two websites write', async () => {
		const ada = await journey.agent();
		await ada.openSettings('people/new', 'email');
		await ada.save({ name: 'Lin Okoye', email: 'lin@shop.example' });
		await ada.openSettings('websites/new', 'website_url');
		await ada.save({ name: 'Kiln rental', website_url: 'https://kiln.example' });
		const address = (await ada.page.evaluate(() => location.hash)).replace('/look', '');
		await ada.page.evaluate((hash) => (location.hash = hash), address);
		await ada.page.waitForSelector('main pre');
		const rental = await startHostPage({ embed: await ada.page.$eval('main pre', ({ textContent }) => textContent) });
		await openFromList(ada, 'people', 'Lin Okoye');
		await ada.page.waitForSelector('main [name=inboxIds]');
		const answers = await ada.page.$$eval('main label', (labels) =>
			labels.filter((label) => label.querySelector('input')?.checked).map(({ innerText }) => innerText.trim()),
		);
		assert.ok(answers.includes('Kiln rental'), 'the team answers a website that is added');
		await ada.press('Show link');
		await ada.page.waitForSelector('main pre');
		const link = await ada.page.$eval('main pre', ({ textContent }) => textContent);
		const lin = await journey.newAgent(link);
		await type(lin.page, { selector: 'input[name=new-password]' }, 'nine cold kilns, one bowl');
		await lin.press('Choose a password');
		await lin.page.waitForSelector('nav input[type=radio]');
		await seeNoText(lin.page, 'Ada Lindqvist');
		await ada.openSettings('labels/new', 'title');
		await ada.save({ title: 'urgent-order' });
		await ada.press('Conversations');

		const [shopper, renter] = await Promise.all([journey.visitor(), journey.visitor(rental.url)]);
		await shopper.openConversation();
		await shopper.write('Where is my bowl?');
		await shopper.seeAllSent();
		await ada.seeInList('Where is my bowl?');
		await renter.openConversation();
		await renter.write('Is the kiln free on Monday?');
		await renter.seeAllSent();

		await lin.seeInList('Kiln rental');
		await lin.filter('Website', 'Kiln rental');
		await lin.seeNotInList('Where is my bowl?');
		await lin.seeInList('Is the kiln free on Monday?');
		await lin.filter('Website', 'All websites');
		await seeOrder(lin, ['Is the kiln free on Monday?', 'Where is my bowl?']);
		await lin.filter('Sort by', 'Oldest activity');
		await seeOrder(lin, ['Where is my bowl?', 'Is the kiln free on Monday?']);

		await ada.open('Where is my bowl?');
		await ada.chooseInMenu('Labels', 'urgent-order');
		await lin.seeInList('urgent-order');
		await lin.filter('Label', 'urgent-order');
		await lin.seeNotInList('Is the kiln free on Monday?');
		await lin.open('Where is my bowl?');
		await lin.answer('On its way');
		await seeText(await shopper.frame(), 'On its way');

		await openFromList(ada, 'people', 'Lin Okoye');
		await ada.press('Delete');
		await ada.confirm();
		await seeText(lin.page, 'You have been signed out.');
		await rental.stop();
	});

	test('a help centre that is written at the desk is read in the chat, in the order of the desk', async () => {
		const [ada, noor] = await Promise.all([journey.agent(), journey.colleague()]);
		await ada.openSettings('help-centre/new', 'slug');
		await ada.save({ name: 'Pottery help', slug: 'pottery' });
		const portal = (await ada.page.evaluate(() => location.hash)).replace('#/settings/', '');
		for (const [title, content] of [
			['How glaze is fired', '# Slowly\n\nAt **1,200** degrees.'],
			['How clay is kept', 'Under a wet cloth.'],
		] as const) {
			await ada.openSettings(`${portal}/en/new`, 'content');
			await type(ada.page, { selector: 'main [name=title]' }, title);
			await type(ada.page, { selector: 'main [name=content]' }, content);
			await ada.choose('main [name=status]', 'Published');
			await ada.save({});
			await seeText(ada.page, title);
		}
		await seeText(ada.page, 'How glaze is fired');
		const [inbox] = await hrefsOf(ada, 'websites');
		await ada.openSettings(`${inbox ?? assert.fail()}/chat`, 'portal_id');
		await ada.choose('main [name=portal_id]', 'Pottery help');
		await ada.save({});

		const visitor = await journey.visitor();
		const home = await visitor.openPanel();
		await seeText(home, 'How clay is kept');
		await press(home, 'How glaze is fired');
		await see(home, 'the article', () => {
			const article = document.querySelector('iframe')?.contentDocument?.body ?? document.body;
			return article.innerText.includes('1,200');
		});

		await visitor.reload();
		await visitor.openConversation();
		await visitor.write('How do I keep clay?');
		await visitor.seeAllSent();
		await noor.open('How do I keep clay?');
		await noor.press('Insert article');
		await type(noor.page, { selector: 'dialog input[type=search]' }, 'clay');
		await noor.page.waitForSelector('dialog [role=option]');
		await noor.page.keyboard.press('Enter');
		await see(noor.page, 'the link', () => document.querySelector('textarea')?.value.includes('/hc/pottery/'));
	});

	test('a webhook and a bot get what a visitor writes, a token acts until it is revoked, and the audit log names all', async () => {
		const [ada, noor, visitor] = await Promise.all([journey.agent(), journey.colleague(), journey.visitor()]);
		status = 500;
		await ada.openSettings('webhooks/new', 'url');
		await ada.save({ url: `${receiverUrl}/hook` });
		await ada.page.waitForSelector('main pre');
		const secret = await ada.page.$eval('main pre', ({ textContent }) => textContent);
		await visitor.openConversation();
		await visitor.write('Is anybody told?');
		const hook = await until('the post', () =>
			posted.find(({ path, body }) => path === '/hook' && body.includes('Is anybody told?')),
		);
		const expected = createHmac('sha256', secret).update(`${hook.timestamp}.${hook.body}`).digest('hex');
		assert.equal(hook.signature, `sha256=${expected}`);
		const page = await ada.page.evaluate(() => location.hash);
		await until('the failure at the desk', async () => {
			await ada.page.evaluate(() => (location.hash = '#/settings/webhooks'));
			await ada.page.waitForSelector('main li > a[href*="webhooks/"]');
			await ada.page.evaluate((hash) => (location.hash = hash), page);
			await seeText(ada.page, 'Deliveries');
			return (await ada.page.evaluate(() => document.body.innerText)).includes('Waiting');
		});
		status = 200;

		await ada.openSettings('bots/new', 'outgoing_url');
		await press(ada.page, { selector: 'main [name=inboxIds]' });
		await ada.save({ name: 'Kiln bot', outgoing_url: `${receiverUrl}/bot` });
		const botToken = await ada.page.$eval('main [role=status] pre', ({ textContent }) => textContent);
		const asker = await journey.visitor();
		const frame = await asker.openConversation();
		await asker.write('Are you a machine?');
		await until('the post to the bot', () =>
			posted.find(({ path, body }) => path === '/bot' && body.includes('Are you a machine?')),
		);
		const id = await journey.team.conversationWith('Are you a machine?');
		const answer = await act('POST', `conversations/${id}/messages`, botToken, { content: 'I am, and I help' });
		assert.equal(answer, 200);
		await seeText(frame, 'I am, and I help');
		await noor.filter('Status', 'Pending');
		await noor.seeInList('I am, and I help');

		// Of several windows only the one in front has the focus, as for people.
		await ada.page.bringToFront();
		await ada.openSettings('account', 'display_name');
		await see(ada.page, 'the tokens', () => document.body.innerText.includes('Access tokens'));
		await press(ada.page, { role: 'button', name: 'Add', within: { role: 'main' } });
		await type(ada.page, { selector: 'form:has([name=expires_at]) [name=name]' }, 'Weekly export');
		await type(ada.page, { selector: 'form:has([name=expires_at]) [name=current_password]' }, PASSWORD);
		await ada.page.keyboard.press('Enter');
		await ada.page.waitForSelector('main :focus pre');
		const token = await ada.page.$eval('main :focus pre', ({ textContent }) => textContent);
		assert.equal(await act('GET', 'conversations', token), 200);
		await seeText(ada.page, 'Weekly export');
		await press(ada.page, { role: 'button', within: { role: 'listitem', text: 'Weekly export' } });
		await ada.confirm();
		await seeNoText(ada.page, 'Weekly export');
		assert.equal(await act('GET', 'conversations', token), 401);

		await ada.openSettings('audit-log', 'auditable_type');
		await see(ada.page, 'all that was done', () => {
			const entries = [...document.querySelectorAll<HTMLElement>('main li:has(time)')].map(
				({ innerText }) => innerText,
			);
			return ['Kiln bot · Added', 'Weekly export · Added', 'Weekly export · Deleted'].every((said) =>
				entries.some((entry) => entry.includes(said) && entry.includes('ada@example.com')),
			);
		});
		await ada.choose('main [name=auditable_type]', 'Bot');
		await see(ada.page, 'bots alone', () => {
			const entries = [...document.querySelectorAll<HTMLElement>('main li:has(time)')];
			return entries.length > 0 && entries.every(({ innerText }) => innerText.startsWith('Bot '));
		});
		await noor.page.evaluate(() => (location.hash = '#/settings'));
		await noor.page.waitForSelector('nav a[href="#/settings/account"]');
		assert.equal(await noor.page.$('nav a[href="#/settings/audit-log"]'), null);
	});

	/** Resolves with the status. */
	async function act(method: string, path: string, token: string, body?: object): Promise<number> {
		const answer = await fetch(`${journey.proxy.origin}/api/v1/accounts/1/${path}`, {
			method,
			headers: { api_access_token: token, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		return answer.status;
	}
});

/** The addresses of the pages in a list of the settings, such as `websites/1`. */
async function hrefsOf({ page }: Agent, list: string): Promise<string[]> {
	await page.evaluate((hash) => (location.hash = hash), `#/settings/${list}`);
	const items = `main li > a[href^="#/settings/${list}/"]`;
	await page.waitForSelector(items);
	const hrefs = await page.$$eval(items, (links) => links.map((link) => link.getAttribute('href') ?? ''));
	return hrefs.map((href) => href.replace('#/settings/', ''));
}

async function openFromList({ page }: Agent, list: string, name: string): Promise<void> {
	await page.evaluate((hash) => (location.hash = hash), `#/settings/${list}`);
	await press(page, { selector: `main li > a[href^="#/settings/${list}/"]`, text: name });
}

/** Resolves as soon as the list has these texts, and in this order. */
function seeOrder({ page }: Agent, texts: readonly string[]): Promise<void> {
	return see(
		page,
		`in this order: ${texts.join(' | ')}`,
		(wanted) => {
			const rows = document.querySelector<HTMLElement>('nav ul')?.innerText ?? '';
			const places = wanted.map((one) => rows.indexOf(one));
			return places.every((place, index) => place >= 0 && (index === 0 || place > (places[index - 1] ?? 0)));
		},
		texts,
	);
}
