import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import axe from 'axe-core';
import { key, press } from '../support/browser/input.ts';
import {
	addWidget,
	asked,
	atRest,
	findLauncher,
	frameOf,
	greet,
	isShown,
	launcherOf,
	panelOf,
	record,
	serve,
	until,
} from './hostPages.ts';

test('the launcher is a button named "Chat with us", closed', async () => {
	serve({});
	const launcher = await findLauncher(addWidget());
	assert.equal(launcher.tagName, 'BUTTON');
	assert.equal(launcher.getAttribute('aria-label'), 'Chat with us');
	assert.equal(launcher.getAttribute('aria-expanded'), 'false');
});

test('a click opens the panel at once, with an outline of the chat, and updates the accessible state', async () => {
	serve({});
	const element = addWidget();
	const launcher = await findLauncher(element);
	// A visitor can only press what has been painted.
	await new Promise(requestAnimationFrame);
	await new Promise(requestAnimationFrame);
	// The frame may have failed by the time that the press is over.
	const wasBusy = new Promise((resolve) => {
		const see = (_: unknown, observer: MutationObserver) => {
			const panel = panelOf(element);
			if (!panel) return;
			observer.disconnect();
			resolve(panel.getAttribute('aria-busy'));
		};
		new MutationObserver(see).observe(element.shadowRoot ?? element, { childList: true, subtree: true });
	});
	await press(launcher);
	assert.equal(await wasBusy, 'true');
	const panel = panelOf(element);
	assert.ok(isShown(panel));
	assert.equal(panel?.getAttribute('aria-label'), 'Live chat');
	assert.match(panel?.textContent ?? '', /Lamp Shop/);
	assert.equal(launcher.getAttribute('aria-expanded'), 'true');
	assert.equal(launcher.getAttribute('aria-controls'), panel?.id);
	assert.equal(launcher.getAttribute('aria-label'), 'Chat with us');
});

test('focus moves into the panel, on into the frame, and back to the launcher', async () => {
	serve({});
	const element = addWidget();
	const launcher = await findLauncher(element);
	await press(launcher);
	await until(() => element.shadowRoot?.activeElement === panelOf(element));
	const frame = await greet(element);
	await until(() => element.shadowRoot?.activeElement === frame.iframe);
	frame.say({ event: 'closeWindow' });
	await until(() => element.shadowRoot?.activeElement === launcher);
	assert.equal(launcher.getAttribute('aria-expanded'), 'false');
});

test('closing does not take the focus away from the page', async () => {
	serve({});
	const element = addWidget();
	const field = document.body.appendChild(document.createElement('input'));
	await press(await findLauncher(element));
	await until(() => isShown(panelOf(element)));
	field.focus();
	await element.close();
	await until(() => launcherOf(element)?.getAttribute('aria-expanded') === 'false');
	assert.equal(document.activeElement, field);
	field.remove();
});

test('Escape closes the panel, and the page does not get the key', async () => {
	serve({});
	const element = addWidget();
	const launcher = await findLauncher(element);
	await press(launcher);
	await until(() => isShown(panelOf(element)));
	let seen = 0;
	const count = () => (seen += 1);
	document.addEventListener('keydown', count);
	await key('Escape');
	await until(() => launcher.getAttribute('aria-expanded') === 'false');
	assert.equal(seen, 0);
	await key('Escape');
	document.removeEventListener('keydown', count);
	assert.equal(seen, 1, 'a closed widget leaves Escape to the page');
});

test('a closed panel keeps its frame alive, out of sight and out of reach', async () => {
	serve({});
	const element = addWidget();
	const launcher = await findLauncher(element);
	await press(launcher);
	const frame = await greet(element);
	await press(launcher);
	await until(() => !isShown(frame.iframe));
	launcher.focus();
	await key('Tab');
	assert.notEqual(element.shadowRoot?.activeElement, frame.iframe);
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 1 });
	await until(() => launcher.textContent === '1');
	assert.equal(frameOf(element), frame.iframe);
});

test('on a small screen the panel covers the viewport, and can be closed before the frame shows', async () => {
	serve({});
	await setViewport({ width: 375, height: 600 });
	const element = addWidget();
	const launcher = await findLauncher(element);
	await press(launcher);
	const panel = await until(() => panelOf(element));
	await atRest(element);
	// Not 375, since a window of WebKitGTK cannot be that narrow.
	await until(() => {
		const { left, top, width, height } = panel.getBoundingClientRect();
		return left === 0 && top === 0 && width === innerWidth && height === innerHeight;
	});
	assert.equal(isShown(launcher), false);
	await press('Close');
	await until(() => isShown(launcher) && element.shadowRoot?.activeElement === launcher);

	const frame = await greet(element);
	assert.ok(frame.heard.some((message) => message.event === 'toggle-close-button' && message.isMobile));
	await setViewport({ width: 1000, height: 700 });
	await until(() => frame.heard.some((message) => message.event === 'toggle-close-button' && !message.isMobile));
});

