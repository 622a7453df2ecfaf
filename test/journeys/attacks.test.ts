import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Frame } from 'puppeteer-core';
import { FILES_PER_MESSAGE_MAX } from '#protocol/entities/attachments.ts';
import { attackStrings } from '../support/attackStrings.ts';
import { Journey } from './journey.ts';
import type { Team } from './team.ts';
import type { Visitor } from './visitor.ts';
import { see } from './waiting.ts';

/** The strings that fit into a title; the server removes NUL. */
const STRINGS = attackStrings.map(({ text }) => text).filter((text) => text.length <= 255 && !text.includes('\0'));
const PER_MESSAGE = 25;

const ONE_OF_EACH_KIND = new Map(
	attackStrings.filter(({ text }) => STRINGS.includes(text)).map(({ kind, text }) => [kind, text]),
);

describe('attack strings in every field', () => {
	let journey: Journey;
	let visitor: Visitor;
	let frame: Frame;
	let team: Team;
	let conversation: number;
	/** Dialogs, violations of the policy, and requests to the attacker. */
	const incidents: string[] = [];

	before(async () => {
		journey = await Journey.start();
		team = journey.team;
		visitor = await journey.visitor();
		visitor.page.on('dialog', (dialog) => {
			incidents.push(`dialog: ${dialog.message()}`);
			void dialog.dismiss();
		});
		visitor.page.on('request', (request) => {
			if (request.url().includes('evil.example')) incidents.push(`request: ${request.url()}`);
		});
		frame = await visitor.openConversation();
		await visitor.write('Do your worst');
		await visitor.seeAllSent();
		conversation = await team.conversationWith('Do your worst');
	});
	after(() => journey.stop());

	/**
	 * Sends the strings in messages of one kind, waits until all are shown, and checks what has
	 * become of them.
	 */
	async function attack(kind: string, toItem: (text: string) => Record<string, unknown>): Promise<void> {
		assert.ok(STRINGS.length >= 150);
		for (let first = 0; first < STRINGS.length; first += PER_MESSAGE) {
			const items = STRINGS.slice(first, first + PER_MESSAGE).map(toItem);
			const content = `${kind} from ${first}`;
			await team.write(conversation, { content, content_type: kind, content_attributes: { items } });
			await seeInLog(content);
			await assertHarmless();
		}
	}

	function seeInLog(content: string): Promise<void> {
		return see(
			frame,
			content,
			// Not `innerText`, for which the browser would lay out hundreds of messages at each
			// look.
			(text) => document.querySelector('[role=log]')?.textContent?.includes(text),
			content,
		);
	}

	async function assertHarmless(): Promise<void> {
		const found = await frame.evaluate(() => {
			const log = document.querySelector('[role=log]');
			const active = [...(log?.querySelectorAll('script, iframe, object, embed, style, link, base, meta') ?? [])];
			const handlers = [...(log?.querySelectorAll('*') ?? [])].filter((element) =>
				[...element.attributes].some(({ name }) => name.startsWith('on')),
			);
			const links = [...(log?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])].filter(
				({ protocol }) => !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol),
			);
			return [...active, ...handlers, ...links].map(({ outerHTML }) => outerHTML);
		});
		assert.deepEqual(found, []);
		assert.deepEqual(incidents, []);
	}

	test('card titles, descriptions, buttons and addresses run nothing', async () => {
		await attack('cards', (text) => ({
			title: text,
			description: text,
			actions: [
				{ type: 'link', text, uri: text },
				{ type: 'postback', text, payload: text },
			],
		}));
	});

	test('article titles, descriptions and addresses run nothing', async () => {
		await attack('article', (text) => ({ title: text, description: text, link: text }));
	});

	test('choices run nothing', async () => {
		await attack('input_select', (text) => ({ title: text, value: text }));
	});

	test('labels, placeholders and titles of forms run nothing', async () => {
		await attack('form', (text) => ({ type: 'text', name: text, label: text, placeholder: text, title: text }));
	});

	test('file names run nothing', async () => {
		// A name has no line breaks, and one with a program's extension is refused.
		const names = STRINGS.map((text) => `${text.replace(/[\r\n]/g, ' ')}.txt`);
		for (let first = 0; first < names.length; first += FILES_PER_MESSAGE_MAX) {
			const content = `files from ${first}`;
			await team.sendFiles(conversation, content, names.slice(first, first + FILES_PER_MESSAGE_MAX));
			await seeInLog(content);
			await assertHarmless();
		}
	});

	test('names of people run nothing', async () => {
		for (const [kind, name] of ONE_OF_EACH_KIND) {
			journey.renameAgent(name);
			const content = `written under a name of kind ${kind}`;
			await team.write(conversation, { content });
			await seeInLog(content);
			await assertHarmless();
		}
	});
});
