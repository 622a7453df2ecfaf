/**
 * The desk as an installed app: its service worker keeps what it starts with, and shows pushed
 * messages.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { CDPSession, Page, WebWorker } from 'puppeteer-core';
import { chosenBrowser } from '../support/browser.ts';
import { press } from '../support/input.ts';
import type { Agent } from './agent.ts';
import { Journey } from './journey.ts';
import { see, seeNoText, seeText, until } from './waiting.ts';

describe('the installed desk', { skip: chosenBrowser !== 'chromium' && 'pushes come by the DevTools protocol' }, () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start({ needsWholeBrowser: true });
	});
	after(() => journey.stop());
	// A test that fails without a network leaves it to the next one.
	afterEach(() => journey.proxy.restore());

	async function loseNetwork(page: Page): Promise<void> {
		await page.setOfflineMode(true);
		journey.proxy.cut();
	}

	async function regainNetwork(page: Page): Promise<void> {
		journey.proxy.restore();
		await page.setOfflineMode(false);
	}

	test('without a network the desk starts, says so, and shows no message; with one it goes on by itself', async () => {
		const visitor = await journey.visitor();
		await visitor.openConversation();
		await visitor.write('Is it made of steel?');
		await visitor.seeAllSent();
		const agent = await journey.agent();
		await agent.open('Is it made of steel?');
		await findWorker(agent);
		await loseNetwork(agent.page);
		await agent.page.reload();
		await seeText(agent.page, 'You are offline');
		await seeText(agent.page, 'Everything resumes automatically once you are connected again.');
		await seeNoText(agent.page, 'Is it made of steel?');
		await regainNetwork(agent.page);
		await seeText(agent.page, 'Is it made of steel?');
		const kept = await agent.page.evaluate(readKept);
		assert.ok(kept.includes('/desk'));
		assert.ok(kept.every((path) => path === '/desk' || path.startsWith('/packs/')));
	});

	test('an open desk that loses its network says so until it is back', async () => {
		const agent = await journey.agent();
		await findWorker(agent);
		await loseNetwork(agent.page);
		await seeText(agent.page, 'You are offline');
		await regainNetwork(agent.page);
		await seeNoText(agent.page, 'You are offline');
	});

	test('another build takes the place of what was kept, and the open desk goes on', async () => {
		const agent = await journey.agent();
		await findWorker(agent);
		await agent.page.evaluate(async () => {
			window.isSameDesk = true;
			const old = await caches.open('desk-shell-of-an-earlier-build');
			await old.put('/desk', new Response('old'));
			// Another language has other files, as another build has.
			await navigator.serviceWorker.register('/desk/service-worker.js?locale=fr', { scope: '/desk' });
		});
		await see(agent.page, 'the other worker', () => navigator.serviceWorker.controller?.scriptURL.endsWith('=fr'));
		await until('one cache, of the other worker', async () => {
			// What reads a cache would make it anew if the worker deleted it meanwhile.
			if ((await agent.page.evaluate(() => caches.keys())).length > 1) return false;
			const kept = await agent.page.evaluate(readKept);
			return kept.some((path) => path.includes('/desk-fr-'));
		});
		assert.ok(await agent.page.evaluate(() => window.isSameDesk));
		await press(agent.page, { selector: 'a[href="#/settings"]' });
		await see(agent.page, 'the settings', () => document.querySelector('main nav a[href^="#/settings/"]'));
	});

	test('a pushed message shows as a notification, a later one takes its place, and a press opens the conversation', async () => {
		const visitor = await journey.visitor();
		await visitor.openConversation();
		await visitor.write('Do you ship to Norway?');
		await visitor.seeAllSent();
		const id = await journey.team.conversationWith('Do you ship to Norway?');
		const agent = await journey.agent();
		const origin = new URL(agent.page.url()).origin;
		await agent.page.browserContext().overridePermissions(origin, ['notifications']);
		const worker = await findWorker(agent);
		await agent.page.evaluate(() => (window.isSameDesk = true));

		const push = await pusher(agent.page);
		const url = `/desk#/conversations/${id}`;
		const tag = `conversation-${id}`;
		// Many, since an order that nobody keeps is right by chance most of the time.
		const tags = [tag, ...Array.from({ length: 40 }, (_, index) => `other-${index}`)];
		for (const each of tags) {
			await push({ title: 'Mira', body: 'Do you', tag: each, url });
			await push({ title: 'Mira', body: 'Do you ship to Norway?', tag: each, url });
		}
		await until('a notification with the later text for each tag', async () => {
			const shown = await worker.evaluate(readNotifications);
			return shown.length === tags.length && shown.every((text) => text === 'Mira: Do you ship to Norway?');
		});

		await worker.evaluate(pressNotification, tag);
		await see(agent.page, 'the conversation', (hash) => location.hash === hash, `#/conversations/${id}`);
		assert.ok(await agent.page.evaluate(() => window.isSameDesk));
		assert.equal((await worker.evaluate(readNotifications)).length, tags.length - 1);
	});
});

/** The desk's worker, once it serves the page. */
async function findWorker({ page }: Agent): Promise<WebWorker> {
	await see(page, 'the service worker', () => navigator.serviceWorker.controller?.state === 'activated');
	const target = await page.browserContext().waitForTarget((one) => one.url().includes('/desk/service-worker.js'));
	const worker = await target.worker();
	assert.ok(worker);
	return worker;
}

/**
 * Delivers messages to the page's worker as the browser does that has got them from its push
 * service.
 */
async function pusher(page: Page) {
	const session: CDPSession = await page.createCDPSession();
	const known = Promise.withResolvers<string>();
	session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
		for (const { registrationId, scopeURL } of registrations)
			if (scopeURL.endsWith('/desk')) known.resolve(registrationId);
	});
	await session.send('ServiceWorker.enable');
	const registrationId = await known.promise;
	return (payload: object) =>
		session.send('ServiceWorker.deliverPushMessage', {
			origin: new URL(page.url()).origin,
			registrationId,
			data: JSON.stringify(payload),
		});
}

/** Runs in the page: the paths of all that is kept. */
async function readKept(): Promise<string[]> {
	const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
	return kept.flat().map(({ url }) => new URL(url).pathname);
}

/** Runs in the worker. */
async function readNotifications(): Promise<string[]> {
	const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
	return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
}

/**
 * Runs in the worker. No protocol presses a notification, so the event is made here, and what
 * browsers allow only after a real press does nothing.
 */
async function pressNotification(tag: string): Promise<void> {
	const scope = self as unknown as {
		registration: ServiceWorkerRegistration;
		WindowClient: { prototype: object };
		NotificationEvent: new (name: string, facts: { notification: Notification | undefined }) => Event;
	};
	const [notification] = await scope.registration.getNotifications({ tag });
	Object.defineProperty(scope.WindowClient.prototype, 'focus', { value: async () => {} });
	const event = new scope.NotificationEvent('notificationclick', { notification });
	const work = Promise.withResolvers<unknown>();
	Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => work.resolve(promise) });
	self.dispatchEvent(event);
	await work.promise;
}

declare global {
	interface Window {
		isSameDesk: boolean;
	}
}
