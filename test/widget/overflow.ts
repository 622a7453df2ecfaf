/**
 * Measures faults that a visitor would see: content that is cut off, out of reach, on top of each
 * other or too small to press.
 */
import { setViewport } from '@web/test-runner-commands';

/** CSS pixels that rounding may cost. */
const SLACK = 1.5;
/** The smallest target size, in CSS pixels (WCAG 2.2, 2.5.8). */
const TARGET = 24;
/** CSS pixels of height in which text can still be read by scrolling. */
const ROOM = 40;

/** Words of languages that break lines between words, unlike Chinese, Japanese and Thai. */
const SHORT_WORD = /(?<!\S)(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])\p{L}){2,16}(?!\S)/gu;

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=radio], [role=option], [tabindex="0"]';
/** What covers the rest until it is dismissed. */
const OVERLAYS =
	'dialog, aside, header ul, [role=dialog], [role=listbox], [role=menu], [role=alert], [data-overlay], emoji-picker';

/** Elements whose text may be truncated without a `title`, since pressing them shows all of it. */
const LEADS_TO_ALL_OF_IT = [
	// An earlier conversation at home: pressing it shows the last message and its author.
	'section li > button',
	// A preview of unread messages: pressing it opens the chat with the messages.
	'main > ul > li:has(> button)',
	// A campaign, which may be long: the whole card acts as the button, and the conversation begins
	// with its text.
	'article:has(> button)',
	// The desk's list: pressing a row opens the conversation, with its visitor and last message.
	'nav li > a',
].join();

interface Box {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** The themes of a document that has two (`applyTheme`). */
export const BOTH_THEMES = ['light', 'dark'] as const;

/**
 * One line for each fault of what `root` shows in windows of these sizes, in CSS pixels.
 * @param themes the themes to show one after the other; by default the current one
 */
export async function findFaultsIn(
	sizes: readonly (readonly [width: number, height: number])[],
	root: Element = document.body,
	themes?: readonly string[],
): Promise<string[]> {
	const { dataset } = document.documentElement;
	const before = dataset['theme'] ?? 'light';
	const faults: string[] = [];
	for (const [width, height] of sizes) {
		await setViewport({ width, height });
		// Components that measure themselves do so in an animation frame.
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		for (const theme of themes ?? [before]) {
			dataset['theme'] = theme;
			for (const fault of findFaults(root)) faults.push(`${width} by ${height}, ${theme}: ${fault}`);
		}
		dataset['theme'] = before;
	}
	return faults;
}

/** One line for each fault of what is shown in `root`. */
export function findFaults(root: Element): string[] {
	const faults: string[] = [];
	const shown = [...root.querySelectorAll<HTMLElement>('*')].filter(isSeen);
	for (const field of shown) {
		if (!(field instanceof HTMLTextAreaElement) || field.value !== '') continue;
		const { scrollWidth, clientWidth, scrollHeight, clientHeight } = field;
		const fadesOut = getComputedStyle(field).maskImage !== 'none';
		const isHidden = (scrollWidth > clientWidth + SLACK && !fadesOut) || scrollHeight > clientHeight + SLACK;
		if (isHidden) faults.push(`${describe(field)} hides some of "${field.placeholder}"`);
	}
	for (const element of shown) {
		const style = getComputedStyle(element);
		if (!isMeasurable(element, style)) continue;
		const { scrollWidth, scrollHeight, clientHeight } = element;
		// A space that overflows the end of a line is invisible.
		const clientWidth = element.clientWidth + (style.whiteSpace === 'pre-wrap' ? parseFloat(style.fontSize) / 3 : 0);
		// Content that overflows a box without clipping is measured in the box that it gets into.
		const isWideFault = style.overflowX === 'visible' ? hasOwnText(element) : !isRowThatScrolls(style);
		if (scrollWidth > clientWidth + SLACK && isWideFault && !isShortened(element, style)) {
			faults.push(`${describe(element)} is cut off: ${scrollWidth} in ${clientWidth} wide`);
		}
		const isCut = !scrolls(style.overflowY) && style.overflowY !== 'visible';
		if (isCut && scrollHeight > clientHeight + SLACK && !isShortened(element, style)) {
			faults.push(`${describe(element)} is cut off: ${scrollHeight} in ${clientHeight} high`);
		}
		if (scrolls(style.overflowY) && scrollHeight > clientHeight + SLACK && clientHeight < ROOM) {
			faults.push(`${describe(element)} scrolls ${scrollHeight} in ${clientHeight}`);
		}
		const hasDotsAtEnd = style.textOverflow === 'ellipsis' && scrollWidth > clientWidth + SLACK;
		if (hasDotsAtEnd && style.direction !== directionOf(element.textContent)) {
			faults.push(`${describe(element)} lacks its beginning`);
		}
	}
	for (const icon of root.querySelectorAll<SVGSVGElement>('svg[viewBox]')) {
		const { width, height } = icon.getBoundingClientRect();
		if (Math.abs(width - (height * icon.viewBox.baseVal.width) / icon.viewBox.baseVal.height) > SLACK) {
			faults.push(`the icon of ${describe(icon.parentElement ?? document.body)} is squeezed: ${width} by ${height}`);
		}
	}
	const { scrollWidth } = document.documentElement;
	if (scrollWidth > innerWidth + SLACK) faults.push(`the page is ${scrollWidth} in ${innerWidth} wide`);
	for (const element of shown) {
		if (getComputedStyle(element).clipPath !== 'none') continue;
		const { left, right } = visibleBox(element, 'x');
		if (left < -SLACK || right > innerWidth + SLACK) {
			faults.push(`${describe(element)} leaves the window: from ${Math.round(left)} to ${Math.round(right)}`);
		}
	}
	faults.push(...faultsOfControls(shown.filter((element) => element.matches(CONTROLS))));
	return faults;
}

function faultsOfControls(controls: HTMLElement[]): string[] {
	const faults: string[] = [];
	const boxes = new Map<HTMLElement, Box>();
	for (const control of controls) {
		const target = targetOf(control);
		const { width, height } = target.getBoundingClientRect();
		const isInText = getComputedStyle(target).display === 'inline' && target.matches('a');
		if (!isInText && Math.min(width, height) < TARGET - 0.5) {
			faults.push(`${describe(control)} is ${Math.round(width)} by ${Math.round(height)}: too small to hit`);
		}
		for (const word of brokenWords(target)) faults.push(`${describe(control)} breaks "${word}"`);
		const { bottom, top } = visibleBox(target, 'y');
		// The document scrolls where nothing else does.
		const isOut = top + scrollY < -SLACK || bottom + scrollY > document.documentElement.scrollHeight + SLACK;
		if (isOut) faults.push(`${describe(control)} cannot be reached by scrolling`);
		const box = seenBox(target);
		if (box) boxes.set(target, box);
	}
	const list = [...boxes];
	for (const [index, [one, box]] of list.entries()) {
		for (const [other, otherBox] of list.slice(index + 1)) {
			if (one.contains(other) || other.contains(one)) continue;
			if (one.closest(OVERLAYS) !== other.closest(OVERLAYS)) continue;
			const width = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left);
			const height = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top);
			if (width > SLACK && height > SLACK) faults.push(`${describe(one)} overlaps ${describe(other)}`);
		}
	}
	return faults;
}

