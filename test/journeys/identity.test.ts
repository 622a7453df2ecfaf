/** Pages that identify and forget their visitor, on the real product. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'puppeteer-core';
import { startHostPage } from '../support/hostPage.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeText } from './waiting.ts';

describe('who the page says the visitor is', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	test('forget() leaves nothing of the visitor, on the server or on this device', async () => {
		const visitor = await journey.visitor();
		await visitor.openConversation();
		await visitor.write('To be forgotten');
		await visitor.seeAllSent();
		assert.equal(journey.countMessages('To be forgotten'), 1);
		assert.notEqual(await visitor.page.evaluate(() => document.cookie), '');
		await visitor.page.evaluate(() => document.querySelector('live-chat-widget')?.forget());
		assert.equal(journey.countMessages('To be forgotten'), 0);
		assert.deepEqual([journey.count('contacts'), journey.count('conversations')], [0, 0]);
		assert.deepEqual(await visitor.page.browserContext().cookies(), []);
		await visitor.reload();
		await visitor.pressLauncher();
		const frame = await visitor.frame();
		await see(frame, 'home', () => document.querySelector('h1'));
		const kept = await frame.evaluate(async () => ({
			local: Object.keys(localStorage),
			session: Object.keys(sessionStorage),
			databases: await indexedDB.databases(),
		}));
		assert.deepEqual(kept, { local: [], session: [], databases: [] });
	});

	test('from the moment that another user is named, nothing of the one before is drawn', async () => {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		const setUser = (identifier: string) =>
			visitor.page.evaluate((given) => document.querySelector('live-chat-widget')?.setUser(given), identifier);
		const noteDrawn = () => {
			const drawn: string[] = [];
			Object.assign(window, { drawn });
			new MutationObserver((changes) => {
				for (const { addedNodes } of changes) for (const { textContent } of addedNodes) drawn.push(textContent ?? '');
			}).observe(document, { childList: true, subtree: true });
		};
		await setUser('ada');
		await frame.evaluate(noteDrawn);
		await visitor.page.evaluateOnNewDocument(noteDrawn);
		await visitor.write('A secret of Ada');
		await visitor.seeAllSent();
		/** Everything drawn since the last call. */
		const takeDrawn = async () =>
			(await visitor.frame()).evaluate(() => (window as unknown as { drawn: string[] }).drawn.splice(0).join('\n'));
		assert.match(await takeDrawn(), /A secret of Ada/);
		const known = new Set((await readFetched(frame)).map(({ name }) => name));
		await setUser('grace');
		// Another document serves her.
		assert.equal(await visitor.panelMode(), 'open');
		const next = await visitor.frame();
		assert.notEqual(next, frame);
		await visitor.write('Of Grace');
		await visitor.seeAllSent();
		const drawn = await takeDrawn();
		assert.match(drawn, /Of Grace/);
		assert.doesNotMatch(drawn, /A secret of Ada/);
		const again = (await readFetched(next)).filter(({ name }) => known.has(name));
		assert.notEqual(again.length, 0);
		const anew = again.filter(({ bytes }) => bytes > 0);
		assert.deepEqual(anew, [], 'its files are in the cache');
	});

	test('two pages with different users do not take turns, and neither shows what the other user wrote', async () => {
		const setUser = ({ page }: Visitor, identifier: string) =>
			page.evaluate((given) => document.querySelector('live-chat-widget')?.setUser(given), identifier);
		const seeApart = ({ page }: Visitor) =>
			see(page, 'an isolated frame', () =>
				document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('iframe')?.src.includes('user=apart'),
			);
		const shown = async (visitor: Visitor) => (await visitor.frame()).evaluate(() => document.body.innerText);

		const one = await journey.visitor();
		await one.openConversation();
		await setUser(one, 'ada');
		await one.write('A secret of Ada');
		await one.seeAllSent();
		const other = await one.secondTab();
		await seeText(await other.openConversation(), 'A secret of Ada');
		await setUser(other, 'ada');

		await setUser(one, 'grace');
		await seeApart(other);
		await one.write('A secret of Grace');
		await one.seeAllSent();
		await seeText(await one.frame(), 'A secret of Grace');
		assert.doesNotMatch(await shown(one), /of Ada/);
		assert.doesNotMatch(await shown(other), /A secret/);

		await setUser(other, 'ada');
		await seeApart(one);
		assert.doesNotMatch(await shown(other), /of Grace/);
		assert.doesNotMatch(await shown(one), /A secret/);
		assert.equal(journey.count('contacts'), 2);
	});

	test('a page made for Chatwoot changes one address, and all of it works', async () => {
		const { origin } = journey.proxy;
		const page = await startHostPage({
			embed: `<script>
	window.chatwootSettings = { position: 'left', launcherTitle: 'Ask us' };
	addEventListener('chatwoot:ready', () => { document.documentElement.dataset.ready = typeof $chatwoot.setUser; });
</script>
<script src="${origin}/packs/js/sdk.js" onload="chatwootSDK.run({ websiteToken: 'demo', baseUrl: '${origin}' })"></script>`,
		});
		try {
			const visitor = await journey.newcomer();
			await visitor.page.goto(page.url);
			await visitor.openConversation();
			await visitor.write('From the other address');
			await visitor.seeAllSent();
			assert.equal(await visitor.page.evaluate(() => document.documentElement.dataset['ready']), 'function');
			assert.equal(await visitor.page.$eval('live-chat-widget', ({ position }) => position), 'left');
			await visitor.page.evaluate('$chatwoot.toggle("close")');
			await see(
				visitor.page,
				'the closed panel',
				() =>
					document.querySelector('live-chat-widget')?.shadowRoot?.querySelector<HTMLElement>('[part=panel]')?.dataset[
						'mode'
					] === 'closed',
			);
		} finally {
			await page.stop();
		}
	});
});

/** What a document has fetched of our files, and how much of each from the network. */
function readFetched(frame: Frame): Promise<{ name: string; bytes: number }[]> {
	return frame.evaluate(() => {
		const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
		const files = resources.filter(({ name }) => name.includes('/packs/'));
		return files.map(({ name, transferSize }) => ({ name, bytes: transferSize }));
	});
}
