/**
 * The mouse, finger and keys of a person, as browsers' drivers move them: the page gets trusted
 * events.
 */
import type { KeyInput, Page } from 'puppeteer-core';
import { type Actions, Key, type WebDriver, type WebElement } from 'selenium-webdriver';

export interface Hands {
	/** @param held keys that are held down meanwhile, such as `Control` */
	press(x: number, y: number, ...held: string[]): Promise<void>;
	tap(x: number, y: number): Promise<void>;
	/** A finger stays there for a second. */
	hold(x: number, y: number): Promise<void>;
	/** Moves a finger sideways by that many pixels. */
	swipe(x: number, y: number, distance: number): Promise<void>;
	hover(x: number, y: number): Promise<void>;
	drag(x: number, y: number, toX: number, toY: number): Promise<void>;
	/** Presses keys one after the other; each may be several at once, such as `Control+Shift+K`. */
	key(...chords: string[]): Promise<void>;
	/** Types a text; its line breaks are Shift+Enter, which sends nothing. */
	write(text: string): Promise<void>;
	/** Whether the keys reach a list that the browser itself has opened. */
	canUseOpenLists: boolean;
}

/** Characters that nobody types one by one. */
const LONG = 200;

/** @param canInsert whether the driver can put in a text at once, as Chromium's can */
export function handsOf(page: Page, canInsert: boolean): Hands {
	const { keyboard, mouse, touchscreen } = page;

	async function key(...chords: string[]): Promise<void> {
		for (const chord of chords) {
			const keys = keysOf(chord).map((name) => (name === 'Space' ? ' ' : name)) as KeyInput[];
			for (const pressed of keys) await keyboard.down(pressed);
			for (const pressed of keys.toReversed()) await keyboard.up(pressed);
		}
	}

	async function press(x: number, y: number, ...held: string[]): Promise<void> {
		for (const name of held) await keyboard.down(name as KeyInput);
		await mouse.click(Math.round(x), Math.round(y));
		for (const name of held) await keyboard.up(name as KeyInput);
	}

	async function hold(x: number, y: number): Promise<void> {
		await touchscreen.touchStart(Math.round(x), Math.round(y));
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		await touchscreen.touchEnd();
	}

	async function swipe(x: number, y: number, distance: number): Promise<void> {
		await touchscreen.touchStart(Math.round(x), Math.round(y));
		// A finger has to leave its place before the browser takes it for a movement.
		for (const part of [0.5, 1]) await touchscreen.touchMove(Math.round(x + distance * part), Math.round(y));
		await touchscreen.touchEnd();
	}

	/**
	 * A key for the first character, and the rest as one input, as keyboards of phones put in
	 * words.
	 */
	async function writeLine(line: string): Promise<void> {
		const [first = '', ...rest] = line;
		const isLong = rest.length > LONG;
		if (rest.length === 0 || (!canInsert && !isLong)) return keyboard.type(line);
		await keyboard.type(first);
		if (canInsert) await keyboard.sendCharacter(rest.join(''));
		// The page gets the same trusted event as for what is pasted.
		else await page.evaluate((text) => document.execCommand('insertText', false, text), rest.join(''));
	}

	return {
		press,
		tap: (x, y) => touchscreen.tap(Math.round(x), Math.round(y)),
		hold,
		swipe,
		hover: (x, y) => mouse.move(Math.round(x), Math.round(y)),
		async drag(x, y, toX, toY) {
			await mouse.move(x, y);
			await mouse.down();
			await mouse.move(toX, toY, { steps: 10 });
			// The page hears of the last place only once the hand rests there.
			await mouse.move(toX, toY);
			await mouse.up();
		},
		key,
		write: (text) => eachLine(text, writeLine, () => key('Shift+Enter')),
		canUseOpenLists: canInsert,
	};
}

/**
 * For WebKitGTK. Its driver counts from the corner of the window also while it is in a frame.
 * @param target the element to press there, in place of the point
 */
export function handsOfDriver(driver: WebDriver, target: () => WebElement | undefined = () => undefined): Hands {
	function pointer(x: number, y: number): Actions {
		const origin = target();
		return driver
			.actions()
			.move(origin ? { origin, x: 0, y: 0, duration: 0 } : { x: Math.round(x), y: Math.round(y), duration: 0 });
	}
	async function key(...chords: string[]): Promise<void> {
		const actions = driver.actions();
		for (const chord of chords) {
			const keys = keysOf(chord).map(keyOfDriver);
			for (const pressed of keys) actions.keyDown(pressed);
			for (const pressed of keys.toReversed()) actions.keyUp(pressed);
		}
		await actions.perform();
	}
	async function press(x: number, y: number, ...held: string[]): Promise<void> {
		const actions = pointer(x, y);
		for (const name of held) actions.keyDown(keyOfDriver(name));
		actions.press().release();
		for (const name of held) actions.keyUp(keyOfDriver(name));
		await actions.perform();
	}
	const hasNoFinger = () => Promise.reject(new Error('The driver of WebKitGTK has no finger'));
	return {
		press,
		tap: hasNoFinger,
		hold: hasNoFinger,
		swipe: hasNoFinger,
		hover: (x, y) => pointer(x, y).perform(),
		drag: (x, y, toX, toY) => pointer(x, y).press().move({ x: toX, y: toY }).release().perform(),
		key,
		write: (text) =>
			eachLine(
				text,
				(line) => driver.actions().sendKeys(line).perform(),
				() => key('Shift+Enter'),
			),
		canUseOpenLists: false,
	};
}

const SELENIUM_KEYS = Key as unknown as Record<string, string>;

/** Named as in `ARROW_DOWN` for `ArrowDown`. */
function keyOfDriver(key: string): string {
	return SELENIUM_KEYS[key.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()] ?? key;
}

function keysOf(chord: string): string[] {
	return chord.length === 1 ? [chord] : chord.split('+');
}

async function eachLine(text: string, write: (line: string) => Promise<void>, breakLine: () => Promise<void>) {
	for (const [index, line] of text.split('\n').entries()) {
		if (index > 0) await breakLine();
		if (line !== '') await write(line);
	}
}
