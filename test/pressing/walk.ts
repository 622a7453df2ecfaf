/**
 * Walks a view: finds each control in the accessibility tree, and presses it in a fresh state by
 * mouse and again by keyboard. What a press opens is a level of its own, whose controls are pressed
 * as well.
 */
import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';
import { findPlace, findStray } from '../support/input.ts';
import { pauseFor } from '../support/poll.ts';
import { isComplete } from '../support/isComplete.ts';
import { until } from '../support/until.ts';
import { type Control, listControls, type Nature, readNature } from './controls.ts';
import { ENDS, isIdle, LEADS_AWAY, leadsOn, mayComplain, stays } from './idle.ts';
import type { Kept, Stage } from './stage.ts';
import { readState, scrollBack, settle, type State } from './state.ts';

export interface View {
	name: string;
	/** What database and browser hold. */
	kept: Kept;
	address: string;
	/**
	 * Names of the controls that are pressed one after the other to get there; a function does
	 * anything else.
	 */
	steps?: readonly (string | RegExp | ((stage: Stage) => Promise<void>))[];
	/** A text that is shown once it is complete. */
	shows?: string | RegExp;
	/** Whether Escape leads from there to the launcher. */
	leadsOut?: boolean;
	/** Whether what is opened in it is a view of its own. */
	isFlat?: boolean;
	/** Selector of the parts whose controls are pressed in another view. */
	leaves?: string;
	/** Selector of the parts whose controls alone are pressed in this one. */
	takes?: string;
	/** Selector of the parts in which nothing is pressed, also where it was opened. */
	without?: string;
}

type Hand = 'mouse' | 'keyboard';

/** A view, or what has been opened in it. */
interface Level {
	view: View;
	/** Key of the control that opens it in the level before. */
	opener?: string;
	before?: Level;
	/** Controls that the levels before have not. */
	keys?: ReadonlySet<string>;
	/** All controls of it and of the levels before. */
	known?: ReadonlySet<string>;
	/** What is shown once Escape has closed it. */
	closed?: State;
	/** What is shown at its beginning. */
	entry?: State;
	/** How often in a row no short way has led back to it. */
	detours?: number;
}

/** Levels below a view. */
const DEPTH = 2;
/** More of them in a view are a long list. */
const LONG = isComplete ? 20 : 4;
/** More of any other kind are one as well. */
const MANY = 20;
/** More of them with the same name in a view are in its rows. */
const ROWS = isComplete ? 20 : 2;
/** More of them whose names differ by that of their row are in rows as well. */
const LABELLED = 2;
const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);
const LISTED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'option', 'menuitem', 'gridcell', 'link', 'tab']);
/** The button that opens the library's picker: its name, or its key. */
const PICKER = /^(button ")?Emoji(?=$|")/;
/**
 * In the picker, of which one is chosen: it is a single control, which looks different each time
 * that it is opened.
 */
const EMOJI = /^\p{Extended_Pictographic}/u;
/** Milliseconds in which a press must show: a window takes seconds on a busy machine. */
const PATIENCE = 10_000;
/** Milliseconds in which what is pressed may come to rest. */
const REST = 2_500;
/** Milliseconds after which a way back is given up: all is put back in about as many. */
const IMPATIENCE = 500;
/** So often a short way back may be none. */
const DETOURS = 2;
/** So often something moves away from under the hand that leads to what is walked. */
const MISSES = 2;
/** What the accessibility tree has for readers alone. */
const HIDDEN = 'it is not visible';

export class Walk {
	readonly complaints: string[] = [];
	pressed = 0;
	readonly #stage: Stage;
	readonly #page: Page;
	/** What the server has stored since the last time that it was put back. */
	#isDirty = true;
	/** Whether the level must be entered anew, whatever it looks like. */
	#isSpoilt = true;
	#listed: Control[] = [];
	/** What was pressed last. */
	#last: ElementHandle | undefined;
	/**
	 * What has been opened already, as `#listOpened` writes it out: several views have the same
	 * menu.
	 */
	readonly #walked: Set<string>;

	constructor(stage: Stage, walked: Set<string>) {
		this.#stage = stage;
		this.#page = stage.page;
		this.#walked = walked;
	}