test('axe finds nothing in the closed, the waiting and the unreachable state', async () => {
	serve({});
	const element = addWidget();
	const check = async () => {
		await atRest(element);
		const { violations } = await axe.run(element, { resultTypes: ['violations'] });
		assert.deepEqual(
			violations.map(({ id }) => id),
			[],
		);
	};
	const launcher = await findLauncher(element);
	await check();
	await press(launcher);
	await until(() => isShown(panelOf(element)));
	await check();
	element.remove();
	serve(503);
	document.body.append(element);
	await press(await findLauncher(element));
	await until(() => panelOf(element)?.querySelector('[role=alert]'));
	await check();
});

test('the unread count is on the badge, in the name and announced', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const launcher = await findLauncher(element);
	const unread = record('unread');
	const frame = await greet(element);
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 2 });
	await until(() => launcher.getAttribute('aria-label') === 'Chat with us, 2 unread messages');
	assert.equal(launcher.textContent, '2');
	assert.equal(element.shadowRoot?.querySelector('[role=status]')?.textContent, '2 unread messages');
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 120 });
	await until(() => launcher.textContent === '99+');
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 1 });
	await until(() => launcher.getAttribute('aria-label') === 'Chat with us, 1 unread message');
	frame.say({ event: 'handleNotificationDot', unreadMessageCount: 0 });
	await until(() => launcher.getAttribute('aria-label') === 'Chat with us');
	assert.deepEqual(
		unread.map(({ detail }) => detail),
		[{ count: 2 }, { count: 120 }, { count: 1 }, { count: 0 }],
	);
});

test("the channel's title names the launcher, and the page's title comes before it", async () => {
	serve({ launcher_title: 'Ask the lamp people' });
	const element = addWidget();
	const launcher = await findLauncher(element);
	assert.equal(launcher.getAttribute('aria-label'), 'Ask the lamp people');
	element.launcherTitle = 'Help';
	await until(() => launcher.getAttribute('aria-label') === 'Help');
	element.removeAttribute('launcher-title');
	await until(() => launcher.getAttribute('aria-label') === 'Ask the lamp people');
});

test("the channel's size is the launcher's, round or with its name, and the page's comes before it", async () => {
	for (const [size, round, high] of [
		['small', 48, 38],
		[undefined, 60, 48],
		['large', 72, 58],
	] as const) {
		serve({ launcher_size: size });
		const element = addWidget({ 'launcher-title': 'Help' });
		const launcher = await findLauncher(element);
		assert.deepEqual([launcher.offsetWidth, launcher.offsetHeight], [round, round]);
		const icon = launcher.querySelector('svg');
		assert.ok(icon);
		assert.equal(Math.round(icon.clientWidth), Math.round(0.54 * round));
		element.setAttribute('type', 'expanded_bubble');
		await until(() => launcher.offsetHeight === high);
		assert.deepEqual([icon.clientWidth, icon.clientHeight], [24, 24]);
		assert.ok(launcher.offsetWidth > high);
		element.removeAttribute('type');
		element.style.setProperty('--lcw-launcher-size', '50px');
		await until(() => launcher.offsetHeight === 50);
		element.remove();
	}
});

test("the launcher is in the tag's locale, else the channel's, else English", async () => {
	serve({ locale: 'pseudo' });
	const element = addWidget();
	const launcher = await findLauncher(element);
	await until(() => launcher.getAttribute('aria-label') !== 'Chat with us');
	element.locale = 'en_GB';
	await until(() => launcher.getAttribute('aria-label') === 'Chat with us');
	element.locale = 'ar';
	await until(() => launcher.closest('[dir]')?.getAttribute('dir') === 'rtl');
	assert.equal(launcher.closest('[lang]')?.getAttribute('lang'), 'ar');
});

test('the icon is white while that has enough contrast, else black, on any CSS colour', async () => {
	for (const [color, icon] of [
		['#ffe14d', [0, 0, 0]],
		['#0b3d2e', [1, 1, 1]],
		['hsl(210 100% 56%)', [1, 1, 1]],
		['lightseagreen', [0, 0, 0]],
		['rebeccapurple', [1, 1, 1]],
		['no colour', [1, 1, 1]],
	] as const) {
		serve({ widget_color: color });
		const element = addWidget();
		const painted = getComputedStyle(await findLauncher(element)).color;
		assert.deepEqual(rgb(painted), icon, `${color}: ${painted}`);
		element.remove();
	}
});

/** Components from 0 to 1, read from a canvas, which knows every CSS colour. */
function rgb(color: string): number[] {
	const canvas = document.createElement('canvas').getContext('2d');
	assert.ok(canvas);
	canvas.fillStyle = color;
	canvas.fillRect(0, 0, 1, 1);
	return Array.from(canvas.getImageData(0, 0, 1, 1).data.slice(0, 3), (part) => Math.round(part / 255));
}

