import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { isComplete } from '../support/isComplete.ts';
import { BOTH_SITES, Journey, SITES } from './journey.ts';
import { seeOnceInOrder, seeText, until } from './waiting.ts';

for (const site of isComplete ? BOTH_SITES : SITES) {
	describe(`who is who, on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		afterEach(() => journey.clear());
		after(() => journey.stop());

		test('a visitor who only looks is not stored anywhere', async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			await visitor.pressLauncher();
			await visitor.pressLauncher();
			await frame.waitForSelector('textarea');
			assert.equal(journey.count('contacts'), 0);
			assert.equal(journey.count('contact_inboxes'), 0);
			assert.equal(journey.count('conversations'), 0);
			assert.deepEqual(await visitor.page.browserContext().cookies(), []);
		});

		test('two tabs of one visitor show the same conversation', async () => {
			const first = await journey.visitor();
			const frame = await first.openConversation();
			await first.write('From the first tab');
			await first.seeAllSent();
			const second = await first.secondTab();
			const secondFrame = await second.openConversation();
			await seeOnceInOrder(secondFrame, ['From the first tab']);
			await second.write('From the second tab');
			await second.seeAllSent();
			await seeOnceInOrder(frame, ['From the first tab', 'From the second tab']);
			await seeOnceInOrder(secondFrame, ['From the first tab', 'From the second tab']);
		});

		test('two visitors see nothing of each other', async () => {
			const [one, other] = await Promise.all([journey.visitor(), journey.visitor()]);
			await one.openConversation();
			await one.write('Between us');
			await one.seeAllSent();
			const frame = await other.openConversation();
			await other.write('Good evening');
			await other.seeAllSent();
			await seeOnceInOrder(frame, ['Good evening']);
			assert.ok(!(await frame.evaluate(() => document.body.innerText)).includes('Between us'));
		});

		test('a forged visitor token begins a new session, which keeps what was typed', async () => {
			const visitor = await journey.visitor();
			await visitor.openConversation();
			await visitor.write('As myself');
			await visitor.seeAllSent();
			await visitor.type('Half a thought');
			await visitor.forgeToken();
			await visitor.reload();
			const frame = await visitor.openConversation();
			await until('what was typed', () => frame.$eval('textarea', (field) => field.value === 'Half a thought'));
			await visitor.type(' and the rest');
			await visitor.page.keyboard.press('Enter');
			await seeText(frame, 'Half a thought and the rest');
			await visitor.seeAllSent();
			assert.equal(journey.countMessages('Half a thought and the rest'), 1);
		});

		test('forged messages of page or frame change nothing', async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			await visitor.page.evaluate(() => {
				const forge = (target: Window, message: object) =>
					target.postMessage(`live-chat-widget:${JSON.stringify(message)}`, '*');
				const close = { event: 'closeWindow' };
				const cookie = { event: 'setAuthCookie', data: { widgetAuthToken: 'forged' } };
				// From the page to itself, not from the frame's window.
				forge(window, close);
				forge(window, cookie);
				// From another frame of the page, to the page and to the chat.
				const other = document.body.appendChild(document.createElement('iframe'));
				const chat = document.querySelector('live-chat-widget')?.shadowRoot?.querySelector('iframe')?.contentWindow;
				const otherWindow = other.contentWindow as (Window & { eval: (code: string) => unknown }) | null;
				if (!chat || !otherWindow) throw new Error('There is no frame to forge from or to');
				Object.assign(otherWindow, { chat, page: window });
				otherWindow.eval(`
					page.postMessage('live-chat-widget:{"event":"closeWindow"}', '*');
					chat.postMessage('live-chat-widget:{"event":"set-locale","locale":"ar"}', '*');
					chat.postMessage('live-chat-widget:{"event":"toggle-open","isOpen":false}', '*');
				`);
				// From the page to the chat, outside of their port, and of an invalid shape.
				forge(chat, { event: 'toggle-open', isOpen: 'perhaps' });
			});
			await visitor.write('Still here');
			await visitor.seeAllSent();
			assert.equal(await visitor.panelMode(), 'open');
			assert.equal(await frame.evaluate(() => document.documentElement.lang), 'en');
			assert.ok(!(await visitor.page.evaluate(() => document.cookie)).includes('forged'));
		});
	});
}
