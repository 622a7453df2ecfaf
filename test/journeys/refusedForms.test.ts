/** Forms of the desk that were not saved: what the agent types next goes where they type it. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { ElementHandle, Page } from 'puppeteer-core';
import { fill, key, press } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeText } from './waiting.ts';

/** Paths of the settings' forms that do not save while they are empty, and a field of each. */
const FORMS = [
	['people/new', 'name'],
	['labels/new', 'title'],
	['canned-responses/new', 'short_code'],
	['attributes/new', 'attribute_display_name'],
	['webhooks/new', 'url'],
	['bots/new', 'name'],
	['campaigns/new', 'title'],
	['websites/new', 'name'],
	['help-centre/new', 'name'],
] as const;

describe('a form of the desk that was refused', () => {
	let journey: Journey;
	before(async () => {
		journey = await Journey.start();
	});
	afterEach(() => journey.clear());
	after(() => journey.stop());

	for (const [path, field] of FORMS) {
		test(`keeps the typist in the field: ${path}`, async () => {
			const agent = await journey.agent();
			await agent.openSettings(path, field);
			await pressSave(agent.page);
			await see(agent.page, 'the focus in an invalid field', () =>
				document.activeElement?.matches('[aria-invalid=true], [data-invalid]'),
			);
			const fields = await agent.page.$$(
				'main form :is(input:not([type]), input:is([type=text], [type=email], [type=url], [type=tel]), textarea)',
			);
			assert.ok(fields.length > 0, 'the form has fields');
			for (const each of fields) await keepsWhatIsTyped(agent.page, each, fields);
		});
	}

	test('keeps the typist in each field, with one error and with two', async () => {
		const agent = await journey.agent();
		await agent.openSettings('people/new', 'name');
		await pressSave(agent.page);
		await typeKeys(agent.page, 'name', 'Clara Neumann');
		await typeKeys(agent.page, 'email', 'wrong');
		await holds(agent.page, { name: 'Clara Neumann', email: 'wrong' });
		await pressSave(agent.page);
		await see(agent.page, 'the focus in the address', () => document.activeElement?.matches('[name=email]'));
		await typeKeys(agent.page, 'name', ' Lang');
		await holds(agent.page, { name: 'Clara Neumann Lang', email: 'wrong' });
	});

	test('saves nothing of a contact that was not shown', async () => {
		const [visitor, agent] = await Promise.all([journey.visitor(), journey.agent()]);
		await visitor.openConversation();
		await visitor.write('May I change my address?');
		await visitor.seeAllSent();
		await agent.open('May I change my address?');
		await key(agent.page, 'Escape');
		await agent.showFacts();
		await agent.press('Edit contact');
		await typeKeys(agent.page, 'email', 'not-mail', 'dialog');
		await typeKeys(agent.page, 'phone_number', '0301234', 'dialog');
		await pressSave(agent.page, 'dialog');
		await see(agent.page, 'the focus in the address', () => document.activeElement?.matches('[name=email]'));
		await key(agent.page, ...Array.from('not-mail', () => 'Backspace'), ...Array.from('amber@star.example'));
		await typeKeys(agent.page, 'phone_number', '5', 'dialog');
		await holds(agent.page, { email: 'amber@star.example', phone_number: '03012345' }, 'dialog');
		await fill(agent.page, { selector: 'dialog [name=phone_number]' }, '+49301234567');
		await pressSave(agent.page, 'dialog');
		await see(agent.page, 'no dialog', () => !document.querySelector('dialog'));
		await seeText(agent.page, 'amber@star.example');
		await seeText(agent.page, '+49301234567');
	});
});

/**
 * Types one key after the other, as hands do, and demands that all of it is in the field and
 * nothing in another one.
 */
async function keepsWhatIsTyped(page: Page, field: ElementHandle, all: readonly ElementHandle[]): Promise<void> {
	const read = () => Promise.all(all.map((each) => each.evaluate((input) => (input as HTMLInputElement).value)));
	const before = await read();
	await press(page, field);
	await key(page, 'End', 'a', 'b', 'Space', 'c');
	const expected = before.map((value, index) => (all[index] === field ? `${value}ab c` : value));
	assert.deepEqual(await read(), expected);
}

async function typeKeys(page: Page, name: string, text: string, within = 'main'): Promise<void> {
	await press(page, { selector: `${within} [name="${name}"]` });
	await key(page, 'End', ...Array.from(text));
}

async function holds(page: Page, expected: Readonly<Record<string, string>>, within = 'main'): Promise<void> {
	const values = await page.$$eval(`${within} form input`, (fields) => fields.map(({ name, value }) => [name, value]));
	const held = Object.fromEntries(values.filter(([name = '']) => name in expected));
	assert.deepEqual(held, expected);
}

function pressSave(page: Page, within = 'main'): Promise<void> {
	return press(page, { selector: `${within} form button:not([type=button])` });
}
