/** An agent at the real desk. */
import type { Page } from 'puppeteer-core';
import { typeText } from './typing.ts';
import { press, see, seeText, until } from './waiting.ts';

export class Agent {
	readonly page: Page;

	private constructor(page: Page) {
		this.page = page;
	}

	static async signIn(page: Page, origin: string, accessToken: string): Promise<Agent> {
		await page.goto(`${origin}/desk`);
		const field = await page.waitForSelector('input[name=access-token]');
		await page.$eval('details', (others) => (others.open = true));
		await field?.focus();
		await typeText(page, accessToken);
		await page.keyboard.press('Enter');
		await page.waitForSelector('nav input[type=radio]');
		return new Agent(page);
	}

	/** Signs in by a link that works once. */
	static async follow(page: Page, link: string): Promise<Agent> {
		await page.goto(link.replace('/desk', '/desk?locale=en'));
		await page.waitForSelector('nav input[type=radio]');
		return new Agent(page);
	}

	/** Opens a page of the settings, such as `labels/new`, and waits for one of its fields. */
	async openSettings(path: string, field: string): Promise<void> {
		await this.page.evaluate((hash) => (location.hash = hash), `#/settings/${path}`);
		await see(this.page, `the field ${field}`, (name) => document.querySelector(`main [name="${name}"]`), field);
	}

	/** Types into the fields with these names, and saves. */
	async save(values: Readonly<Record<string, string>>): Promise<void> {
		for (const [name, text] of Object.entries(values)) await this.page.type(`main [name="${name}"]`, text);
		await this.press('Save');
		await seeText(this.page, 'Saved');
	}

	/** Chooses in a list of choices above the conversations, such as "Website". */
	filter(name: string, choice: string): Promise<void> {
		return this.choose(`nav select[aria-label="${name}"]`, choice);
	}

	/** Chooses by its text in the list of choices that the selector finds, as soon as it is offered. */
	async choose(list: string, choice: string): Promise<void> {
		const find = (selector: string, wanted: string) =>
			[...document.querySelectorAll<HTMLOptionElement>(`${selector} option`)].find(
				({ textContent }) => textContent === wanted,
			)?.value;
		const value = await until(`"${choice}" among the choices`, () => this.page.evaluate(find, list, choice));
		await this.page.select(list, value);
	}

	/** Opens the conversation whose preview has this text, as soon as the list shows it. */
	async open(preview: string): Promise<void> {
		const find = (text: string) =>
			[...document.querySelectorAll<HTMLElement>('nav a')].find((row) => row.innerText.includes(text));
		await see(this.page, `a conversation with "${preview}"`, find, preview);
		await this.page.evaluate(
			(text) =>
				[...document.querySelectorAll<HTMLElement>('nav a')].find((row) => row.innerText.includes(text))?.click(),
			preview,
		);
		await this.page.waitForSelector('textarea');
		await seeText(this.page, preview);
	}

	async type(text: string): Promise<void> {
		const field = await this.page.waitForSelector('textarea');
		await field?.focus();
		await typeText(this.page, text);
	}

	/** Types and presses Enter; resolves when the server has the message. */
	async answer(text: string): Promise<void> {
		await this.type(text);
		await this.page.keyboard.press('Enter');
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

	/** The lines that the desk shows for the first website: the usual ones, the strict ones, and what their policy allows. */
	async embedCodes(): Promise<string[]> {
		await this.page.evaluate(() => (location.hash = '#/settings/websites'));
		await (await this.page.waitForSelector('main li > a[href*="websites/"]'))?.click();
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

	/** Chooses an entry of a menu in the header of the conversation. */
	async chooseInMenu(menu: string, name: string): Promise<void> {
		// Its name says what is chosen as well.
		const findMenu = (wanted: string) =>
			[...document.querySelectorAll<HTMLElement>('[aria-haspopup=menu]')].find(
				({ ariaLabel }) => ariaLabel === wanted || ariaLabel?.startsWith(`${wanted}: `),
			);
		const findEntry = (wanted: string) =>
			[...document.querySelectorAll<HTMLElement>('[role^=menuitem]')].find(({ innerText }) =>
				innerText.split('\n').includes(wanted),
			);
		await this.#click(`the menu "${menu}"`, findMenu, menu);
		await this.#click(`"${name}" in the menu`, findEntry, name);
	}

	async #click(what: string, find: (wanted: string) => HTMLElement | undefined, wanted: string): Promise<void> {
		await see(this.page, what, find, wanted);
		const element = await this.page.evaluateHandle(find, wanted);
		await element.asElement()?.evaluate((found) => (found as HTMLElement).click());
		await element.dispose();
	}

	/** Chooses whose conversations the list shows. */
	async showView(name: string): Promise<void> {
		await this.page.$$eval(
			'nav label',
			(tabs, wanted) => tabs.find(({ innerText }) => innerText.startsWith(wanted))?.click(),
			name,
		);
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

	/** Sends a message that the visitor answers by pressing or filling in, as soon as its preview has the text. */
	async ask(kind: string, values: Readonly<Record<string, string>>, inPreview: string): Promise<void> {
		await this.press('Interactive message');
		await this.choose('dialog select[name=kind]', kind);
		for (const [name, text] of Object.entries(values)) {
			await (await this.page.waitForSelector(`dialog [name="${name}"]`))?.type(text);
		}
		await see(
			this.page,
			`"${inPreview}" in the preview`,
			(text) => document.querySelector<HTMLElement>('dialog [aria-label=Preview]')?.innerText.includes(text),
			inPreview,
		);
		await this.page.click('dialog button[type=submit]');
		await see(this.page, 'no dialog', () => !document.querySelector('dialog'));
	}

	/** Chooses what to do with the message that has this text, from its menu. */
	async chooseForMessage(text: string, name: string): Promise<void> {
		const find = (wanted: string) =>
			[...document.querySelectorAll<HTMLElement>('[role=log] li')]
				.find(({ innerText }) => innerText.includes(wanted))
				?.querySelector<HTMLElement>('[aria-label="More options"]');
		await see(this.page, `the menu of "${text}"`, find, text);
		await this.page.evaluate((button) => button?.click(), await this.page.evaluateHandle(find, text));
		await this.press(name);
	}

	/** Says yes to the question that is open. */
	async confirm(): Promise<void> {
		const yes = await this.page.waitForSelector('dialog form[method=dialog] button[type=button]');
		await yes?.evaluate((button) => (button as HTMLElement).click());
		await see(this.page, 'no question', () => !document.querySelector('dialog'));
	}

	press(name: string): Promise<void> {
		return press(this.page, name);
	}
}