test('the launcher is at the right, or at the left, in both writing directions', async () => {
	serve({});
	document.documentElement.dir = 'rtl';
	// WebKit counts a scroll bar twice when it measures from the right.
	document.documentElement.style.overflow = 'hidden';
	const element = addWidget();
	const launcher = await findLauncher(element);
	const distance = () => Math.round(document.documentElement.clientWidth - launcher.getBoundingClientRect().right);
	await until(() => distance() === 20);
	element.position = 'left';
	await until(() => Math.round(launcher.getBoundingClientRect().left) === 20);
	document.documentElement.removeAttribute('dir');
	document.documentElement.style.overflow = '';
});

test('a page that hides the launcher opens the chat itself', async () => {
	serve({});
	const element = addWidget({ 'hide-message-bubble': '' });
	const opened = element.open();
	const frame = await greet(element);
	await opened;
	assert.ok(isShown(panelOf(element)));
	assert.equal(launcherOf(element), null);
	element.hideMessageBubble = false;
	await findLauncher(element);
	await until(() =>
		frame.heard.some((message) => message.event === 'sdk-set-bubble-visibility' && !message.hideMessageBubble),
	);
});

test('a website hides its launcher while the team is away, and the chat still opens', async () => {
	serve({ is_available: false, hide_launcher: true });
	const element = addWidget();
	const opened = element.open();
	const frame = await greet(element);
	await opened;
	assert.ok(isShown(panelOf(element)));
	assert.equal(launcherOf(element), null);
	const config = frame.heard.find(({ event }) => event === 'config-set');
	assert.equal(config?.event === 'config-set' && config.hideMessageBubble, true);
});

test("a page's reset changes nothing", async () => {
	serve({});
	const reset = new CSSStyleSheet();
	reset.replaceSync(
		'* { all: unset !important; display: block !important; font-size: 40px !important } live-chat-widget { width: 0; transform: scale(3) }',
	);
	document.adoptedStyleSheets.push(reset);
	const launcher = await findLauncher(addWidget());
	// Its opening animation may still run.
	await until(() => {
		const { width, height } = launcher.getBoundingClientRect();
		return width === 60 && height === 60;
	});
	document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== reset);
});

test('an unknown website token shows no launcher, warns once and reports why', async () => {
	serve(404);
	const warnings: unknown[] = [];
	const { warn } = console;
	console.warn = (...words: unknown[]) => warnings.push(words.join(' '));
	const errors = record('error');
	const element = addWidget({ 'website-token': 'nope' });
	await until(() => errors.length > 0);
	console.warn = warn;
	assert.match(JSON.stringify(errors[0]?.detail), /"code":"WEB_WIDGET_NOT_FOUND"/);
	assert.equal(warnings.length, 1);
	assert.match(String(warnings[0]), /no channel "nope"/);
	await assert.rejects(element.open(), /no channel "nope"/);
	assert.equal(launcherOf(element), null);
	assert.equal(frameOf(element), null);
});

for (const status of [0, 503]) {
	test(`a server that answers ${status || 'nothing'} leaves a launcher whose panel says so and can try again`, async () => {
		serve(status);
		const element = addWidget();
		const launcher = await findLauncher(element);
		assert.equal(launcher.getAttribute('aria-label'), 'Chat with us');
		await press(launcher);
		const alert = await until(() => panelOf(element)?.querySelector('[role=alert]'));
		assert.match(alert.textContent ?? '', /cannot be reached/);
		assert.equal(frameOf(element), null);
		assert.ok(asked.length >= 2, 'opening has tried again by itself');

		serve({});
		await press('Try again');
		await greet(element);
		await until(() => !panelOf(element)?.querySelector('[role=alert]'));
		assert.ok(isShown(panelOf(element)));
	});
}

test('what a page has within the tag by mistake stays visible, and the console says what is wrong', async () => {
	serve({});
	const element = addWidget();
	element.innerHTML = '<h1>All of the page</h1>';
	const warnings: unknown[] = [];
	const { warn } = console;
	console.warn = (text) => warnings.push(text);
	try {
		await press(await findLauncher(element));
		await until(() => warnings.some((text) => String(text).includes('</live-chat-widget>')));
	} finally {
		console.warn = warn;
	}
	assert.ok(isShown(element.querySelector('h1')));
});

test('two tags of one website show one launcher, and the second has it once the first has left', async () => {
	serve({});
	const first = addWidget();
	await findLauncher(first);
	const second = addWidget();
	const other = addWidget({ 'website-token': 'another' });
	await findLauncher(other);
	await until(() => second.shadowRoot?.querySelector('[data-launcher=hidden]'));
	assert.equal(launcherOf(second), null);
	first.remove();
	await findLauncher(second);
});
