/**
 * What a person looks for. Everything that is given has to hold; the first such part that is
 * visible is meant.
 */
export interface Sought {
	/**
	 * As in the accessibility tree; without it and without a selector, whatever can be pressed or
	 * typed into.
	 */
	role?: string;
	/** The accessible name: all of it, or a pattern. */
	name?: string | RegExp;
	/** A text that it shows, among other. */
	text?: string;
	/** For what has neither a role nor a name of its own. */
	selector?: string;
	/** The nearest part around it with that role or selector has to be as described. */
	within?: Sought;
}

/** A name is that of something that can be pressed or typed into. */
export type Target = string | Sought;

/** How a pattern travels into a page. */
interface Portable extends Omit<Sought, 'name' | 'within'> {
	name?: string | { source: string; flags: string };
	within?: Portable;
}

export interface Wish {
	sought?: Portable;
	/** What is done there, for the complaint. */
	deed: string;
	/** Whether a press follows; `for focus` only where the focus is elsewhere. */
	press?: 'always' | 'for focus';
	/** The option that a list has to offer. */
	option?: string;
	/**
	 * Whether no timer runs in the page, as without scripts: then it is looked at once, and may
	 * move.
	 */
	hasNoTimers?: boolean;
	/** Gives the focus to a list, as Tab does. */
	focusesList?: boolean;
	/** Milliseconds until the search is given up. */
	patience: number;
}

/** Where to press, in pixels of the window, or why nobody can. */
export interface Spot {
	problem?: string;
	x: number;
	y: number;
	/** Whether it has the focus. */
	hasFocus: boolean;
	/** Whether it is a field without any text. */
	isEmpty: boolean;
	/** For a list of the browser's own: places of the chosen option and of the wanted one. */
	list?: { from: number; to: number };
	/** Whether it could not be pressed at once. */
	wasAwaited: boolean;
}

interface Press {
	isHit?: boolean;
	/** What the click reached instead: something had moved before the button was let go. */
	stray?: string;
	end: () => void;
}

/**
 * Whether the press for which a spot was found has hit what was sought. It runs in the page, as
 * `findSpot` does.
 */
export async function hasHit(): Promise<boolean> {
	const { watchedPress } = window as { watchedPress?: Press };
	// Nothing is watched in a page that has replaced the pressed one.
	if (!watchedPress) return true;
	// Long, since a second press that follows a late one would undo it.
	for (let wait = 0; wait < 100 && watchedPress.isHit === undefined; wait++) {
		await new Promise((resolve) => setTimeout(resolve, 30));
	}
	watchedPress.end();
	return watchedPress.isHit === true;
}

/**
 * What the press for which a spot was found has reached in place of what was sought; undefined
 * where it has hit. It runs in the page, as `findSpot` does.
 */
export function readStray(): string | undefined {
	const { watchedPress } = window as { watchedPress?: Press };
	watchedPress?.end();
	return watchedPress?.isHit === false ? 'something that has moved there' : watchedPress?.stray;
}

export function portable(target: Target): Portable {
	if (typeof target === 'string') return { name: target };
	const { name, within, ...rest } = target;
	return {
		...rest,
		...(name !== undefined && {
			name: typeof name === 'string' ? name : { source: name.source, flags: name.flags },
		}),
		...(within && { within: portable(within) }),
	};
}

/** For complaints. */
export function describe(target: Target): string {
	if (typeof target === 'string') return `"${target}"`;
	const { role, name, text, selector, within } = target;
	const parts = [role, selector, name !== undefined && `"${name}"`, text !== undefined && `with "${text}"`];
	return `${parts.filter(Boolean).join(' ')}${within ? ` in ${describe(within)}` : ''}`;
}

/**
 * Waits for a part of the page that a person could press at once: visible, enabled, at rest, and
 * uncovered at its centre. Scrolls what a person can scroll. It runs in the page, as one text:
 * nothing outside of it can be used.
 * @param given the part itself, in place of a description
 * @param inside the point within a frame, in place of its centre
 */
