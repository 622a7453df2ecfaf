/**
 * A captcha as the browser sees it: under the chat's own policy, from the provider's address, in
 * the frame of a site.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { chosenBrowser } from '../support/browser.ts';
import { makeCertificate } from '../support/certificate.ts';
import { press } from '../support/input.ts';
import { SECRET, startSiteverify, type Siteverify } from '../support/siteverify.ts';
import { Journey } from './journey.ts';
import { see, seeText } from './waiting.ts';

/** As the provider's: it draws from a frame of its own, and can be pressed when that has loaded. */
const SCRIPT = `
window.turnstile = {
	render(element, options) {
		const frame = document.createElement('iframe');
		frame.src = 'https://challenges.cloudflare.com/frame';
		const button = document.createElement('button');
		button.textContent = 'I am human';
		button.onclick = () => options.callback('proof-' + crypto.randomUUID());
		addEventListener('message', ({ origin }) => {
			if (origin === 'https://challenges.cloudflare.com') element.append(button);
		});
		element.append(frame);
	},
	remove() {},
};
window.onCaptchaReady();
`;

describe('captchas', { skip: chosenBrowser !== 'chromium' && 'only Chromium can be told where a name leads' }, () => {
	let provider: Server;
	let siteverify: Siteverify;
	let journey: Journey;
	let isBlocked = false;
	before(async () => {
		const { key, cert, chromiumOption } = makeCertificate();
		provider = createServer({ key, cert }, ({ url = '' }, response) => {
			if (isBlocked) return response.writeHead(403).end();
			const isScript = url.startsWith('/turnstile/v0/api.js?render=explicit');
			response
				.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
				.end(isScript ? SCRIPT : "<script>parent.postMessage('ready', '*')</script>");
		}).listen(0, '127.0.0.1');
		await once(provider, 'listening');
		siteverify = await startSiteverify();
		const { port } = provider.address() as AddressInfo;
		journey = await Journey.start({
			captchaUrl: siteverify.url,
			browser: { args: [chromiumOption, `--host-resolver-rules=MAP challenges.cloudflare.com:443 127.0.0.1:${port}`] },
		});
		const keys = { captcha_provider: 'turnstile', captcha_site_key: 'site-key', captcha_secret: SECRET } as const;
		await journey.changeChannel({ widget: keys });
	});
	afterEach(async () => {
		isBlocked = false;
		await journey.clear();
	});
	after(async () => {
		await journey.stop();
		siteverify.stop();
		provider.close();
	});

	test('somebody new passes it once, and everything that they have written is sent, in order', async () => {
		const visitor = await journey.visitor();
		await visitor.openConversation();
		await visitor.write('Do you ship to Norway?');
		const frame = await visitor.frame();
		await seeText(frame, 'Please confirm that you are human.');
		await visitor.write('And to Sweden?');
		assert.equal(journey.count('conversations'), 0);
		await press(frame, 'I am human');
		await visitor.seeAllSent();
		await see(frame, 'no challenge', () => !document.body.innerText.includes('Please confirm'));
		for (const text of ['Do you ship to Norway?', 'And to Sweden?']) assert.equal(journey.countMessages(text), 1);
		await visitor.reload();
		await visitor.write('Thank you');
		await visitor.seeAllSent();
		assert.equal(siteverify.asked.length, 1);
	});

	test('a first file is uploaded once, after the challenge', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'live-chat-captcha-'));
		after(() => rmSync(folder, { recursive: true, force: true }));
		const path = join(folder, 'film.txt');
		writeFileSync(path, 'x'.repeat(1_000_000));
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		const input = await frame.waitForSelector('input[type=file][multiple]');
		await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(path);
		journey.proxy.exchanges.length = 0;
		await press(frame, 'Send message');
		await press(frame, 'I am human');
		await visitor.seeAllSent();
		await see(frame, 'the file', () => document.querySelector('a[aria-label="Download: film.txt"]'));
		const sent = journey.proxy.exchanges.filter(
			({ method, path: to }) => method === 'PUT' || to.includes('/messages?'),
		);
		const writes = sent.filter(({ method }) => method !== 'GET').map(({ method, status }) => [method, status]);
		assert.deepEqual(writes, [
			['PUT', 204],
			['POST', 200],
		]);
	});

	test('where it is blocked, what was written outlives a reload, and is sent once the challenge can be passed', async () => {
		isBlocked = true;
		const visitor = await journey.visitor();
		await visitor.openConversation();
		await visitor.write('Do you ship to Iceland?');
		await seeText(await visitor.frame(), 'The check could not be loaded. What you have written is not lost.');
		await visitor.reload();
		await seeText(await visitor.frame(), 'The check could not be loaded.');
		isBlocked = false;
		await press(await visitor.frame(), 'Try again');
		await press(await visitor.frame(), 'I am human');
		await visitor.seeAllSent();
		assert.equal(journey.countMessages('Do you ship to Iceland?'), 1);
	});
});