	async walk(view: View): Promise<void> {
		this.#isSpoilt = true;
		const levels: Level[] = [{ view }];
		for (let level = levels.shift(); level; level = levels.shift()) {
			await this.#reach(level);
			if (view.leadsOut === true && !level.before) await this.#leave(level);
			await this.#reach(level);
			for (const { key } of thin(await this.#listOwn(level))) {
				for (const hand of ['mouse', 'keyboard'] as const) {
					const opened = await this.#tryTwice(level, key, hand);
					if (opened && depthOf(opened) <= DEPTH) levels.push(opened);
				}
			}
		}
	}

	/** Escape must lead out, maybe after it has emptied a field. */
	async #leave(level: Level): Promise<void> {
		for (let times = 0; times < 2; times += 1) {
			await this.#page.keyboard.press('Escape');
			const { focus } = await settle(this.#page, this.#stage.traces);
			this.#isSpoilt = true;
			if (/^<button [^>]*part=launcher/.test(focus)) return;
			if (times > 0) this.#complain(level, 'Escape', 'keyboard', `the focus is on ${focus}`);
		}
	}

	/** The controls that are pressed in the level, which has just been reached. */
	async #listOwn(level: Level): Promise<Control[]> {
		const { leaves, takes } = level.view;
		const all = await this.#list();
		level.known = new Set([...(level.before?.known ?? []), ...all.map(({ key }) => key)]);
		if (level.keys) return all.filter(({ key }) => level.keys?.has(key));
		const taken = takes === undefined ? all : await pick(all, takes, true);
		return this.#leaveOut(leaves === undefined ? taken : await pick(taken, leaves, false), level.view);
	}