export async function findSpot(wish: Wish, given?: Element | null, inside?: { x: number; y: number }): Promise<Spot> {
	const { sought, patience } = wish;
	const CONTROLS =
		'a[href], button, input, textarea, select, option, summary, [contenteditable], [role=button], [role=link], [role=checkbox], ' +
		'[role=radio], [role=switch], [role=tab], [role^=menuitem], [role=option], [role=textbox], [role=searchbox], [role=combobox], ' +
		'[role=slider], [role=spinbutton]';
	const TAGS: Record<string, string> = {
		A: 'link',
		ARTICLE: 'article',
		ASIDE: 'complementary',
		BUTTON: 'button',
		DIALOG: 'dialog',
		FIELDSET: 'group',
		FOOTER: 'contentinfo',
		FORM: 'form',
		HEADER: 'banner',
		IMG: 'img',
		LI: 'listitem',
		MAIN: 'main',
		NAV: 'navigation',
		OL: 'list',
		OPTION: 'option',
		SECTION: 'region',
		SELECT: 'combobox',
		SUMMARY: 'button',
		TABLE: 'table',
		TD: 'cell',
		TEXTAREA: 'textbox',
		TR: 'row',
		UL: 'list',
	};
	const INPUTS: Record<string, string> = {
		button: 'button',
		checkbox: 'checkbox',
		file: 'button',
		image: 'button',
		number: 'spinbutton',
		radio: 'radio',
		range: 'slider',
		reset: 'button',
		search: 'searchbox',
		submit: 'button',
	};
	/** Until the next frame, in which what moves has moved. */
	const pause = async () => {
		if (wish.hasNoTimers) return;
		const { currentTime } = document.timeline;
		// A window behind another one gets no frames, and one on a busy machine gets them late.
		for (let tries = 0; tries < 5 && document.timeline.currentTime === currentTime; tries += 1)
			await new Promise((resolve) => {
				requestAnimationFrame(resolve);
				setTimeout(resolve, 50);
			});
	};
	const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

	function roleOf(element: Element): string | undefined {
		const own = element.getAttribute('role');
		if (own) return own;
		if (element instanceof HTMLInputElement) return INPUTS[element.type] ?? 'textbox';
		if (element.matches('[contenteditable]')) return 'textbox';
		return /^H[1-6]$/.test(element.tagName) ? 'heading' : TAGS[element.tagName];
	}

	/**
	 * What the browser's accessibility tree says, as far as pages here need it.
	 * https://www.w3.org/TR/accname-1.2/
	 */
	function nameOf(element: Element): string {
		const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
		const root = element.getRootNode() as Document | ShadowRoot;
		const labelled = ids.map((id) => root.getElementById(id)).map((label) => (label ? textOf(label) : ''));
		if (labelled.length > 0) return squeeze(labelled.join(' '));
		const field = element as HTMLInputElement;
		const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
		const labels = isField ? [...(field.labels ?? [])].map(textOf) : [];
		const isNamedByValue = isField && /^(button|reset|submit)$/.test(field.type);
		const candidates = [
			element.getAttribute('aria-label') ?? '',
			...labels,
			isNamedByValue ? field.value : '',
			isField ? '' : textOf(element),
			element.getAttribute('alt') ?? '',
			element.getAttribute('title') ?? '',
			element.getAttribute('placeholder') ?? '',
		];
		return candidates.map(squeeze).find((text) => text !== '') ?? '';
	}

	function textOf(element: Element): string {
		const inside = [...(element as HTMLElement).childNodes].map((child) => {
			if (child.nodeType === Node.TEXT_NODE) return child.nodeValue ?? '';
			if (!(child instanceof Element) || child.ariaHidden === 'true') return '';
			if (/^(INPUT|TEXTAREA|SELECT|STYLE|SCRIPT)$/.test(child.tagName)) return '';
			const { display } = getComputedStyle(child);
			if (display === 'none') return '';
			const text = child.getAttribute('aria-label') ?? child.getAttribute('alt') ?? textOf(child);
			return display.startsWith('inline') ? text : ` ${text} `;
		});
		return inside.join('');
	}

	const parentOf = (element: Element): Element | null =>
		element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;

	function isVisible(element: Element): boolean {
		return element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
	}

	function fits(element: Element, { role, name, text, selector, within }: Portable): boolean {
		if (selector !== undefined && !element.matches(selector)) return false;
		if (role !== undefined && roleOf(element) !== role) return false;
		if (text !== undefined && !squeeze((element as HTMLElement).innerText).includes(squeeze(text))) return false;
		if (typeof name === 'string' && nameOf(element) !== squeeze(name)) return false;
		if (typeof name === 'object' && !new RegExp(name.source, name.flags).test(nameOf(element))) return false;
		if (!within) return true;
		const kind = {
			...(within.role !== undefined && { role: within.role }),
			...(within.selector !== undefined && { selector: within.selector }),
		};
		let around = parentOf(element);
		while (around && !fits(around, kind)) around = parentOf(around);
		return around !== null && fits(around, within);
	}

	function* rootsOf(root: Document | ShadowRoot): Generator<Document | ShadowRoot> {
		yield root;
		for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) yield* rootsOf(shadowRoot);
	}

	/** The visible one; a field that only its label shows counts as well. */
	function find(): Element | undefined {
		if (given) return given.isConnected ? given : undefined;
		if (!sought) return undefined;
		const { role, selector } = sought;
		const candidates = selector ?? (role === undefined ? CONTROLS : '*');
		for (const root of rootsOf(document)) {
			for (const element of root.querySelectorAll(candidates)) {
				if (fits(element, sought) && areasOf(element).some(isVisible)) return element;
			}
		}
		return undefined;
	}

	/** What people press: the element itself, or the label of a field. */
	function areasOf(element: Element): Element[] {
		if (!(element instanceof HTMLInputElement)) return [element];
		return /^(checkbox|radio|file)$/.test(element.type) ? [element, ...(element.labels ?? [])] : [element];
	}

	function describe(element: Element): string {
		const text = squeeze(element.textContent).slice(0, 40);
		const kind = element.id ? `#${element.id}` : element.getAttribute('class');
		return `<${element.tagName.toLowerCase()}${kind ? ` ${kind}` : ''}>${text ? ` "${text}"` : ''}`;
	}

	function boxOf(element: Element): DOMRect {
		const boxes = [...element.getClientRects()];
		return boxes.find(({ width, height }) => width > 0 && height > 0) ?? element.getBoundingClientRect();
	}

	function pointOf(element: Element): [x: number, y: number] {
		const { x, y, width, height } = boxOf(element);
		if (!inside) return [x + width / 2, y + height / 2];
		return [x + element.clientLeft + inside.x, y + element.clientTop + inside.y];
	}

	/**
	 * Scrolls as far as needed until its point is shown; to the middle where it is shown, but
	 * covered.
	 */
	function scrollTo(element: Element, toMiddle: boolean): void {
		for (let around = parentOf(element); around; around = parentOf(around)) {
			const isPage = around === document.scrollingElement;
			const { overflowX, overflowY } = getComputedStyle(around);
			if (!isPage && !/auto|scroll/.test(overflowX + overflowY)) continue;
			const view = isPage ? new DOMRect(0, 0, innerWidth, innerHeight) : around.getBoundingClientRect();
			const [left, top] = pointOf(element);
			const x = left - view.x;
			const y = top - view.y;
			// A box may end outside of the window by a fraction of a pixel.
			const isInWindow = isPage || (left < innerWidth - 1 && top < innerHeight - 1);
			const isShown = x >= 0 && x < view.width && y >= 0 && y < view.height && isInWindow;
			if (isShown && !toMiddle) continue;
			around.scrollBy({ left: x - view.width / 2, top: y - view.height / 2, behavior: 'instant' });
		}
	}

	function elementAt(x: number, y: number): Element | null {
		let hit = document.elementFromPoint(x, y);
		for (;;) {
			const inner = hit?.shadowRoot?.elementFromPoint(x, y);
			if (!inner || inner === hit) return hit;
			hit = inner;
		}
	}

	function isPartOf(part: Element | null, whole: Element): boolean {
		for (let around = part; around; around = parentOf(around)) if (around === whole) return true;
		return false;
	}

	/** A problem, or the point to press. */
	async function judge(element: Element, area: Element, toMiddle: boolean): Promise<string | [x: number, y: number]> {
		if (!isVisible(area)) return 'it is not visible';
		const isDisabled = element.matches(':disabled') || element.ariaDisabled === 'true';
		if (isDisabled) return 'it is disabled';
		scrollTo(area, toMiddle);
		const before = boxOf(area);
		await pause();
		if (!element.isConnected) return 'it has been replaced';
		const { x, y, width, height } = boxOf(area);
		if (x !== before.x || y !== before.y || width !== before.width || height !== before.height) return 'it moves';
		if (width === 0 || height === 0) return 'it has no extent';
		const point = pointOf(area);
		const hit = elementAt(...point);
		if (hit === null) return 'it is outside of the window';
		return areasOf(element).some((own) => isPartOf(hit, own)) ? point : `it is covered by ${describe(hit)}`;
	}

	/**
	 * Lets the next press through only if it hits the element, so that one that comes too late,
	 * when something else has moved there, does no harm. `hasHit` asks what became of it.
	 */
	function watchPress(element: Element): void {
		const names = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click'];
		const areas = areasOf(element);
		const press: Press = {
			end: () => names.forEach((name) => removeEventListener(name, judgePress, { capture: true })),
		};
		function judgePress(event: Event): void {
			const isThere = event.composedPath().some((node) => areas.includes(node as Element));
			press.isHit ??= isThere;
			if (event.type === 'click' && event.isTrusted && !isThere)
				press.stray ??= describe(event.composedPath()[0] as Element);
			if (press.isHit) return;
			event.preventDefault();
			event.stopImmediatePropagation();
		}
		const holder = window as { watchedPress?: Press };
		holder.watchedPress?.end();
		holder.watchedPress = press;
		for (const name of names) addEventListener(name, judgePress, { capture: true, passive: false });
	}

	function spotOf(element: Element, [x, y]: [number, number]): Spot {
		const root = element.getRootNode() as Document | ShadowRoot;
		const spot: Spot = {
			x,
			y,
			hasFocus: root.activeElement === element && document.hasFocus(),
			isEmpty: 'value' in element ? element.value === '' : element.textContent === '',
			wasAwaited: problem !== '',
		};
		if (!(element instanceof HTMLSelectElement)) return spot;
		const options = [...element.options].filter(({ disabled, hidden }) => !disabled && !hidden);
		const from = options.findIndex(({ selected }) => selected);
		const to = options.findIndex(({ label }) => squeeze(label) === wish.option);
		if (wish.focusesList && to !== -1) element.focus();
		return wish.option === undefined ? spot : { ...spot, list: { from, to } };
	}

	const end = performance.now() + patience;
	let problem = '';
	for (;;) {
		const element = find();
		if (!element) problem = 'it is not there';
		else {
			for (const area of areasOf(element)) {
				const found = await judge(element, area, problem.startsWith('it is covered'));
				if (typeof found === 'string') {
					problem = found;
					continue;
				}
				const spot = spotOf(element, found);
				if (spot.list?.to !== -1) {
					const isPress = wish.press === 'always' || (wish.press === 'for focus' && !spot.hasFocus);
					if (isPress && !wish.hasNoTimers) watchPress(element);
					return spot;
				}
				problem = `it does not offer "${wish.option}"`;
			}
		}
		if (wish.hasNoTimers || performance.now() > end) break;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	return { problem, x: 0, y: 0, hasFocus: false, isEmpty: true, wasAwaited: true };
}
