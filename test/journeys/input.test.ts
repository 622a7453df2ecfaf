/**
 * The words with which journeys press and type (test/README.md, Input), in a page with a frame of
 * another site.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { launchBrowser } from '../support/browser.ts';
import { choose, fill, key, press, tap, type } from '../support/input.ts';

const INNER = `<!doctype html><title>Inner</title><style>body { margin: 0 }</style>
	<div style="block-size: 400px"></div>
	<button onclick="this.textContent = 'Pressed ' + event.isTrusted">Press</button>
	<textarea aria-label="Note">One</textarea>
	<select aria-label="Colour"><option>Red<option>Green<option>Blue</select>`;

let server: Server;
let browser: Browser;
let page: Page;
let frame: Frame;

before(async () => {
	server = createServer(({ url, headers }, response) => {
		const inner = `http://127.0.0.1:${headers.host?.split(':')[1]}/inner`;
		response.setHeader('Content-Type', 'text/html');
		response.end(
			url === '/inner'
				? INNER
				: `<!doctype html><title>Outer</title><body style="block-size: 3000px">
					<iframe src="${inner}" style="position: absolute; inset-block-start: 1500px; inline-size: 300px; block-size: 200px"></iframe>`,
		);
	});
	await new Promise<void>((resolve) => server.listen(0, resolve));
	browser = await launchBrowser({ isShellEnough: true });
	page = await browser.newPage();
	await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
	frame = await page.waitForFrame((candidate) => candidate.url().endsWith('/inner'));
});

after(async () => {
	await browser.close();
	server.close();
});

test('a control in a frame is scrolled to and pressed', async () => {
	await press(frame, 'Press');
	assert.equal(await frame.$eval('button', ({ textContent }) => textContent), 'Pressed true');
	assert.ok(await page.evaluate(() => scrollY > 0));
	await tap(frame, { role: 'button', name: /^Pressed/ });
});

test('fields are typed into, and lists chosen from', async () => {
	await type(frame, 'Note', ', two\nthree');
	const valueOf = () => frame.$eval('textarea', ({ value }) => value);
	assert.equal(await valueOf(), 'One, two\nthree');
	await fill(frame, 'Note', 'Grüße');
	await key(frame, 'Shift+Home', 'Delete');
	assert.equal(await valueOf(), '');
	await choose(frame, 'Colour', 'Blue');
	assert.equal(await frame.$eval('select', ({ value }) => value), 'Blue');
});

test('what the page lays over a frame is waited out', async () => {
	await page.evaluate(() => {
		document.body.insertAdjacentHTML('beforeend', '<div id="veil" style="position: fixed; inset: 0">Wait</div>');
		setTimeout(() => document.querySelector('#veil')?.remove(), 300);
	});
	await press(frame, { role: 'button', name: /^Pressed/ });
	assert.equal(await page.$('#veil'), null);
});
