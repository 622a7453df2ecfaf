/** Pages that the browser keeps in its back-forward cache while the visitor is on another one. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { skipsWithoutWholeBrowser } from '../support/browser.ts';
import { SITES, Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, until } from './waiting.ts';

for (const site of SITES) {
	describe(`back and forward, on ${site}`, { skip: skipsWithoutWholeBrowser }, () => {
		let journey: Journey;
		before(async () => {
			// The shell keeps no page in its cache.
			journey = await Journey.start({ site, needsWholeBrowser: true });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		/** A page without a chat. */
		const elsewhere = () => `${journey.proxy.origin}/healthz`;

		test('a page with an unopened chat is kept in the cache, and opens the chat afterwards', async (context) => {
			const visitor = await journey.visitor();
			await visitor.launcherName();
			if (!(await leaveAndComeBack(visitor, elsewhere()))) return context.skip('No page was kept');
			await visitor.openConversation();
			await visitor.write('Back again');
			await visitor.seeAllSent();
		});

		for (const state of ['open', 'closed']) {
			test(`a page whose chat is ${state} is kept in the cache, and gets what was written meanwhile and afterwards`, async (context) => {
				const visitor = await journey.visitor();
				const greeting = `I go and look, and leave it ${state}`;
				const frame = await visitor.openConversation();
				await visitor.write(greeting);
				await visitor.seeAllSent();
				const conversation = await journey.team.conversationWith(greeting);
				const box = await (await frame.waitForSelector('textarea'))?.boundingBox();
				await visitor.page.evaluate(noteAnswers);
				if (state === 'closed') await visitor.pressLauncher();
				let exchangesBefore = 0;
				const isKept = await leaveAndComeBack(visitor, elsewhere(), async () => {
					await until('no connection', () => journey.proxy.sockets === 0);
					await journey.team.write(conversation, { content: 'Written meanwhile' });
					exchangesBefore = journey.proxy.exchanges.length;
				});
				if (!isKept) return context.skip('No page was kept');
				if (state === 'closed') {
					await until('the badge', async () => (await visitor.badge()) === '1');
					await visitor.pressLauncher();
				}
				await until('the message read', () =>
					journey.proxy.exchanges.slice(exchangesBefore).some(({ path }) => path.includes('/update_last_seen')),
				);
				// An open socket may not have joined its room yet: a message sent before is read,
				// and not pushed.
				await see(visitor.page, 'the connection told', () => window.isConnected);
				await journey.team.write(conversation, { content: 'Written afterwards' });
				await see(visitor.page, 'the answer told', () => window.answers.includes('Written afterwards'));
				// The driver no longer sees the frame, but the visitor does.
				assert.ok(box);
				await visitor.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
				await visitor.page.keyboard.type('There you are');
				await visitor.page.keyboard.press('Enter');
				await until('the last word', () => journey.countMessages('There you are') > 0);
			});
		}
	});
}

/** Records the answers of the team that the page is told. */
function noteAnswers(): void {
	window.answers = [];
	document.addEventListener('live-chat-widget:connection', ({ detail }) => {
		window.isConnected = detail.state === 'connected';
	});
	document.addEventListener('live-chat-widget:agent-message', ({ detail }) => {
		window.answers.push(String(detail.content));
	});
}

/**
 * Goes to another page and back; answers whether the browser has cached the first one. A browser
 * that can tell why it has not must have cached it; others may cache none while they are driven.
 */
async function leaveAndComeBack(
	{ page }: Visitor,
	elsewhere: string,
	meanwhile?: () => Promise<void>,
): Promise<boolean> {
	const before = page.url();
	await page.evaluate((address) => {
		Object.assign(window, { isKept: true });
		location.assign(address);
	}, elsewhere);
	await see(page, 'the other page', (wanted) => location.href === wanted, elsewhere);
	await meanwhile?.();
	// After the driver has its answer, which would be lost with the page.
	await page.evaluate(() => void setTimeout(() => history.back()));
	await see(page, 'the page', (wanted) => location.href === wanted && document.readyState === 'complete', before);
	const { isKept, reasons } = await page.evaluate(() => {
		const [entry] = performance.getEntriesByType('navigation');
		const { notRestoredReasons } = entry as PerformanceEntry & { notRestoredReasons?: object | null };
		return { isKept: 'isKept' in window, reasons: notRestoredReasons };
	});
	if (reasons !== undefined) assert.ok(isKept, JSON.stringify(reasons));
	return isKept;
}

declare global {
	interface Window {
		answers: string[];
		/** What the chat tells the page. */
		isConnected?: boolean;
	}
}
