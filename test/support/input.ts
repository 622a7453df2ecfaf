/**
 * Real input in pages that a test drives from Node: Puppeteer's pages and frames, and WebKit's
 * driver. Its counterpart for tests in a browser is `browser/input.ts` (test/README.md, Input).
 */
import type { ElementHandle, Frame, Page } from 'puppeteer-core';
import { WebDriver, WebElement } from 'selenium-webdriver';
import { chosenBrowser } from './browser.ts';
import {
	describe,
	findSpot,
	hasHit,
	portable,
	readStray,
	type Sought,
	type Spot,
	type Target,
	type Wish,
} from './findSpot.ts';
import { handsOf, handsOfDriver } from './hands.ts';
import { INTERVAL, PATIENCE } from './until.ts';
import * as verbs from './verbs.ts';

export type { Sought, Target } from './findSpot.ts';

/** WebKit's driver acts in the frame that it has been switched to. */
type Where = Page | Frame | WebDriver;
type Handle = ElementHandle | WebElement;

export const press = (where: Where, target: Target | Handle) => verbs.press(placeOf(where), target);
export const tap = (where: Where, target: Target | Handle) => verbs.tap(placeOf(where), target);
export const hover = (where: Where, target: Target | Handle) => verbs.hover(placeOf(where), target);
export const reach = (where: Where, target: Target | Handle, step?: string) =>
	verbs.reach(placeOf(where), target, step);
export const type = (where: Where, target: Target | Handle, text: string) => verbs.type(placeOf(where), target, text);
export const fill = (where: Where, target: Target | Handle, text: string) => verbs.fillIn(placeOf(where), target, text);
export const choose = (where: Where, target: Target | Handle, choice: string | Sought) =>
	verbs.choose(placeOf(where), target, choice);

/** Presses keys one after the other, such as `Tab` or `Control+Shift+K`, wherever the focus is. */
export const key = (where: Where, ...chords: string[]) => placeOf(where).hands.key(...chords);
/** Types wherever the focus is. */
export const write = (where: Where, text: string) => placeOf(where).hands.write(text);

function placeOf(where: Where): verbs.Place<Handle> {
	if (where instanceof WebDriver) return placeOfDriver(where);
	const [page, frame] = 'mainFrame' in where ? [where, where.mainFrame()] : [where.page(), where];
	let found = frame;
	return {
		async find(target, wish) {
			const [spot, place] = await findInFrame(frame, target as Target | ElementHandle, wish);
			found = place;
			return spot;
		},
		// A press may have led to another page.
		hasHit: () => found.evaluate(hasHit).catch(() => true),
		hands: handsOf(page, chosenBrowser === 'chromium'),
	};
}

/**
 * Where a person could press the element, in pixels of the window, or what hinders. The next press
 * is watched: `findStray` says what became of it.
 * @param patience milliseconds in which it may come to rest
 */
export async function findPlace(element: ElementHandle, patience: number): Promise<Spot> {
	try {
		const [spot] = await findInFrame(element.frame, element, { deed: 'press', press: 'always' }, patience);
		return spot;
	} catch (error) {
		if (error instanceof Impossible) return error.spot;
		throw error;
	}
}

/**
 * What the press at the place that was found has reached instead. A press may have led to another
 * page.
 */
export function findStray({ frame }: ElementHandle): Promise<string | undefined> {
	return frame.evaluate(readStray).catch(() => undefined);
}

type Deed = Omit<Wish, 'sought' | 'patience'>;

/** Nobody could do it, however long the wait. */
class Impossible extends Error {
	readonly spot: Spot;

	constructor(target: Target | Handle, { deed }: Deed, spot: Spot, text: string) {
		super(`Cannot ${deed} ${nameOf(target)}: ${spot.problem}. The page says:\n${text}`);
		this.spot = spot;
	}
}

function nameOf(target: Target | Handle): string {
	return isHandle(target) ? 'the element' : describe(target);
}

const isHandle = (target: Target | Handle): target is Handle =>
	target instanceof WebElement || (typeof target === 'object' && 'frame' in target);

async function findInFrame(
	frame: Frame,
	target: Target | ElementHandle,
	wish: Deed,
	longest = PATIENCE,
): Promise<[Spot, Frame]> {
	const end = Date.now() + longest;
	const handle = isHandle(target) ? target : null;
	const place = handle?.frame ?? frame;
	const sought = handle ? {} : { sought: portable(target as Target) };
	for (;;) {
		try {
			const patience = Math.max(0, end - Date.now());
			const hasNoTimers = !place.page().isJavaScriptEnabled();
			const spot = await place.evaluate(findSpot, { ...wish, ...sought, patience, hasNoTimers }, handle);
			if (spot.problem !== undefined && hasNoTimers && patience > 0) throw new Error(spot.problem);
			const shown = spot.problem === undefined ? await findInParents(place, spot, wish, longest) : spot;
			if (shown.problem !== undefined) {
				throw new Impossible(target, wish, shown, await place.evaluate(() => document.body.innerText));
			}
			// Had the frame to come to rest, its parts may have moved as well.
			if (place.parentFrame() === null || !shown.wasAwaited) return [{ ...spot, x: shown.x, y: shown.y }, place];
		} catch (error) {
			// The page is being replaced; the next one may have it.
			if (error instanceof Impossible || place.detached || Date.now() > end) throw error;
			await new Promise((resolve) => setTimeout(resolve, INTERVAL));
		}
	}
}

const frameElements = new WeakMap<Frame, ElementHandle>();

/** The same spot in the coordinates of the window, if nothing covers the frame there. */
async function findInParents(frame: Frame, spot: Spot, wish: Deed, patience: number): Promise<Spot> {
	const parent = frame.parentFrame();
	if (!parent) return spot;
	const element = frameElements.get(frame) ?? (await frame.frameElement());
	if (!element) throw new Error('The frame has been removed');
	frameElements.set(frame, element);
	const outer = await parent.evaluate(findSpot, { deed: wish.deed, patience }, element, spot);
	if (outer.problem !== undefined) return { ...outer, problem: `its frame: ${outer.problem}` };
	const outermost = await findInParents(parent, outer, wish, patience);
	return { ...outermost, wasAwaited: outer.wasAwaited || outermost.wasAwaited };
}

/** Milliseconds of one search, less than the driver waits for a script. */
const DRIVER_PATIENCE = 20_000;

function placeOfDriver(driver: WebDriver): verbs.Place<Handle> {
	let hit: WebElement | undefined;
	const search = `const done = arguments[arguments.length - 1];
		(${String(findSpot)})(arguments[0], arguments[1]).then((spot) => {
			let hit = document.elementFromPoint(spot.x, spot.y);
			for (let inner; (inner = hit?.shadowRoot?.elementFromPoint(spot.x, spot.y)) && inner !== hit; ) hit = inner;
			done([spot, hit]);
		});`;
	return {
		async find(target, wish) {
			const [given, sought] = isHandle(target) ? [target, {}] : [null, { sought: portable(target) }];
			const asked = { ...wish, ...sought, patience: DRIVER_PATIENCE };
			const [spot, found] = await driver.executeAsyncScript<[Spot, WebElement]>(search, asked, given);
			hit = found;
			if (spot.problem === undefined) return spot;
			throw new Impossible(target, wish, spot, await driver.executeScript('return document.body.innerText'));
		},
		hasHit: () => driver.executeAsyncScript<boolean>(`(${String(hasHit)})().then(arguments[0])`).catch(() => true),
		hands: handsOfDriver(driver, () => hit),
	};
}
