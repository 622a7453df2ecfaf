/**
 * Real input for tests in a browser, with the same words as `../input.ts` (test/README.md, Input).
 */
import { executeServerCommand } from '@web/test-runner-commands';
import { describe, findSpot, hasHit, portable, type Sought, type Spot, type Target, type Wish } from '../findSpot.ts';
import type { Hands } from '../hands.ts';
import * as verbs from '../verbs.ts';

export type { Sought, Target } from '../findSpot.ts';

/** Milliseconds until a test gives up, on a busy machine. */
const PATIENCE = 20_000;

/** WebKitGTK's driver has none. */
export const hasFinger = !/AppleWebKit(?!.*Chrome)/.test(navigator.userAgent);

/** Firefox' driver does not let go of what it drags, and WebKitGTK's drags nothing. */
export const canDrop = navigator.userAgent.includes('Chrome/');

/** @param held keys that are held down meanwhile, such as `Control` */
export const press = (target: Target | Element, ...held: string[]) => verbs.press(place, target, ...held);
export const tap = (target: Target | Element) => verbs.tap(place, target);
/** A long press. */
export const hold = (target: Target | Element) => verbs.hold(place, target);
/** @param distance pixels to the right */
export const swipe = (target: Target | Element, distance: number) => verbs.swipe(place, target, distance);
export const hover = (target: Target | Element) => verbs.hover(place, target);
export const drag = (target: Target | Element, to: Target | Element) => verbs.drag(place, target, to);
export const reach = (target: Target | Element, step?: string) => verbs.reach(place, target, step);
export const type = (target: Target | Element, text: string) => verbs.type(place, target, text);
export const fill = (target: Target | Element, text: string) => verbs.fillIn(place, target, text);
export const choose = (target: Target | Element, choice: string | Sought) => verbs.choose(place, target, choice);

/** Presses keys one after the other, such as `Tab` or `Control+Shift+K`, wherever the focus is. */
export const key = (...chords: string[]) => place.hands.key(...chords);
/** Moves the mouse into the corner of the window. */
export const moveAway = () => place.hands.hover(0, 0);
/** Types wherever the focus is. */
export const write = (text: string) => place.hands.write(text);

function move(verb: keyof Hands): (...args: unknown[]) => Promise<void> {
	return async (...args) => {
		await executeServerCommand('hands', { verb, args });
	};
}

/** Of this page, or of a frame of the same origin. */
const isElement = (target: Target | Element): target is Element =>
	typeof target === 'object' && 'ownerDocument' in target;

async function look(target: Target | Element, wish: Wish): Promise<Spot> {
	if (!isElement(target)) return findSpot({ ...wish, sought: portable(target) });
	const frame = target.ownerDocument.defaultView?.frameElement;
	if (!frame || target.ownerDocument === document) return findSpot(wish, target);
	const { x, y, width, height } = target.getBoundingClientRect();
	const { deed, patience } = wish;
	// The events of the frame do not reach this page.
	return findSpot({ deed, patience }, frame, { x: x + width / 2, y: y + height / 2 });
}

const place: verbs.Place<Element> = {
	async find(target, wish: Omit<Wish, 'sought' | 'patience'>): Promise<Spot> {
		const spot = await look(target, { ...wish, patience: PATIENCE });
		if (spot.problem === undefined) return spot;
		const name = isElement(target) ? `<${target.localName}>` : describe(target);
		throw new Error(`Cannot ${wish.deed} ${name}: ${spot.problem}. The page says:\n${document.body.innerText}`);
	},
	hasHit,
	hands: {
		press: move('press'),
		tap: move('tap'),
		hold: move('hold'),
		swipe: move('swipe'),
		hover: move('hover'),
		drag: move('drag'),
		key: move('key'),
		write: move('write'),
		canUseOpenLists: navigator.userAgent.includes('Chrome/'),
	},
};
