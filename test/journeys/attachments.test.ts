import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'puppeteer-core';
import { chosenBrowser } from '../support/browser.ts';
import { press } from '../support/input.ts';
import { png } from '../server/files/filesSamples.ts';
import { SITES, Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeText } from './waiting.ts';

const folder = mkdtempSync(join(tmpdir(), 'live-chat-files-'));
const ORDER = join(folder, 'order.txt');
const NOTES = join(folder, 'notes.txt');
const PICTURE = join(folder, 'plate.png');
/** Larger than the buffers of the connections to a server that reads nothing. */
const FILM = join(folder, 'film.txt');
writeFileSync(ORDER, 'Two plates, please');
// Large enough for a hand.
writeFileSync(PICTURE, png(40, 40));
writeFileSync(FILM, 'x'.repeat(30 * 1024 * 1024));
after(() => rmSync(folder, { recursive: true, force: true }));

for (const site of SITES) {
	describe(`files on ${site}`, () => {
		let journey: Journey;
		before(async () => {
			journey = await Journey.start({ site });
		});
		afterEach(() => {
			journey.resumeServer();
			return journey.clear();
		});
		after(() => journey.stop());

		/**
		 * Sends a small file; then a large one, of which the server has taken nothing when this
		 * resolves.
		 */
		async function beginUpload(visitor: Visitor): Promise<Frame> {
			const frame = await visitor.openConversation();
			await send(frame, ORDER);
			await seeDownload(frame, 'order.txt');
			// A browser has six connections to a server. Where files of the page wait on all of
			// them, the upload does not begin.
			await visitor.page.waitForNetworkIdle();
			journey.pauseServer();
			await send(frame, FILM);
			await see(frame, 'an upload that has begun', () => (document.querySelector('progress')?.value ?? 0) > 0);
			return frame;
		}

		test('a file is sent, can be downloaded unchanged, and is still there after a reload', async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			await send(frame, ORDER);
			await seeDownload(frame, 'order.txt');
			assert.equal(await download(frame, 'order.txt'), 'Two plates, please');
			await visitor.reload();
			await seeDownload(await visitor.openConversation(), 'order.txt');
		});

		test('a picture opens large', async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			await send(frame, PICTURE);
			await see(frame, 'the picture', () => document.querySelector('[role=log] button[aria-haspopup=dialog]'));
			await press(frame, { selector: '[role=log] button[aria-haspopup=dialog]' });
			await see(frame, 'the picture, large', () => document.querySelector('dialog[open] img'));
		});

		test('a file whose upload the network interrupts arrives once, in its place', async () => {
			const visitor = await journey.visitor();
			const frame = await beginUpload(visitor);
			journey.proxy.cut();
			await see(frame, 'an upload that waits', () => document.querySelector('progress')?.value === 0);
			journey.resumeServer();
			journey.proxy.restore();
			await seeDownload(frame, 'film.txt');
			assert.equal(await frame.$$eval('[role=log] [data-state]', (items) => items.length), 2);
		});

		test('a file whose upload is interrupted by a killed server arrives once after the restart', async () => {
			const visitor = await journey.visitor();
			const before = journey.count('attachments');
			const frame = await beginUpload(visitor);
			await journey.restart('kill -9');
			await seeDownload(frame, 'film.txt');
			await visitor.seeAllSent();
			assert.equal(await frame.$$eval('[role=log] [data-state]', (items) => items.length), 2);
			assert.equal(journey.count('attachments'), before + 2);
			const size = await frame.evaluate(async () => {
				const link = document.querySelector<HTMLAnchorElement>('[role=log] a[aria-label="Download: film.txt"]');
				return (await (await fetch(link?.href ?? '')).blob()).size;
			});
			assert.equal(size, statSync(FILM).size);
		});

		test('a reload during an upload loses nothing and sends nothing twice', async () => {
			const visitor = await journey.visitor();
			await beginUpload(visitor);
			const reloaded = visitor.reload();
			journey.resumeServer();
			await reloaded;
			const again = await visitor.openConversation();
			await seeDownload(again, 'film.txt');
			await visitor.seeAllSent();
			assert.equal(await again.$$eval('[role=log] [data-state]', (items) => items.length), 2);
		});

		test('a file that is changed on the disk after it was chosen arrives as it was, and so does the next one', async () => {
			const visitor = await journey.visitorWithProfile();
			const frame = await visitor.openConversation();
			await sendChanged(frame);
			await seeDownload(frame, 'notes.txt');
			assert.equal(await download(frame, 'notes.txt'), 'Two plates');
			await send(frame, ORDER);
			await seeDownload(frame, 'order.txt');
			await visitor.page.close();
		});

		const copies = chosenBrowser === 'firefox' && 'Firefox keeps a copy there, too';
		test('in a private window such a file is given up, and the next one is sent', { skip: copies }, async () => {
			const frame = await (await journey.visitor()).openConversation();
			await sendChanged(frame);
			await seeText(frame, 'This file is no longer on this device');
			await send(frame, ORDER);
			await seeDownload(frame, 'order.txt');
		});

		test("the emoji picker is styled under the document's policy, and inserts at the caret", async () => {
			const visitor = await journey.visitor();
			const frame = await visitor.openConversation();
			await visitor.type('Hi');
			await press(frame, 'Emoji');
			await see(frame, 'emoji in a grid', () => {
				const root = document.querySelector('emoji-picker')?.shadowRoot;
				const [first, second] = root?.querySelectorAll('.tabpanel [role=menuitem]') ?? [];
				const [tab, nextTab] = root?.querySelectorAll('[role=tab]') ?? [];
				const isRow = (one?: Element, other?: Element) =>
					one && other && one.getBoundingClientRect().top === other.getBoundingClientRect().top;
				return isRow(first, second) && isRow(tab, nextTab);
			});
			await press(frame, { selector: '.tabpanel [role=menuitem]' });
			await see(frame, '"Hi😀" in the field', () => document.querySelector('textarea')?.value === 'Hi😀');
		});
	});
}

async function send(frame: Frame, path: string): Promise<void> {
	await select(frame, path);
	await press(frame, 'Send message');
}

/** Sends a file that is changed on the disk before its upload begins. */
async function sendChanged(frame: Frame): Promise<void> {
	writeFileSync(NOTES, 'Two plates');
	// Chromium compares the times of a file by the second.
	utimesSync(NOTES, 1, 1);
	await select(frame, NOTES);
	writeFileSync(NOTES, 'Three plates, and a cup');
	await press(frame, 'Send message');
}

async function select(frame: Frame, path: string): Promise<void> {
	const input = await frame.waitForSelector('input[type=file][multiple]');
	await (input as unknown as { uploadFile: (path: string) => Promise<void> } | null)?.uploadFile(path);
	await see(frame, 'a file that waits', () => document.querySelector('ul[aria-label="Files to send"] li'));
}

/** The text of a file that was sent. */
function download(frame: Frame, name: string): Promise<string> {
	return frame.evaluate(async (wanted) => {
		const link = document.querySelector<HTMLAnchorElement>(`[role=log] a[aria-label="Download: ${wanted}"]`);
		return (await fetch(link?.href ?? '')).text();
	}, name);
}

function seeDownload(frame: Frame, name: string): Promise<void> {
	return see(
		frame,
		`"${name}" to download`,
		(wanted) => document.querySelector(`a[aria-label="Download: ${wanted}"]`),
		name,
	);
}
