/** Files from the team's desk to the visitor. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Agent } from './agent.ts';
import { Journey } from './journey.ts';
import { see, seeText } from './waiting.ts';

const folder = mkdtempSync(join(tmpdir(), 'live-chat-files-'));
const PICTURE = join(folder, 'plate.png');
const LIST = join(folder, 'prices.txt');
const DISGUISED = join(folder, 'cup.png');
writeFileSync(
	PICTURE,
	Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
		'base64',
	),
);
writeFileSync(LIST, 'Plate 24, cup 18');
writeFileSync(DISGUISED, 'MZ'.padEnd(4096, '\0'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('files from the desk', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	after(() => journey.stop());

	test('a picture and a list reach the visitor; an executable in disguise is refused to the agent', async () => {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('What does it look like?');
		const agent = await journey.agent();
		await agent.open('What does it look like?');
		await choose(agent, PICTURE, LIST);
		await agent.type('Like this');
		await agent.page.keyboard.press('Enter');
		await seeText(frame, 'Like this');
		const isPicture = () =>
			[...document.querySelectorAll('[role=log] img')].some(
				(image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
			);
		await see(frame, 'the picture', isPicture);
		await see(frame, 'the list', () => document.querySelector('a[aria-label="Download: prices.txt"]'));
		await see(agent.page, 'the picture, as the visitor has it', isPicture);
		await see(agent.page, 'the list, as the visitor has it', () =>
			document.querySelector('a[aria-label="Download: prices.txt"]'),
		);
		await choose(agent, DISGUISED);
		await agent.page.keyboard.press('Enter');
		await seeText(agent.page, 'Files of this type cannot be sent');
	});

	test("an agent's draft survives a reload with its files, is sent once, and is gone then", async () => {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('Do you have a list?');
		const agent = await journey.agent();
		await agent.open('Do you have a list?');
		await choose(agent, LIST);
		await agent.type('Here it is');
		await agent.page.reload();
		await see(agent.page, 'the draft', () => document.querySelector('textarea')?.value === 'Here it is');
		await see(agent.page, 'the file', () => document.querySelector('form ul[aria-label="Files to send"] li'));
		await agent.page.focus('textarea');
		await agent.page.keyboard.press('Enter');
		await seeText(frame, 'Here it is');
		await see(frame, 'the list', () => document.querySelector('a[aria-label="Download: prices.txt"]'));
		await agent.page.reload();
		await see(agent.page, 'the empty composer', () => document.querySelector('textarea')?.value === '');
		await see(agent.page, 'no file', () => !document.querySelector('form ul[aria-label="Files to send"]'));
	});

	async function choose({ page }: Agent, ...paths: string[]): Promise<void> {
		const input = await page.waitForSelector('form input[type=file]');
		await input?.uploadFile(...paths);
		await see(
			page,
			'files that wait',
			(count) => document.querySelectorAll('form ul[aria-label="Files to send"] li').length === count,
			paths.length,
		);
		await page.focus('textarea');
	}
});
