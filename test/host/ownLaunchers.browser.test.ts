import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { press } from '../support/browser/input.ts';
import { addWidget, findLauncher, greet, isShown, launcherOf, panelOf, serve, until } from './hostPages.ts';

afterEach(() => document.body.replaceChildren());

function addButton(attributes: Record<string, string>, parent: Element = document.body): HTMLButtonElement {
	const button = document.createElement('button');
	button.textContent = 'Ask us';
	for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value);
	return parent.appendChild(button);
}

/** Resolves as soon as the tag has marked the element. */
async function adopted(launcher: Element): Promise<void> {
	await until(() => launcher.getAttribute('aria-expanded') === 'false');
}

test('a button in the slot replaces the launcher', async () => {
	serve({});
	const element = document.createElement('live-chat-widget');
	const own = addButton({ slot: 'launcher' }, element);
	Object.assign(element, { websiteToken: 'shop', baseUrl: location.origin });
	document.body.append(element);
	await adopted(own);
	assert.equal(isShown(launcherOf(element)), false);
	assert.ok(isShown(own));
	const { right, bottom } = own.getBoundingClientRect();
	assert.deepEqual([Math.round(innerWidth - right), Math.round(innerHeight - bottom)], [20, 20]);
	await press(own);
	await greet(element);
	await until(() => isShown(panelOf(element)) && own.getAttribute('aria-expanded') === 'true');
	assert.equal(own.getAttribute('aria-controls'), element.id);
	await element.close();
	await until(() => own.getAttribute('aria-expanded') === 'false');
	await until(() => document.activeElement === own);
	own.remove();
	await until(() => isShown(launcherOf(element)));
	assert.equal(own.getAttribute('aria-expanded'), null);
});

test('elements elsewhere open the chat, also when they are added later', async () => {
	serve({});
	const early = addButton({ class: 'help' });
	const element = addWidget({ id: 'chat', 'launcher-for': '.help' });
	await adopted(early);
	await press(early);
	await until(() => early.getAttribute('aria-expanded') === 'true');
	assert.equal(early.getAttribute('aria-controls'), 'chat');
	assert.ok(isShown(panelOf(element)));
	await press(early);
	await until(() => early.getAttribute('aria-expanded') === 'false');

	const late = addButton({ class: 'help', 'aria-controls': 'mine' });
	await adopted(late);
	await press(late);
	await until(() => isShown(panelOf(element)) && early.getAttribute('aria-expanded') === 'true');
	element.remove();
	await until(() => !early.hasAttribute('aria-expanded'));
	assert.deepEqual(early.getAttributeNames(), ['class']);
	assert.equal(late.getAttribute('aria-controls'), 'mine');
});

test('elements that begin or cease to match the selector gain or lose the function', async () => {
	serve({});
	const [first, second] = [addButton({ class: 'help' }), addButton({ 'data-open': 'no' })];
	const element = addWidget({ 'launcher-for': '.help, [data-open=chat]' });
	await adopted(first);
	assert.equal(first.getAttribute('aria-haspopup'), 'dialog');
	assert.equal(second.hasAttribute('aria-haspopup'), false);

	// Attributes of the page's elements.
	second.dataset['open'] = 'chat';
	first.className = 'other';
	await adopted(second);
	await until(() => !first.hasAttribute('aria-expanded'));
	assert.deepEqual(first.getAttributeNames(), ['class']);
	await press(first);
	assert.equal(element.shadowRoot?.querySelector('iframe'), null, 'it does nothing any more');

	// The element itself, by one that a router puts there.
	second.replaceWith(first);
	await until(() => !second.hasAttribute('aria-haspopup'));
	first.id = 'ask';

	// The tag's own attribute.
	element.setAttribute('launcher-for', '#ask');
	await adopted(first);
	await press(first);
	await until(() => first.getAttribute('aria-expanded') === 'true');
	assert.ok(isShown(panelOf(element)));
	element.launcherFor = '#other';
	await until(() => !first.hasAttribute('aria-expanded'));
	element.launcherFor = '#ask';
	await until(() => first.getAttribute('aria-expanded') === 'true');
	element.removeAttribute('launcher-for');
	await until(() => !first.hasAttribute('aria-expanded'));
	assert.deepEqual(first.getAttributeNames(), ['class', 'id']);
});

test("closing returns the focus to the page's button that had it, also beside a launcher", async () => {
	serve({});
	const own = addButton({ class: 'help' });
	const element = addWidget({ 'launcher-for': '.help' });
	await adopted(own);
	await findLauncher(element);
	await press(own);
	await greet(element);
	await until(() => document.activeElement === element);
	await element.close();
	await until(() => document.activeElement === own);
	// Gone meanwhile: then the launcher.
	await press(own);
	await until(() => document.activeElement === element);
	own.remove();
	await element.close();
	await until(() => element.shadowRoot?.activeElement === launcherOf(element));
});

test('a link that opens the chat is not followed, unless there is no chat or the page prevents it', async () => {
	serve({});
	const link = document.body.appendChild(document.createElement('a'));
	link.href = '#contact';
	link.textContent = 'Contact';
	const element = addWidget({ 'launcher-for': 'a' });
	await adopted(link);
	/** Whether somebody has dealt with it. */
	const isPrevented = async () => {
		const { promise, resolve } = Promise.withResolvers<boolean>();
		addEventListener('click', ({ defaultPrevented }) => resolve(defaultPrevented), { once: true });
		await press(link);
		return promise;
	};
	assert.equal(await isPrevented(), true);
	await until(() => isShown(panelOf(element)));
	link.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
	await press(link);
	assert.ok(isShown(panelOf(element)), 'the page dealt with it');
	element.remove();
	await until(() => !link.hasAttribute('aria-expanded'));
	assert.equal(await isPrevented(), false);
	history.replaceState(null, '', location.pathname + location.search);
});

test('an invalid selector leaves the launcher, and is logged', async () => {
	serve({});
	const said: unknown[] = [];
	const { warn } = console;
	console.warn = (text: unknown) => said.push(text);
	const element = addWidget({ 'launcher-for': '#12[' });
	await findLauncher(element);
	await until(() => said.length > 0);
	console.warn = warn;
	assert.match(String(said[0]), /no selector/);
});