/** Words that are broken into two lines although a line has room for words of their length. */
function brokenWords(control: HTMLElement): string[] {
	const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
	const broken: string[] = [];
	while (texts.nextNode()) {
		const text = texts.currentNode as Text;
		for (const { 0: word, index } of text.data.matchAll(SHORT_WORD)) {
			const range = document.createRange();
			range.setStart(text, index);
			range.setEnd(text, index + word.length);
			const [first, ...rest] = range.getClientRects();
			if (first && rest.some(({ top }) => top > first.bottom - SLACK)) broken.push(word);
		}
	}
	return broken;
}

/** The direction by the first letter, as for `dir="auto"`. */
function directionOf(text: string): 'ltr' | 'rtl' {
	const [letter = ''] = /\p{L}/u.exec(text) ?? [];
	return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? 'rtl' : 'ltr';
}

function isSeen(element: HTMLElement): boolean {
	if (!element.checkVisibility({ visibilityProperty: true })) return false;
	// What the page's own first view covers in the panel is inert.
	return !element.closest('svg svg, svg *, [data-visually-hidden], video, audio, [part=panel] > [inert]');
}

/** Text for screen readers only, and boxes without a size of their own, are not measured. */
function isMeasurable(element: HTMLElement, style: CSSStyleDeclaration): boolean {
	if (style.display.startsWith('inline') && style.display === 'inline') return false;
	if (style.display === 'contents' || element.clientWidth === 0) return false;
	return !element.matches('svg, img, input, textarea, select, iframe') && style.clipPath === 'none';
}

function hasOwnText(element: HTMLElement): boolean {
	return [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
}

/** A row that is meant to be scrolled sideways, such as cards. */
function isRowThatScrolls({ overflowX, display, flexDirection }: CSSStyleDeclaration): boolean {
	return scrolls(overflowX) && display === 'flex' && flexDirection === 'row';
}

function scrolls(overflow: string): boolean {
	return overflow === 'auto' || overflow === 'scroll';
}

/** Whether an ellipsis shows that there is more, and the full text can be read. */
function isShortened(element: HTMLElement, style: CSSStyleDeclaration): boolean {
	const hasDots = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
	return hasDots && (isTitled(element) || element.closest(LEADS_TO_ALL_OF_IT) !== null);
}

/** Whether hovering shows the full text, by a `title` of the element, or of one around or in it. */
function isTitled(element: HTMLElement): boolean {
	const titled = [element.closest<HTMLElement>('[title]'), ...element.querySelectorAll<HTMLElement>('[title]')];
	return titled.some((candidate) => candidate && words(candidate.title).includes(words(element.textContent)));
}

function words(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}

/** The element that is pressed: a radio that its label draws is as large as the label. */
function targetOf(control: HTMLElement): HTMLElement {
	const isDrawnByLabel = control instanceof HTMLInputElement && /^(?:radio|checkbox|file)$/.test(control.type);
	return (isDrawnByLabel && (control.closest('label') ?? control.labels?.[0])) || control;
}

/**
 * The area to which it can be scrolled: that of the box that scrolls, which may itself be scrolled.
 */
function visibleBox(element: Element, axis: 'x' | 'y'): Box {
	let box = element.getBoundingClientRect();
	for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
		const { overflowX, overflowY } = getComputedStyle(parent);
		if (axis === 'x' ? overflowX !== 'visible' : scrolls(overflowY)) box = parent.getBoundingClientRect();
	}
	return box;
}

/** The part that is visible now, or undefined. */
function seenBox(element: Element): Box | undefined {
	let { left, right, top, bottom } = element.getBoundingClientRect();
	for (let parent = element.parentElement; parent; parent = parent.parentElement) {
		if (getComputedStyle(parent).overflow === 'visible') continue;
		const box = parent.getBoundingClientRect();
		[left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
		[top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
	}
	return right > left && bottom > top ? { left, right, top, bottom } : undefined;
}

function describe(element: HTMLElement): string {
	const name = element.ariaLabel ?? element.textContent.trim();
	const place = typeof element.className === 'string' ? element.className : '';
	return `<${element.localName} class="${place}">${name.slice(0, 40)}`;
}
