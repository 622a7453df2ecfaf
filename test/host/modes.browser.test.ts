import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { press } from '../support/browser/input.ts';
import {
	addWidget,
	asked,
	findLauncher,
	frameOf,
	greet,
	isShown,
	launcherOf,
	record,
	serve,
	until,
} from './hostPages.ts';

afterEach(() => document.body.replaceChildren());

function panelOf(element: Element): HTMLElement | null {
	return element.shadowRoot?.querySelector<HTMLElement>('[part=panel]') ?? null;
}

test("an inline chat is in the page's flow, with the size that the page sets, and cannot be closed", async () => {
	serve({});
	const column = document.body.appendChild(document.createElement('div'));
	const before = column.appendChild(document.createElement('p'));
	before.textContent = 'Before';
	const events = record('open', 'close');
	const element = addWidget({ mode: 'inline', style: 'inline-size: 300px; block-size: 360px' }, column);
	const { heard } = await greet(element);
	const panel = await until(() => panelOf(element));
	const { width, height, top } = panel.getBoundingClientRect();
	assert.deepEqual([Math.round(width), Math.round(height)], [300, 360]);
	assert.ok(top >= before.getBoundingClientRect().bottom);
	assert.equal(panel.role, 'region');
	assert.equal(launcherOf(element), null);
	await element.close();
	assert.ok(isShown(panel));
	assert.deepEqual(events, []);
	assert.ok(heard.some((message) => message.event === 'config-set' && message.isOpen));
	assert.equal(document.activeElement, document.body, 'the page keeps the focus');
});

test('what opens a panel brings an inline chat into view and gives it the focus, once it is there', async () => {
	serve({});
	const button = document.body.appendChild(document.createElement('button'));
	button.className = 'help';
	button.textContent = 'Ask us';
	const before = document.body.appendChild(document.createElement('div'));
	before.style.blockSize = '3000px';
	const events = record('open', 'close', 'before-open');
	const attributes = { style: 'block-size: 300px', 'launcher-for': '.help', 'ask-before': 'open close' };
	const element = addWidget({ mode: 'inline', ...attributes });
	await until(() => button.hasAttribute('aria-controls') && panelOf(element));
	assert.deepEqual([button.ariaExpanded, button.ariaHasPopup], [null, null], 'there is nothing to expand');
	const isInView = () => {
		const { top, bottom } = element.getBoundingClientRect();
		return top >= 0 && bottom <= innerHeight;
	};
	const leave = () => {
		scrollTo({ top: 0, behavior: 'instant' });
		button.focus();
		assert.deepEqual([isInView(), document.activeElement], [false, button]);
	};

	leave();
	await press(button);
	await until(() => isInView() && element.shadowRoot?.activeElement === panelOf(element));
	const { iframe, heard, say } = await greet(element);
	await until(() => element.shadowRoot?.activeElement === iframe);
	for (const bring of [
		() => void press(button),
		() => void element.open(),
		() => void element.toggle(),
		() => {
			const shown = heard.length;
			void element.show('home');
			void until(() => heard.slice(shown).find((message) => message.event === 'show')).then((request) => {
				assert.ok(request.event === 'show');
				say({ event: 'settled', requestId: request.requestId ?? '' });
			});
		},
	]) {
		leave();
		bring();
		await until(() => isInView() && element.shadowRoot?.activeElement === iframe);
	}
	assert.deepEqual(events, [], 'it was open all the time');
	assert.ok(isShown(panelOf(element)));
});

test('a visitor who goes elsewhere while an inline chat loads keeps the focus', async () => {
	serve({});
	const element = addWidget({ mode: 'inline' });
	const field = document.body.appendChild(document.createElement('input'));
	await until(() => panelOf(element));
	const opened = element.open();
	await until(() => element.shadowRoot?.activeElement === panelOf(element));
	field.focus();
	await greet(element);
	await opened;
	await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
	assert.equal(document.activeElement, field);
});

test("a launcher of the page's says what it does when the mode changes", async () => {
	serve({});
	const button = document.body.appendChild(document.createElement('button'));
	button.className = 'help';
	const element = addWidget({ 'launcher-for': '.help' });
	await until(() => button.ariaExpanded === 'false');
	element.mode = 'inline';
	await until(() => button.ariaExpanded === null);
	assert.deepEqual(button.getAttributeNames(), ['class', 'aria-controls']);
	element.mode = 'floating';
	await until(() => button.ariaExpanded === 'false' && button.ariaHasPopup === 'dialog');
});

test('a chat as a page covers the viewport and cannot be closed', async () => {
	serve({});
	const element = addWidget({ mode: 'page', 'hide-message-bubble': '' });
	const { heard, say } = await greet(element);
	const panel = await until(() => panelOf(element));
	const { left, top, width, height } = panel.getBoundingClientRect();
	assert.deepEqual([left, top, width, height], [0, 0, innerWidth, innerHeight]);
	say({ event: 'closeWindow' });
	say({ event: 'handleNotificationDot', unreadMessageCount: 1 });
	await new Promise((resolve) => {
		element.addEventListener('live-chat-widget:unread', resolve, { once: true });
	});
	assert.ok(isShown(panel));
	const config = heard.find((message) => message.event === 'config-set');
	assert.equal(config?.event === 'config-set' && config.hideMessageBubble, false);
	assert.ok(heard.every((message) => message.event !== 'toggle-close-button' || !message.isMobile));
});

test('changing the mode takes effect at once', async () => {
	serve({});
	const element = addWidget();
	await findLauncher(element);
	element.mode = 'inline';
	await until(() => frameOf(element));
	assert.equal(launcherOf(element), null);
	element.removeAttribute('mode');
	await findLauncher(element);
	assert.equal(frameOf(element), null);
	assert.equal(asked.length, 3);
});

test('an inline tag of an unknown channel leaves no box in the page', async () => {
	serve(404);
	const element = addWidget({ mode: 'inline' });
	await new Promise((resolve) => {
		element.addEventListener('live-chat-widget:error', resolve, { once: true });
	});
	await until(() => !panelOf(element));
});
