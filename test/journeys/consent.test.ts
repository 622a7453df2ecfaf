/** Sites that must ask their visitors first. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { SITES, Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeText, until } from './waiting.ts';

for (const site of SITES) {
	describe(`where consent is required, on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			// Eager loading, so that nothing but the missing consent holds the chat back.
			journey = await Journey.start({ site, attributes: 'consent="required" loading="eager"' });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		test('without consent nothing is requested, shown or stored, whatever the page calls; with it, those calls are carried out', async () => {
			const asked = startCounting();
			const visitor = await journey.visitor();
			await visitor.page.evaluate(() => {
				const element = document.querySelector('live-chat-widget');
				const calls = Promise.all([element?.setUser('ada', { name: 'Ada' }), element?.open()]);
				Reflect.set(window, 'calls', calls);
			});
			await seeNothing(visitor);
			assert.deepEqual(asked(), []);
			assert.equal(journey.count('contacts'), 0);

			await consent(visitor);
			await visitor.page.evaluate(() => Reflect.get(window, 'calls') as Promise<unknown>);
			assert.equal(await visitor.panelMode(), 'open');
			assert.equal(journey.count('contacts'), 1);
			assert.notEqual(await visitor.page.evaluate(() => document.cookie), '');
			await forget(visitor);
		});

		test('with consent the chat remembers the visitor, and the next page waits for consent again', async () => {
			const visitor = await journey.visitor();
			await consent(visitor);
			await visitor.page.evaluate(noteConnection);
			await visitor.openConversation();
			await visitor.write('I do');
			await visitor.seeAllSent();
			// Chromium keeps a page that is left while its socket connects, and the socket with it,
			// until the server gives up.
			await see(visitor.page, 'the connection', () => 'isConnected' in document.documentElement.dataset);
			assert.equal(journey.proxy.sockets, 1);
			await visitor.page.goto('about:blank');
			await until('no socket', () => journey.proxy.sockets === 0);
			const asked = startCounting();
			await visitor.page.goto(journey.pageUrl);
			await see(visitor.page, 'no chat', hasNothing);
			assert.deepEqual(asked(), []);
			await consent(visitor);
			await seeText(await visitor.openConversation(), 'I do');
			await forget(visitor);
		});

		test('withdrawing consent removes the chat at once and ends its requests; forget() before removes every trace', async () => {
			const visitor = await journey.visitor();
			await consent(visitor);
			await visitor.openConversation();
			await visitor.write('For now');
			await visitor.seeAllSent();
			await until('the socket', () => journey.proxy.sockets === 1);
			// What loads with a first message has begun before the consent is withdrawn.
			await visitor.page.waitForNetworkIdle();
			await withdraw(visitor);
			await until('no socket', () => journey.proxy.sockets === 0);
			const asked = startCounting();
			await visitor.page.evaluate(() => void document.querySelector('live-chat-widget')?.open());
			await see(visitor.page, 'no chat', hasNothing);
			assert.deepEqual(asked(), []);

			await consent(visitor);
			await seeText(await visitor.frame(), 'For now');
			await forget(visitor);
			await withdraw(visitor);
			await seeNothing(visitor);
			assert.equal(journey.count('contacts'), 0);
		});

		/**
		 * Answers a function that lists the requests to the server from now on, except for the
		 * tag's own code.
		 */
		function startCounting(): () => string[] {
			const start = journey.proxy.exchanges.length;
			return () =>
				journey.proxy.exchanges
					.slice(start)
					.map(({ path }) => path)
					.filter((path) => !path.startsWith('/live-chat-widget.js'));
		}
	});
}

function consent({ page }: Visitor): Promise<void> {
	return page.evaluate(() => document.querySelector('live-chat-widget')?.grantConsent());
}

function noteConnection(): void {
	document.addEventListener('live-chat-widget:connection', ({ detail }) => {
		if (detail.state === 'connected') document.documentElement.dataset['isConnected'] = '';
	});
}

async function withdraw({ page }: Visitor): Promise<void> {
	await page.evaluate(() => document.querySelector('live-chat-widget')?.setAttribute('consent', 'required'));
	await see(page, 'no chat', hasNothing);
}

function forget({ page }: Visitor): Promise<void> {
	return page.evaluate(() => document.querySelector('live-chat-widget')?.forget());
}

async function seeNothing({ page }: Visitor): Promise<void> {
	await see(page, 'no chat', hasNothing);
	assert.equal(page.frames().length, 1);
	assert.deepEqual(await page.browserContext().cookies(), []);
	const kept = await page.evaluate(async () => [
		...Object.keys(localStorage),
		...Object.keys(sessionStorage),
		...(await indexedDB.databases()).map(({ name }) => name),
	]);
	assert.deepEqual(kept, []);
}

/** Whether the tag is there and the page idle, without launcher and frame. */
async function hasNothing(): Promise<boolean> {
	await customElements.whenDefined('live-chat-widget');
	await new Promise((resolve) => requestIdleCallback(resolve));
	const { shadowRoot } = document.querySelector('live-chat-widget') ?? {};
	return !shadowRoot?.querySelector('button, iframe');
}
