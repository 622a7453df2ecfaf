/** An agent at the real desk. */
import type { Page } from 'puppeteer-core';
import { choose, key, press, type } from '../support/input.ts';
import { see, seeNotice } from './waiting.ts';

export class Agent {
	readonly page: Page;

	private constructor(page: Page) {
		this.page = page;
	}

	static async signIn(page: Page, origin: string, accessToken: string): Promise<Agent> {
		await page.goto(`${origin}/desk`);
		await press(page, { selector: 'details summary' });
		await type(page, { selector: 'input[name=access-token]' }, accessToken);
		await key(page, 'Enter');
		await page.waitForSelector('nav input[type=radio]');
		return new Agent(page);
	}

	/** Signs in by a link that works once. */
	static async follow(page: Page, link: string): Promise<Agent> {
		await page.goto(link.replace('/desk', '/desk?locale=en'));
		// The desk, or the question for a password where the person is new.
		await page.waitForSelector('nav input[type=radio], input[name=new-password]');
		return new Agent(page);
	}

	/** Opens a page of the settings, such as `labels/new`, and waits for one of its fields. */
	async openSettings(path: string, field: string): Promise<void> {
		await this.page.evaluate((hash) => (location.hash = hash), `#/settings/${path}`);
		await see(this.page, `the field ${field}`, (name) => document.querySelector(`main [name="${name}"]`), field);
	}

	/** Types into the fields with these names, and saves. */
	async save(values: Readonly<Record<string, string>>): Promise<void> {
		for (const [name, text] of Object.entries(values))
			await type(this.page, { selector: `main [name="${name}"]` }, text);
		await this.press('Save');
		await seeNotice(this.page, 'Saved');
	}

	/** Chooses in a list of choices above the conversations, such as "Website". */
	filter(name: string, choice: string): Promise<void> {
		return choose(this.page, { role: 'combobox', name }, choice);
	}

	/**
	 * Chooses by its text in the list of choices that the selector finds, as soon as it is offered.
	 */
	choose(list: string, choice: string): Promise<void> {
		return choose(this.page, { selector: list }, choice);
	}

	/** Opens the conversation whose preview has this text, as soon as the list shows it. */
	async open(preview: string): Promise<void> {
		await press(this.page, { role: 'link', text: preview, within: { role: 'navigation' } });
		// On a busy machine, what is typed at once arrives before the address has changed the view.
		await see(
			this.page,
			`"${preview}" in the thread`,
			(wanted) => document.querySelector<HTMLElement>('[role=log]')?.innerText.includes(wanted),
			preview,
		);
	}

	type(text: string): Promise<void> {
		return type(this.page, { selector: 'textarea' }, text);
	}

	/** Types and presses Enter; resolves when the server has the message. */
	async answer(text: string): Promise<void> {
		await this.type(text);
		await key(this.page, 'Enter');
		await see(
			this.page,
			`"${text}" sent`,
			(wanted) => {
				const log = document.querySelector<HTMLElement>('[role=log]')?.innerText ?? '';
				return log.includes(wanted) && !log.includes('Sending…');
			},
			text,
		);
	}

	/**
	 * The lines that the desk shows for the first website: the usual ones, the strict ones, and
	 * what their policy allows.
	 */
	async embedCodes(): Promise<string[]> {
		await this.page.evaluate(() => (location.hash = '#/settings/websites'));
		await press(this.page, { selector: 'main li > a[href*="websites/"]' });
		await this.page.waitForSelector('main section pre');
		return this.page.$eval('main section', (website) =>
			[...website.querySelectorAll('pre')].map(({ textContent }) => textContent),
		);
	}

	/** Unfolds the facts about the visitor, which a narrow window folds. */
	async showFacts(): Promise<void> {
		if ((await this.page.$('aside[aria-label="Visitor details"]')) === null) await this.press('Details');
		await this.page.waitForSelector('aside[aria-label="Visitor details"]');
	}

	/** Closes them where they lie over the conversation. */
	hideFacts(): Promise<void> {
		return press(this.page, { name: 'Close', within: { role: 'complementary' } });
	}

	/** Chooses an entry of a menu in the header of the conversation. */
	chooseInMenu(menu: string, name: string): Promise<void> {
		// Its name says what is chosen as well.
		const named = new RegExp(`^${menu}(: |$)`);
		return choose(
			this.page,
			{ selector: '[aria-haspopup=menu]', name: named },
			{ selector: '[role^=menuitem]', text: name },
		);
	}

	/** Chooses whose conversations the list shows. */
	showView(name: string): Promise<void> {
		return press(this.page, { role: 'radio', name: new RegExp(`^${name}`) });
	}

	seeInList(text: string): Promise<void> {
		return see(
			this.page,
			`"${text}" in the list`,
			(wanted) => document.querySelector<HTMLElement>('nav ul')?.innerText.includes(wanted),
			text,
		);
	}

	seeNotInList(text: string): Promise<void> {
		return see(
			this.page,
			`no "${text}" in the list`,
			(unwanted) => !document.querySelector<HTMLElement>('nav ul')?.innerText.includes(unwanted),
			text,
		);
	}

	/** How many conversations one of the views has, as soon as the list says so. */
	async countOf(view: string): Promise<number> {
		const find = (name: string) =>
			[...document.querySelectorAll<HTMLElement>('nav label')]
				.map(({ innerText }) => innerText)
				.find((text) => text.startsWith(name) && /\d/.test(text));
		await see(this.page, `a count of "${view}"`, find, view);
		return Number(/\d+/.exec((await this.page.evaluate(find, view)) ?? '')?.[0]);
	}

	/**
	 * Sends a message that the visitor answers by pressing or filling in, as soon as its preview
	 * has the text.
	 */
	async ask(kind: string, values: Readonly<Record<string, string>>, inPreview: string): Promise<void> {
		await this.press('Interactive message');
		await this.choose('dialog select[name=kind]', kind);
		for (const [name, text] of Object.entries(values)) {
			await type(this.page, { selector: `dialog [name="${name}"]` }, text);
		}
		await see(
			this.page,
			`"${inPreview}" in the preview`,
			(text) => document.querySelector<HTMLElement>('dialog [aria-label=Preview]')?.innerText.includes(text),
			inPreview,
		);
		await press(this.page, { selector: 'dialog button[type=submit]' });
		await see(this.page, 'no dialog', () => !document.querySelector('dialog'));
	}

	/** Chooses what to do with the message that has this text, from its menu. */
	async chooseForMessage(text: string, name: string): Promise<void> {
		await choose(this.page, { name: 'More options', within: { role: 'listitem', text } }, name);
	}

	/** Says yes to the question that is open. */
	async confirm(): Promise<void> {
		await press(this.page, { selector: 'dialog form[method=dialog] button[type=button]' });
		await see(this.page, 'no question', () => !document.querySelector('dialog'));
	}

	press(name: string): Promise<void> {
		return press(this.page, name);
	}
}
