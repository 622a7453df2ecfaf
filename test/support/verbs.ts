/**
 * What a person does: each verb finds a part of the page by what it is called, and sends the input
 * that hands would send there.
 */
import type { Sought, Spot, Target, Wish } from './findSpot.ts';
import type { Hands } from './hands.ts';

/**
 * Where a person looks and acts: a page, or a frame of it. `Handle` is a part of it that a test
 * holds already.
 */
export interface Place<Handle> {
	find: (target: Target | Handle, wish: Omit<Wish, 'sought' | 'patience'>) => Promise<Spot>;
	/** Whether the last press has hit what was found for it. */
	hasHit: () => Promise<boolean>;
	hands: Hands;
}

/** Something else comes under the hand no more often than that. */
const MOST_MISSES = 10;

/** Presses there; once more, as people do, where it has moved meanwhile. */
async function hit<Handle>(
	{ find, hasHit }: Place<Handle>,
	target: Target | Handle,
	wish: Omit<Wish, 'sought' | 'patience'>,
	act: (x: number, y: number) => Promise<void>,
): Promise<Spot> {
	for (let misses = 0; ; misses++) {
		const spot = await find(target, { press: 'always', ...wish });
		if (wish.press === 'for focus' && spot.hasFocus) return spot;
		await act(spot.x, spot.y);
		if (await hasHit()) return spot;
		if (misses >= MOST_MISSES) throw new Error(`Cannot ${wish.deed} what evades: ${JSON.stringify(target)}`);
	}
}

/** Presses with the mouse, maybe while keys are held. */
export async function press<Handle>(place: Place<Handle>, target: Target | Handle, ...held: string[]): Promise<void> {
	await hit(place, target, { deed: 'press' }, (x, y) => place.hands.press(x, y, ...held));
}

export async function tap<Handle>(place: Place<Handle>, target: Target | Handle): Promise<void> {
	await hit(place, target, { deed: 'tap' }, place.hands.tap);
}

/** A long press. */
export async function hold<Handle>({ find, hands }: Place<Handle>, target: Target | Handle): Promise<void> {
	const { x, y } = await find(target, { deed: 'tap' });
	await hands.hold(x, y);
}

/** Moves a finger sideways, from there on. */
export async function swipe<Handle>(
	{ find, hands }: Place<Handle>,
	target: Target | Handle,
	distance: number,
): Promise<void> {
	const { x, y } = await find(target, { deed: 'swipe' });
	await hands.swipe(x, y, distance);
}

export async function hover<Handle>({ find, hands }: Place<Handle>, target: Target | Handle): Promise<void> {
	const { x, y } = await find(target, { deed: 'point at' });
	await hands.hover(x, y);
}

/** Drags something to where another thing is, and drops it there. */
export async function drag<Handle>({ find, hands }: Place<Handle>, target: Target | Handle, to: Target | Handle) {
	const there = await find(to, { deed: 'drop on' });
	const { x, y } = await find(target, { deed: 'drag' });
	await hands.drag(x, y, there.x, there.y);
}

/** More than any page has controls. */
const MOST_STEPS = 100;

/**
 * Leads the focus there by a key: Tab, or an arrow key in a menu. Resolves with how often it was
 * pressed.
 */
export async function reach<Handle>(
	{ find, hands }: Place<Handle>,
	target: Target | Handle,
	step = 'Tab',
): Promise<number> {
	for (let steps = 0; steps < MOST_STEPS; steps++) {
		const { hasFocus } = await find(target, { deed: 'reach' });
		if (hasFocus) return steps;
		await hands.key(step);
	}
	throw new Error(`${MOST_STEPS} presses of ${step} do not lead there: ${JSON.stringify(target)}`);
}

/** Goes into a field, and answers whether it is empty. */
async function enter<Handle>(place: Place<Handle>, target: Target | Handle): Promise<boolean> {
	return (await hit(place, target, { deed: 'type into', press: 'for focus' }, place.hands.press)).isEmpty;
}

/**
 * Goes into the field, and types behind what is there. A line break is Shift+Enter, which sends
 * nothing.
 */
export async function type<Handle>(place: Place<Handle>, target: Target | Handle, text: string): Promise<void> {
	const isEmpty = await enter(place, target);
	if (!isEmpty) await place.hands.key('Control+End');
	await place.hands.write(text);
}

/** Goes into the field, and types in place of what is there. Without a text it is emptied. */
export async function fillIn<Handle>(place: Place<Handle>, target: Target | Handle, text: string): Promise<void> {
	const isEmpty = await enter(place, target);
	if (!isEmpty) await place.hands.key('Control+a', ...(text === '' ? ['Delete'] : []));
	await place.hands.write(text);
}

/** Chooses in a list of the browser's own; or opens a menu, and presses what appears. */
export async function choose<Handle>(
	place: Place<Handle>,
	target: Target | Handle,
	choice: string | Sought,
): Promise<void> {
	const { hands } = place;
	const option = typeof choice === 'string' ? { option: choice, focusesList: !hands.canUseOpenLists } : {};
	const wish = { deed: 'choose in', ...option };
	const { list } = await (hands.canUseOpenLists ? hit(place, target, wish, hands.press) : place.find(target, wish));
	if (!list && !hands.canUseOpenLists) await press(place, target);
	if (!list) return press(place, choice);
	const steps = list.to - list.from;
	const keys = Array.from({ length: Math.abs(steps) }, () => (steps < 0 ? 'ArrowUp' : 'ArrowDown'));
	await hands.key(...keys, ...(hands.canUseOpenLists ? ['Enter'] : []));
}
