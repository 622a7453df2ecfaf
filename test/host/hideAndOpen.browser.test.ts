import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
	addWidget,
	findLauncher,
	frameOf,
	greet,
	isShown,
	launcherOf,
	panelOf,
	serve,
	takeAway,
	until,
} from './hostPages.ts';

const start = location.href;

afterEach(() => {
	history.replaceState(null, '', start);
	scrollTo(0, 0);
});

const isOpen = async (element: HTMLElementTagNameMap['live-chat-widget']) => (await element.getState()).isOpen;

/**
 * Resolves when the tag has decided: an inline tag beside it is drawn by the same channel's answer,
 * and later.
 */
async function seeNothing(element: Element): Promise<void> {
	const other = addWidget({ mode: 'inline', 'website-token': 'other', loading: 'interaction' });
	await until(() => frameOf(other));
	await takeAway(other);
	assert.equal(launcherOf(element), null);
	assert.equal(frameOf(element), null);
}

for (const [claim, attributes, look] of [
	['while the team is away', { hide: 'mobile away' }, { is_available: false }],
	['on a page that is named', { 'hide-on': `/other* ${location.pathname.slice(0, 3)}*` }, {}],
] as const) {
	test(`there is no launcher and no frame ${claim}, unless the page opens the chat`, async () => {
		serve({ ...look, has_campaigns: true });
		const element = addWidget({ loading: 'eager', ...attributes });
		await seeNothing(element);
		void element.open();
		assert.ok(isShown(await until(() => panelOf(element))));
		await greet(element);
		await element.close();
		assert.equal(launcherOf(element), null);
	});
}

for (const [claim, attributes] of [
	['while the team is there', { hide: 'away' }],
	['where the chat does not cover the page', { hide: 'mobile' }],
	['on pages that are not named', { 'hide-on': '/checkout* /*/cart *.pdf' }],
] as const) {
	test(`there is a launcher ${claim}`, async () => {
		serve({});
		assert.ok(await findLauncher(addWidget(attributes)));
	});
}

test('a router that changes the address hides the chat, and shows it again as it was', async () => {
	serve({});
	const element = addWidget({ 'hide-on': '/checkout*' });
	await findLauncher(element);
	void element.open();
	await greet(element);
	history.pushState(null, '', '/checkout/address');
	await until(() => launcherOf(element) === null && frameOf(element) === null);
	assert.equal(await isOpen(element), false);
	history.pushState(null, '', '/shop');
	await until(() => frameOf(element));
	assert.equal(await isOpen(element), true);
});

test('a pattern may name a query, and a page whose path browsers encode', async () => {
	serve({});
	const element = addWidget({ 'hide-on': '/größe?xl=*' });
	await findLauncher(element);
	history.pushState(null, '', '/größe/?xl=1#2');
	await until(() => launcherOf(element) === null);
});

test('a call that is under way when the chat is hidden is carried out', async () => {
	serve({});
	const element = addWidget({ 'hide-on': '/checkout*' });
	await findLauncher(element);
	const named = element.setUser('ada');
	const first = await greet(element);
	history.pushState(null, '', '/checkout/address');
	await until(() => frameOf(element) !== first.iframe && frameOf(element));
	assert.equal(launcherOf(element), null);
	const frame = await greet(element);
	const request = await until(() => frame.heard.find((message) => message.event === 'set-user'));
	frame.say({ event: 'settled', requestId: request.requestId ?? '' });
	await named;
});

test('a chat that was left open is open on the next page, without taking the focus', async () => {
	serve({});
	const field = document.body.appendChild(document.createElement('input'));
	const first = addWidget();
	await findLauncher(first);
	void first.open();
	await greet(first);
	await takeAway(first);

	field.focus();
	const second = addWidget();
	await greet(second);
	assert.equal(await isOpen(second), true);
	assert.equal(document.activeElement, field);
	await second.close();
	await takeAway(second);

	const third = addWidget();
	await findLauncher(third);
	assert.equal(await isOpen(third), false);
	field.remove();
});

test('with remember-open="false" each page begins with the chat closed', async () => {
	serve({});
	const first = addWidget();
	void first.open();
	await greet(first);
	await takeAway(first);
	const second = addWidget({ 'remember-open': 'false' });
	await findLauncher(second);
	assert.equal(await isOpen(second), false);
});

const OCCASIONS: readonly [name: string, occur: () => void][] = [
	[
		'exit-intent',
		() =>
			document.documentElement.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse', clientY: -1 })),
	],
	['scroll-50', () => scrollTo(0, document.documentElement.scrollHeight)],
	['idle-0', () => {}],
];
for (const [name, occur] of OCCASIONS) {
	test(`${name} opens the chat once in a visit, and leaves the focus`, async () => {
		serve({});
		const field = document.body.appendChild(document.createElement('input'));
		const tall = document.body.appendChild(document.createElement('div'));
		tall.style.height = '5000px';
		field.focus({ preventScroll: true });
		const channel = { 'website-token': `shop-${name}` };
		const element = addWidget({ ...channel, 'open-on': name });
		const opened = new Promise((resolve) => element.addEventListener('live-chat-widget:open', resolve));
		await findLauncher(element);
		const timer = setInterval(occur, 20);
		await opened;
		assert.equal(document.activeElement, field);
		await greet(element);
		await element.close();
		await takeAway(element);

		// An occasion of another kind, by which the test sees that the first had its chance.
		const again = addWidget({ ...channel, 'open-on': `${name} idle-0` });
		await findLauncher(again);
		scrollTo(0, 0);
		occur();
		const other = addWidget({ 'website-token': `other-${name}`, 'open-on': 'idle-0' });
		await until(() => frameOf(other));
		assert.equal(await isOpen(again), false);
		clearInterval(timer);
		field.remove();
		tall.remove();
	});
}

test('an occasion that needs a number is not known without one', async () => {
	const warned: string[] = [];
	const { warn } = console;
	console.warn = (text: string) => warned.push(text);
	serve({});
	const element = addWidget({ 'open-on': 'idle scroll exit-intent-5 scroll-50' });
	await findLauncher(element);
	await until(() => warned.length > 0);
	console.warn = warn;
	assert.deepEqual(
		warned,
		['idle', 'scroll', 'exit-intent-5'].map((name) => `live-chat-widget: open-on does not know "${name}".`),
	);
	assert.equal(await isOpen(element), false);
});
