import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import { addWidget, findLauncher, greet, panelOf, serve, until } from './hostPages.ts';

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
afterEach(() => sheet.replaceSync(''));

type Theme = Extract<HostToFrame, { event: 'set-theme' }>['theme'];

function themes(heard: HostToFrame[]): Theme[] {
	return heard.flatMap((message) => (message.event === 'set-theme' ? [message.theme] : []));
}

test("the frame is told the page's computed values, and again when they change", async () => {
	serve({});
	sheet.replaceSync('body { --lcw-color: rebeccapurple; --lcw-radius: 0.5rem } .night { --lcw-surface: #111 }');
	const element = addWidget({ loading: 'eager' });
	const { heard } = await greet(element);
	await until(() => themes(heard)[0]);
	assert.deepEqual(themes(heard), [{ color: 'rgb(102, 51, 153)', radius: '8px' }]);

	element.classList.add('night');
	await until(() => themes(heard).at(-1)?.surface === 'rgb(17, 17, 17)');
	sheet.replaceSync('body { --lcw-color: hsl(120 100% 25%) }');
	await until(() => themes(heard).at(-1)?.color === 'rgb(0, 128, 0)');
	await until(() => themes(heard).at(-1)?.radius === undefined && themes(heard).at(-1)?.surface === undefined);
});

test('a colour for the dark theme only follows the theme', async () => {
	serve({});
	sheet.replaceSync('live-chat-widget { --lcw-surface: light-dark(white, black) }');
	const element = addWidget({ loading: 'eager' });
	const { heard } = await greet(element);
	await until(() => themes(heard).at(-1)?.surface === 'rgb(255, 255, 255)');
	element.darkMode = 'dark';
	await until(() => themes(heard).at(-1)?.surface === 'rgb(0, 0, 0)');
});

test('an invalid colour, length or font is not sent', async () => {
	serve({});
	sheet.replaceSync('body { --lcw-color: brand; --lcw-surface: 12px; --lcw-radius: round; --lcw-text: navy }');
	const element = addWidget({ loading: 'eager' });
	const { heard } = await greet(element);
	await until(() => themes(heard)[0]);
	assert.deepEqual(themes(heard), [{ text: 'rgb(0, 0, 128)' }]);
	sheet.replaceSync('body { --lcw-text: navy; --lcw-radius: 4px; --lcw-font: 12px }');
	await until(() => themes(heard).at(-1)?.radius === '4px');
	assert.deepEqual(themes(heard).at(-1), { radius: '4px', text: 'rgb(0, 0, 128)' });
});

test('for a page that sets nothing, nothing is sent', async () => {
	serve({});
	const element = addWidget({ loading: 'eager' });
	const { heard } = await greet(element);
	element.darkMode = 'dark';
	await until(() => heard.some(({ event }) => event === 'set-color-scheme'));
	assert.deepEqual(themes(heard), []);
});

test('the page can set position, size, radius, stacking and icon of the launcher', async () => {
	serve({});
	sheet.replaceSync(`body {
		--lcw-offset-x: 40px; --lcw-offset-y: 10px; --lcw-launcher-size: 48px; --lcw-launcher-radius: 8px; --lcw-z-index: 7;
		--lcw-launcher-icon: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E");
	}`);
	const launcher = await findLauncher(addWidget());
	const { right, bottom, inlineSize, borderRadius, zIndex } = getComputedStyle(launcher);
	assert.deepEqual([right, bottom, inlineSize], ['40px', '10px', '48px']);
	assert.deepEqual([borderRadius, zIndex], ['8px', '7']);
	assert.equal(launcher.closest('[popover]'), null);
	const icon = launcher.querySelector('svg')?.parentElement;
	assert.match(icon ? getComputedStyle(icon).content : '', /^url/);
});

test('by default the launcher is above everything that pages stack and reset', async () => {
	serve({});
	sheet.replaceSync('* { all: unset !important }');
	document.documentElement.dir = 'rtl';
	const element = addWidget();
	const launcher = await findLauncher(element);
	// From the next drawing on.
	await until(() => launcher.closest(':popover-open'));
	assert.equal(getComputedStyle(launcher).right, '20px');
	const opened = element.open();
	await greet(element);
	await opened;
	const panel = panelOf(element);
	assert.ok(panel && panel.getBoundingClientRect().width > 300 && panel.getBoundingClientRect().height > 240);
	assert.equal(getComputedStyle(launcher).inlineSize, '60px');
	document.documentElement.removeAttribute('dir');
});

test("the frame is told where the page's font is, as it is written, and again when it changes", async () => {
	serve({});
	const font = "'Brand Sans', serif";
	sheet.replaceSync(`body { --lcw-font: ${font}; --lcw-font-src: url("https://fonts.example/brand.woff2") }`);
	const { heard } = await greet(addWidget({ loading: 'eager' }));
	await until(() => themes(heard)[0]);
	assert.equal(themes(heard)[0]?.fontSrc, 'url("https://fonts.example/brand.woff2")');
	assert.match(themes(heard)[0]?.font ?? '', /Brand Sans/);
	sheet.replaceSync(
		`body { --lcw-font: 'Brand Bold', serif; --lcw-font-src: url("https://fonts.example/bold.woff2") tech(variations) }`,
	);
	await until(() => themes(heard).at(-1)?.fontSrc === 'url("https://fonts.example/bold.woff2") tech(variations)');
	sheet.replaceSync('body { --lcw-radius: 4px }');
	await until(() => themes(heard).at(-1)?.radius === '4px');
	assert.deepEqual(themes(heard).at(-1), { radius: '4px' });
});

test('the frame is in a sandbox where the page wants it, and in none otherwise', async () => {
	serve({});
	const sandboxOf = async (attributes: Record<string, string>) => {
		const element = addWidget({ loading: 'eager', ...attributes });
		await greet(element);
		const frame = element.shadowRoot?.querySelector('iframe') ?? assert.fail('no frame');
		return frame.getAttribute('sandbox');
	};
	assert.equal(await sandboxOf({ sandbox: 'strict' }), 'allow-scripts allow-same-origin allow-forms allow-popups');
	assert.equal(await sandboxOf({}), null);
	assert.equal(await sandboxOf({ sandbox: 'other' }), null);
});