	async #leaveOut(controls: Control[], { without }: View): Promise<Control[]> {
		return without === undefined ? controls : pick(controls, without, false);
	}

	/**
	 * What is wrong must be so once more, after everything was put back: a press may miss what
	 * moves as the page is completed.
	 */
	async #tryTwice(level: Level, key: string, hand: Hand): Promise<Level | undefined> {
		const count = this.complaints.length;
		const attempt = () =>
			this.#try(level, key, hand).catch((error: unknown) => {
				this.#complain(level, key, hand, `could not be pressed: ${String(error)}`);
				return undefined;
			});
		const opened = await attempt();
		if (this.complaints.length === count) return opened;
		this.complaints.length = count;
		this.#isSpoilt = true;
		this.#isDirty = true;
		const again = await attempt();
		if (this.complaints.length > count) this.#isSpoilt = true;
		return opened ?? again;
	}

	/**
	 * Presses one control in a fresh state, and judges what follows. Resolves with what it has
	 * opened.
	 */
	async #try(level: Level, key: string, hand: Hand): Promise<Level | undefined> {
		await this.#reach(level);
		const { control, element } = await this.#find(key);
		const nature = await element.evaluate(readNature);
		if (!nature) return undefined;
		const complain = (what: string) => this.#complain(level, key, hand, what);
		if (!(await this.#prepare(element, hand, complain))) return undefined;
		const { traces } = this.#stage;
		traces.take();
		const before = await readState(this.#page);
		// What is there since the view was scrolled to the control is not what the control opens.
		if (before.scroll !== level.entry?.scroll) await this.#listAnew();
		const keys = new Set(this.#listed.map((listed) => listed.key));
		await this.#act(element, nature, hand);
		const stray = hand === 'mouse' ? await findStray(element) : undefined;
		if (stray !== undefined) complain(`the press reaches ${stray}`);
		this.pressed += 1;
		this.#last = element;
		if (nature.manner === 'write') return this.#judgeWriting(level, element, nature, complain);

		const reason = nature.idle ?? isIdle(level.view.name, control);
		const { after, hasFollowed } = await this.#follow(before, element, reason === undefined ? PATIENCE : 0);
		if (this.#stage.traces.failures > 0) this.#isSpoilt = true;
		const { effects, errors } = this.#takeTrace();
		for (const error of errors) if (!mayComplain(level.view.name, error)) complain(`the console says ${error}`);
		if (!hasFollowed && reason === undefined) complain('nothing follows');
		// A new document has the focus as a whole.
		if (after.focus === 'body' && before.documents.includes(after.born)) complain('the focus falls on body');
		const isNew = after.documents[0] !== before.documents[0];
		// A frame that comes along, such as a call's, is opened.
		const hasLeft = isNew || before.places.some((place, index) => after.places[index] !== place);
		const isOfPicker = PICKER.test(control.name) || EMOJI.test(control.name);
		if (effects.length > 0 || isNew || isOfPicker) this.#isSpoilt = true;
		if (
			level.closed &&
			!hasLeft &&
			effects.length === 0 &&
			after.shown === level.closed.shown &&
			!ENDS.test(control.name)
		) {
			const isSame = await this.#isSameWhenReopened(level);
			if (isSame && reason === undefined) complain('it only closes what was opened');
		}
		if (hasLeft) return undefined;
		const isRefused = after.invalid > before.invalid;
		const opened =
			hand === 'mouse' && level.view.isFlat !== true && !LEADS_AWAY.test(control.name)
				? await this.#listOpened(level, control, keys, isRefused)
				: undefined;
		if (after.overlays > before.overlays && stays(level.view.name, control)) this.#isSpoilt = true;
		else if (after.overlays > before.overlays) {
			const closed = await this.#escape(level, control, before, element, complain);
			if (opened && closed) opened.closed = closed;
		}
		if (nature.manner === 'choose' || nature.manner === 'slide') await this.#takeBack(nature, before);
		return opened;
	}

	/** Chooses again what was chosen before. */
	async #takeBack({ manner }: Nature, before: State): Promise<void> {
		for (const key of manner === 'slide' ? ['ArrowLeft'] : ['ArrowUp', 'ArrowDown', 'ArrowDown']) {
			if ((await readState(this.#page)).shown === before.shown) return;
			await this.#page.keyboard.press(key as KeyInput);
			await settle(this.#page, this.#stage.traces);
		}
	}

	/** Brings the hand to the control. Answers whether it can be pressed so. */
	async #prepare(element: ElementHandle, hand: Hand, complain: (what: string) => void): Promise<boolean> {
		if (hand === 'keyboard') {
			if (await this.#moveTo(element)) return true;
			const isFocused = await element.evaluate((node) => {
				(node as HTMLElement).focus();
				return (node.getRootNode() as Document | ShadowRoot).activeElement === node;
			});
			if (!isFocused) complain('it takes no focus');
			return isFocused;
		}
		const problem = await this.#pointAt(element);
		if (problem !== undefined && problem !== HIDDEN) complain(problem);
		return problem === undefined;
	}

	/** Arrows lead to an option of the list below a field, which keeps the focus. */
	async #moveTo(element: ElementHandle): Promise<boolean> {
		const count = await element.evaluate((node) => {
			const list = node instanceof Element ? node.closest('[role=listbox]') : null;
			const root = node.getRootNode() as Document | ShadowRoot;
			const field = list && root.querySelector<HTMLElement>(`[role=combobox][aria-controls="${list.id}"]`);
			field?.focus();
			return field && list ? list.querySelectorAll('[role=option]').length : 0;
		});
		for (let moves = 0; moves < count; moves += 1) {
			if (await element.evaluate((node) => node instanceof Element && node.matches('[aria-selected=true]')))
				return true;
			await this.#page.keyboard.press('ArrowDown');
		}
		return false;
	}

	/** Presses where the hand is. */
	async #act(element: ElementHandle, { manner, letters }: Nature, hand: Hand): Promise<void> {
		const { keyboard, mouse } = this.#page;
		if (hand === 'mouse') {
			await mouse.down();
			await mouse.up();
		}
		if (manner === 'write') await keyboard.type(letters);
		else if (manner === 'choose') await this.#chooseAnother(element, hand);
		else if (manner === 'slide') await keyboard.press('ArrowRight');
		else if (hand === 'keyboard') await keyboard.press(manner === 'tick' ? 'Space' : 'Enter');
	}

	/** The browser's own list of choices is no part of the page, and follows the keys. */
	async #chooseAnother(element: ElementHandle, hand: Hand): Promise<void> {
		const isLast = await element.evaluate(
			(node) => node instanceof HTMLSelectElement && node.selectedIndex === node.options.length - 1,
		);
		await this.#page.keyboard.press(isLast ? 'ArrowUp' : 'ArrowDown');
		if (hand === 'mouse') await this.#page.keyboard.press('Enter');
	}

	/** The letters must be in the field that was pressed, and the focus with them. */
	async #judgeWriting(
		level: Level,
		element: ElementHandle,
		{ letters, idle }: Nature,
		complain: (what: string) => void,
	): Promise<undefined> {
		const read = () =>
			element.evaluate((node) => ({
				value: node instanceof HTMLElement && 'value' in node ? String(node.value) : (node.textContent ?? ''),
				hasFocus: (node.getRootNode() as Document | ShadowRoot).activeElement === node,
			}));
		await settle(this.#page, this.#stage.traces);
		const { value, hasFocus } = await read();
		const { errors } = this.#takeTrace();
		for (const error of errors) if (!mayComplain(level.view.name, error)) complain(`the console says ${error}`);
		const isIn = /^\d/.test(letters) ? /\d/.test(value) : value.includes(letters);
		if (!hasFocus) complain(`the focus has left the field, which has "${value}" of "${letters}"`);
		else if (!isIn && idle === undefined) complain(`it has "${value}" after "${letters}" was typed`);
		if (hasFocus && isIn) for (const _ of letters) await this.#page.keyboard.press('Backspace');
		await settle(this.#page, this.#stage.traces);
		if (!(await this.#isAt(level))) this.#isSpoilt = true;
	}

	/** What is shown once the press has had its effect, and whether a person could notice it. */
	async #follow(
		before: State,
		element: ElementHandle,
		patience: number,
	): Promise<{ after: State; hasFollowed: boolean }> {
		const end = Date.now() + patience;
		for (;;) {
			const after = await settle(this.#page, this.#stage.traces);
			const hasMoved = after.focus !== before.focus && after.focus !== 'body' && !(await hasFocus(element));
			const hasFollowed =
				this.#stage.traces.effects.length > 0 ||
				// What fails once more looks as it did before.
				(this.#stage.traces.failures > 0 && after.alerts > 0) ||
				hasMoved ||
				after.shown !== before.shown ||
				after.scroll !== before.scroll ||
				String(after.places) !== String(before.places);
			if (hasFollowed || Date.now() > end) return { after, hasFollowed };
			await pauseFor(50);
		}
	}

	/**
	 * What the press has opened: the controls that were not there before; and where something that
	 * was entered is refused, the fields, in which people then type. Resolves with undefined where
	 * the same has been opened before.
	 */
	async #listOpened(
		level: Level,
		opener: Control,
		keys: ReadonlySet<string>,
		isRefused: boolean,
	): Promise<Level | undefined> {
		if (EMOJI.test(opener.name)) return undefined;
		const opened = PICKER.test(opener.name)
			? [await until('an emoji', () => this.#findEmoji())]
			: await this.#leaveOut(
					(await this.#listAnew()).filter(({ key, role }) =>
						isRefused ? FIELDS.has(role) : !keys.has(key) && !level.known?.has(key),
					),
					level.view,
				);
		const kinds = [opener, ...opened].map(kindOf);
		const whole = [...new Set(kinds)].join('; ');
		if (opened.length === 0 || this.#walked.has(whole)) return undefined;
		this.#walked.add(whole);
		return { view: level.view, opener: opener.key, before: level, keys: new Set(opened.map(({ key }) => key)) };
	}

	/**
	 * Escape must close what was opened, and return the focus. Resolves with what is shown then.
	 */
	async #escape(
		level: Level,
		control: Control,
		before: State,
		element: ElementHandle,
		complain: (what: string) => void,
	): Promise<State | undefined> {
		await this.#page.keyboard.press('Escape');
		const after = await settle(this.#page, this.#stage.traces);
		// Escape may close all at once.
		if (after.shown === level.closed?.shown && after.focus !== 'body') return undefined;
		if (after.overlays > before.overlays) complain('Escape does not close what it opens');
		else if (after.focus === 'body') complain('after Escape the focus is on body');
		else if (!(await hasFocus(element)) && after.focus !== before.focus && !leadsOn(control))
			complain(`after Escape the focus is on ${after.focus}`);
		return after.overlays > before.overlays ? undefined : after;
	}

	/** Whether what was opened, and has been closed, is the same when it is opened again. */
	async #isSameWhenReopened(level: Level): Promise<boolean> {
		this.#isSpoilt = true;
		await this.#pressOpener(level);
		const again = await settle(this.#page, this.#stage.traces);
		return again.shown === level.entry?.shown;
	}

	/** Goes to the level as it is at its beginning, by the shortest way. */
	async #reach(level: Level): Promise<void> {
		if (!this.#isSpoilt && (await this.#isAt(level))) return;
		if (!this.#isSpoilt && level.entry && (level.detours ?? 0) < DETOURS) {
			const isBack = await this.#undo(level);
			level.detours = isBack ? 0 : (level.detours ?? 0) + 1;
			if (isBack) return;
		}
		if (level.before) {
			await this.#reach(level.before);
			await this.#pressOpener(level);
		} else await this.#enter(level.view);
		level.entry = await settle(this.#page, this.#stage.traces);
		this.#listed = [];
		this.#takeTrace();
	}

	/**
	 * Goes back as people do: by the address, by the button for it, or by pressing what was pressed
	 * once more.
	 */
	async #undo(level: Level): Promise<boolean> {
		const { page, traces } = this.#stage;
		this.#listed = [];
		const [from = ''] = level.entry?.places ?? [];
		if (page.url() !== from && page.url().split('#')[0] === from.split('#')[0]) {
			await page.evaluate((hash) => (location.hash = hash), new URL(from).hash);
		} else {
			const back = (await this.#list()).find(({ name }) => name === 'Back');
			const element = (await back?.node.elementHandle()) ?? this.#last;
			// It may be of a frame that is gone.
			if (!element || (await this.#press(element, IMPATIENCE).catch(String)) !== undefined) return false;
		}
		this.#listed = [];
		const { shows = '' } = level.view;
		// Some of it comes a moment later.
		const end = Date.now() + IMPATIENCE;
		await settle(page, traces);
		while (!level.before && !(await isShown(page, shows)) && Date.now() < end) await pauseFor(50);
		await settle(page, traces);
		this.#takeTrace();
		return !this.#isSpoilt && this.#isAt(level);
	}

	async #isAt({ entry }: Level): Promise<boolean> {
		if (!entry) return false;
		let now = await readState(this.#page);
		if (now.scroll !== entry.scroll) {
			await scrollBack(this.#page, entry.scroll);
			now = await settle(this.#page, this.#stage.traces);
		}
		return now.shown === entry.shown && String(now.places) === String(entry.places);
	}

	async #pressOpener({ opener = '' }: Level): Promise<void> {
		this.#listed = [];
		const { element } = await this.#find(opener);
		const problem = await this.#press(element);
		if (problem !== undefined) throw new Error(`${opener} cannot be pressed: ${problem}`);
		if (PICKER.test(opener)) await until('an emoji', () => this.#findEmoji());
	}

	/** Leads the mouse there, and answers what is wrong, or undefined. */
	async #pointAt(element: ElementHandle, patience = REST): Promise<string | undefined> {
		// What is under a mouse may grow, or show more.
		for (let times = 0; times < 2; times += 1) {
			const { problem, x, y } = await findPlace(element, patience);
			if (problem !== undefined) return problem;
			await this.#page.mouse.move(x, y);
		}
		return undefined;
	}

	/** Presses it, once more where it has moved. Answers what is wrong, or undefined. */
	async #press(element: ElementHandle, patience = REST): Promise<string | undefined> {
		const { mouse } = this.#page;
		for (let misses = 0; ; misses += 1) {
			const problem = await this.#pointAt(element, patience);
			if (problem !== undefined) return problem;
			await mouse.down();
			await mouse.up();
			const stray = await findStray(element);
			if (stray === undefined || misses === MISSES) return stray;
		}
	}

	async #enter({ kept, address, steps = [], shows = '' }: View): Promise<void> {
		const { traces } = this.#stage;
		this.#takeTrace();
		traces.forgetRequests();
		await this.#stage.restore(kept, this.#isDirty);
		this.#isDirty = false;
		this.#isSpoilt = false;
		await this.#page.goto(address);
		for (const step of steps) {
			if (typeof step === 'function') await step(this.#stage);
			else await this.#pressNamed(step);
		}
		if (shows !== '') await until(`"${String(shows)}"`, () => isShown(this.#page, shows));
	}

	async #pressNamed(name: string | RegExp): Promise<void> {
		const { traces } = this.#stage;
		await until(`a control "${String(name)}"`, async () => {
			if (!(await isShown(this.#page, name))) return false;
			await settle(this.#page, traces);
			const control = (await listControls(this.#page)).find((listed) => matches(listed.name, name));
			const element = await control?.node.elementHandle();
			return element && (await this.#press(element)) === undefined;
		});
	}

	async #find(key: string): Promise<{ control: Control; element: ElementHandle }> {
		const end = Date.now() + PATIENCE;
		for (;;) {
			const control = findAgain(await this.#list(), key);
			const element = await control?.node.elementHandle().catch(() => null);
			if (control && element && (await element.evaluate((node) => node.isConnected))) return { control, element };
			if (Date.now() > end)
				throw new Error(`there is no ${key} any more, but ${this.#listed.map((at) => at.key).join(', ')}`);
			await settle(this.#page, this.#stage.traces);
			this.#listed = [];
		}
	}

	async #findEmoji(): Promise<Control | undefined> {
		return (await this.#listAnew()).find(({ name }) => EMOJI.test(name));
	}

	async #list(): Promise<Control[]> {
		return this.#listed.length > 0 ? this.#listed : this.#listAnew();
	}

	async #listAnew(): Promise<Control[]> {
		this.#listed = await listControls(this.#page);
		return this.#listed;
	}

	#takeTrace(): { effects: string[]; errors: string[] } {
		this.#isDirty = this.#stage.traces.takeWritten() || this.#isDirty;
		return this.#stage.traces.take();
	}

	#complain(level: Level, key: string, hand: Hand, what: string): void {
		const way = [level.view.name];
		for (let at: Level | undefined = level; at?.opener !== undefined; at = at.before) way.splice(1, 0, at.opener);
		this.complaints.push(`${way.join(' › ')} › ${key}, by ${hand}: ${what}`);
	}
}

/**
 * The control with the key; or, where its name goes on differently by now, the first with that
 * beginning.
 */
function findAgain(controls: readonly Control[], key: string): Control | undefined {
	const beginning = key.slice(0, 18);
	return (
		controls.find((listed) => listed.key === key) ??
		(key.length > 60 ? controls.find((listed) => listed.key.startsWith(beginning)) : undefined)
	);
}

/** The controls in such a part, or those in none. */
async function pick(controls: readonly Control[], selector: string, isIn: boolean): Promise<Control[]> {
	const within = await Promise.all(
		controls.map(async ({ node }) => isWithin(await node.elementHandle().catch(() => null), selector)),
	);
	return controls.filter((_, index) => within[index] === isIn);
}

/** Whether it is in such a part, also by the frames around its document. */
async function isWithin(element: ElementHandle | null, selector: string): Promise<boolean> {
	if (!element) return false;
	const isIn = await element.evaluate((node, part) => node instanceof Element && node.closest(part) !== null, selector);
	// A frame that is gone was within a part that is being replaced.
	return (
		isIn ||
		element.frame.frameElement().then(
			(around) => isWithin(around, selector),
			() => true,
		)
	);
}

/** An element whose document is gone has no focus. */
function hasFocus(element: ElementHandle): Promise<boolean> {
	return element
		.evaluate((node) => (node.getRootNode() as Document | ShadowRoot).activeElement === node)
		.catch(() => false);
}

/**
 * Of a long list the first and the last stand for all, and of buttons that each row has the first:
 * they have the same name, or one that names the row (`Monday: From`, `Move up: Email`).
 */
function thin(controls: readonly Control[]): Control[] {
	return controls.filter((control) => {
		const alike = controls.filter(({ role }) => role === control.role);
		if (alike.length > (LISTED.has(control.role) ? LONG : MANY))
			return control === alike[0] || control === alike.at(-1);
		const named = alike.filter(({ name }) => name === control.name);
		if (named.length > ROWS) return control === named[0];
		const inRows = ([/^.*: /, /: .*$/] as const)
			.filter((row) => row.test(control.name))
			.map((row) => alike.filter(({ name }) => name.replace(row, '') === control.name.replace(row, '')))
			.find(({ length }) => length > LABELLED);
		return !inRows || control === inRows[0];
	});
}

/** Role and name. */
function kindOf({ role, name }: Control): string {
	return `${role} ${name}`;
}

function depthOf({ before }: Level): number {
	return before ? depthOf(before) + 1 : 0;
}

/** Whether the page or one of its frames has the text, in a label or among its words. */
async function isShown(page: Page, text: string | RegExp): Promise<boolean> {
	const { shown } = await readState(page);
	return typeof text === 'string' ? shown.toLowerCase().includes(text.toLowerCase()) : text.test(shown);
}

function matches(name: string, wanted: string | RegExp): boolean {
	return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}
