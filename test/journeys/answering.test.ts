/**
 * Messages that ask, the end of a conversation and its offers, from the team to the visitor and
 * back.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Frame } from 'puppeteer-core';
import { press, type } from '../support/input.ts';
import { programFile } from '../support/programs.ts';
import { catchDownloads, noDownloads } from './download.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { chooseInMenu, see, seeNoText, seeText, until } from './waiting.ts';

const run = promisify(execFile);

describe('a conversation of more than text', () => {
	let journey: Journey;
	let visitor: Visitor;
	let frame: Frame;
	let id: number;
	before(async () => {
		journey = await Journey.start();
	});
	beforeEach(async () => {
		await setChannel('--csat', 'on', '--messages-after-resolved', 'on');
		visitor = await journey.visitor();
		frame = await visitor.openConversation();
		await visitor.write('Hello');
		await visitor.seeAllSent();
		({ id } = await newestConversation());
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	test('a form is answered once, the team has the answer, and it is still there after a reload', async () => {
		const { id: question } = await ask('Your order?', 'form', {
			items: [
				{ type: 'text', name: 'name', label: 'Name', required: true },
				{ type: 'email', name: 'mail', label: 'E-mail' },
			],
			button_label: 'Order',
		});
		await press(frame, 'Order');
		await seeText(frame, 'Name is required');
		await see(frame, 'the focus in the field', () => document.activeElement?.matches('input[name=name]'));
		await visitor.page.keyboard.type('Grace');
		await visitor.page.keyboard.press('Enter');
		await see(frame, 'no form', () => !document.querySelector('[role=log] form'));
		assert.deepEqual((await attributesOf(question))['submitted_values'], [{ name: 'name', value: 'Grace' }]);
		await visitor.reload();
		frame = await visitor.openConversation();
		await seeText(frame, 'Grace');
		assert.equal(await frame.$('[role=log] form'), null);
	});

	test('on a usual screen the whole question for a rating is in sight, beside the offers of the end', async () => {
		await visitor.page.setViewport({ width: 1280, height: 800 });
		await chooseInMenu(frame, 'End Conversation');
		await seeText(frame, 'Start a new conversation');
		await see(frame, 'the question below the header', () => {
			const question = [...document.querySelectorAll('[role=log] p')].find(
				({ textContent }) => textContent === 'Rate your conversation',
			);
			const top = document.querySelector('[role=log]')?.getBoundingClientRect().top ?? 0;
			return question !== undefined && question.getBoundingClientRect().top >= top;
		});
	});

	test('an answer that fails while the server is down says so, is kept, and can be sent again', async () => {
		const { id: question } = await ask('Where can we reach you?', 'input_email', {});
		const field = await frame.waitForSelector('[role=log] input[type=email]');
		await type(frame, { selector: '[role=log] input[type=email]' }, 'Grace@Navy.example');
		journey.proxy.cut();
		// The notice moves the button: a press that begins before it ends beside.
		await seeText(frame, 'Connection lost');
		await press(frame, 'Submit');
		await seeText(frame, "Couldn't send, try again");
		assert.equal(await field?.evaluate(({ value }) => value), 'Grace@Navy.example');
		journey.proxy.restore();
		await press(frame, 'Submit');
		await seeText(frame, 'grace@navy.example');
		assert.equal((await attributesOf(question))['submitted_email'], 'grace@navy.example');
	});

	test('a choice, cards, articles and a call arrive live and work', async () => {
		const { id: question } = await ask('Which glaze?', 'input_select', {
			items: [
				{ title: 'Cobalt', value: 'c' },
				{ title: 'Ash', value: 'a' },
			],
		});
		await press(frame, 'Ash');
		await seeNoText(frame, 'Cobalt');
		await until('the choice with the team', async () => 'submitted_values' in (await attributesOf(question)));
		await visitor.page.evaluate(() => {
			addEventListener('live-chat-widget:postback', ({ detail }) => (document.title = detail.payload));
		});
		await ask('Perhaps this', 'cards', {
			items: [{ title: 'Cup', actions: [{ type: 'postback', text: 'Put aside', payload: 'CUP' }] }],
		});
		await press(frame, 'Put aside');
		await see(visitor.page, 'the payload in the page', () => document.title === 'CUP');
		await ask('Read on', 'article', { items: [{ title: 'Care', link: 'https://help.example/care' }] });
		await see(frame, 'the article', () => document.querySelector('a[href="https://help.example/care"]'));
		await ask('Shall we talk?', 'integrations', {});
		const violations: string[] = [];
		visitor.page.on('console', (entry) => {
			if (/Content Security Policy/.test(entry.text())) violations.push(entry.text());
		});
		await press(frame, 'Click here to join');
		await see(frame, 'the call', () => document.querySelector('dialog[open] iframe[allow*="camera; microphone"]'));
		await press(frame, 'Leave the call');
		await see(frame, 'no call', () => !document.querySelector('dialog'));
		assert.deepEqual(violations, []);
	});

	test('the visitor ends, rates and comments; the survey page shows the rating and can change it', async () => {
		await chooseInMenu(frame, 'End Conversation');
		await seeText(frame, 'This conversation has ended. Send another message to continue it.');
		await rate(frame, 'good');
		await seeText(frame, 'Thank you for submitting the rating');
		await visitor.reload();
		frame = await visitor.openConversation();
		await see(frame, 'the rating', () => document.querySelector<HTMLInputElement>('input[aria-label=good]')?.checked);

		const { uuid } = await newestConversation();
		const { page } = await journey.newcomer();
		await page.goto(`${new URL(frame.url()).origin}/survey/responses/${uuid}`);
		await see(page, 'the rating', () => document.querySelector<HTMLInputElement>('input[aria-label=good]')?.checked);
		await rate(page, 'excellent');
		await seeText(page, 'Thank you for submitting the rating');
		await type(page, { selector: 'textarea' }, 'Quick and kind');
		await press(page, 'Submit feedback');
		await see(page, 'no more field', () => !document.querySelector('textarea'));
		await seeText(frame, 'Quick and kind');
	});

	test('a rating can change for 14 days; after that the page says so and shows the final one', async () => {
		await chooseInMenu(frame, 'End Conversation');
		await rate(frame, 'good');
		await seeText(frame, 'Thank you for submitting the rating');
		const { uuid } = await newestConversation();
		const address = `${new URL(frame.url()).origin}/survey/responses/${uuid}`;
		const { page } = await journey.newcomer();
		journey.letDaysPass(14);
		await page.goto(address);
		await rate(page, 'excellent');
		// The page thanks before the server has stored the first rating.
		await until('it is stored', () =>
			journey.proxy.exchanges.some(
				({ method, path, status }) => method === 'PATCH' && path.includes(uuid) && status === 200,
			),
		);
		journey.letDaysPass(1);
		await rate(page, 'poor');
		await seeText(page, 'The rating can no longer be changed after 14 days');
		await page.goto(address);
		await see(
			page,
			'the rating that counts',
			() => document.querySelector<HTMLInputElement>('input[aria-label=excellent]')?.checked,
		);
	});

	test('the transcript asks for an address, stores it, and arrives by mail', async () => {
		await chooseInMenu(frame, 'End Conversation');
		await press(frame, 'Request a conversation transcript');
		await type(frame, { selector: 'input[name=email]' }, 'grace@navy.example');
		await press(frame, 'Send transcript');
		await seeText(frame, 'The chat transcript was sent successfully');
		const folder = join(journey.dataDir, 'mail');
		await until('the mail', async () => {
			const names = await readdir(folder).catch(() => []);
			// While a mail is being written its file is hidden, under another name.
			const whole = names.filter((name) => !name.startsWith('.'));
			const mails = await Promise.all(whole.map((name) => readFile(join(folder, name), 'utf8')));
			return mails.some((mail) => mail.includes('grace@navy.example') && mail.includes('Conversation Transcript'));
		});
	});

	test('the visitor saves the conversation as a file', { skip: noDownloads }, async () => {
		const saved = await catchDownloads(visitor.page, journey.dataDir);
		await chooseInMenu(frame, 'Download the conversation as HTML');
		assert.match(String(await saved('.html')), /<bdi>You<\/bdi>/);
	});

	test('writing again reopens an ended conversation; starting a new one leaves it', async () => {
		const before = journey.count('conversations');
		await chooseInMenu(frame, 'End Conversation');
		await seeText(frame, 'This conversation has ended.');
		await visitor.write('One more thing');
		await visitor.seeAllSent();
		await seeNoText(frame, 'This conversation has ended.');
		assert.equal(journey.count('conversations'), before);
		await chooseInMenu(frame, 'End Conversation');
		await press(frame, 'Start a new conversation');
		await seeNoText(frame, 'One more thing');
		await visitor.write('Something new');
		await visitor.seeAllSent();
		await until('another conversation', () => journey.count('conversations') === before + 1);
		await visitor.reload();
		frame = await visitor.openConversation();
		await seeText(frame, 'Something new');
		await seeNoText(frame, 'One more thing');
	});

	test('a final end asks for confirmation, and then replaces the composer by two buttons', async () => {
		await setChannel('--messages-after-resolved', 'off');
		await visitor.reload();
		frame = await visitor.openConversation();
		await chooseInMenu(frame, 'End Conversation');
		await seeText(frame, 'End this conversation? It cannot be continued afterwards.');
		await press(frame, { selector: '[role=alertdialog] button:last-of-type' });
		await see(frame, 'no composer', () => !document.querySelector('textarea[aria-label="Type your message"]'));
		await seeText(frame, 'Request a conversation transcript');
		await press(frame, 'Start a new conversation');
		await visitor.write('Again');
		await visitor.seeAllSent();
	});

	/** Changes the channel as the operator does. */
	function setChannel(...options: string[]) {
		const args = [programFile('src/server/admin/admin.ts'), 'set-channel', '--channel', 'demo', ...options];
		return run(process.execPath, args, { env: { ...process.env, DATA_DIR: journey.dataDir } });
	}

	/** Sends a message as a bot or a script of the team does. */
	async function ask(content: string, content_type: string, content_attributes: object): Promise<{ id: number }> {
		const message = await call<{ id: number }>('POST', `/conversations/${id}/messages`, {
			content,
			content_type,
			content_attributes,
		});
		await seeText(frame, content);
		return message;
	}

	async function attributesOf(message: number): Promise<Record<string, unknown>> {
		const { payload } = await call<{ payload: { id: number; content_attributes: Record<string, unknown> }[] }>(
			'GET',
			`/conversations/${id}/messages`,
		);
		return payload.find((candidate) => candidate.id === message)?.content_attributes ?? {};
	}

	async function newestConversation(): Promise<{ id: number; uuid: string }> {
		const { data } = await call<{ data: { payload: { id: number; uuid: string }[] } }>(
			'GET',
			'/conversations?status=all',
		);
		const [newest] = data.payload.toSorted((one, other) => other.id - one.id);
		assert.ok(newest);
		return newest;
	}

	async function call<T>(method: string, path: string, body?: object): Promise<T> {
		const response = await fetch(`${journey.proxy.origin}/api/v1/accounts/1${path}`, {
			method,
			headers: { api_access_token: journey.agentToken, 'Content-Type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		assert.equal(response.status, 200);
		return (await response.json()) as T;
	}

	function rate(where: Frame | Visitor['page'], label: string) {
		return press(where, { role: 'radio', name: label });
	}
});
