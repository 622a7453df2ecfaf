/** The controls of a page as the accessibility tree has them, through shadow roots and frames. */
import type { ElementHandle, Page, SerializedAXNode } from 'puppeteer-core';

export interface Control {
	/** Role, name, and which one of those that share both: the same in each visit of a view. */
	key: string;
	role: string;
	name: string;
	node: SerializedAXNode;
}

const ROLES: ReadonlySet<string> = new Set([
	'button',
	'link',
	'menuitem',
	'menuitemcheckbox',
	'menuitemradio',
	'tab',
	'checkbox',
	'radio',
	'switch',
	'combobox',
	'option',
	'textbox',
	'searchbox',
	'spinbutton',
	'slider',
	'treeitem',
	'gridcell',
	'DisclosureTriangle',
	'ColorWell',
	'Date',
	'DateTime',
	'InputTime',
]);

/** The browser's own parts in them are its business. */
const WHOLE: ReadonlySet<string> = new Set([
	'combobox',
	'Video',
	'Audio',
	'Date',
	'DateTime',
	'InputTime',
	'spinbutton',
]);

export async function listControls(page: Page): Promise<Control[]> {
	const root = await page.accessibility.snapshot({ includeIframes: true });
	const controls: Control[] = [];
	const seen = new Map<string, number>();
	const visit = (node: SerializedAXNode): void => {
		if (ROLES.has(node.role) && !node.disabled) {
			// Times and counts change by themselves.
			const name = (node.name ?? '').replace(/\d+/g, '#').slice(0, 80);
			const kind = `${node.role} "${name}"`;
			const count = (seen.get(kind) ?? 0) + 1;
			seen.set(kind, count);
			controls.push({ key: count === 1 ? kind : `${kind} ${count}`, role: node.role, name, node });
		}
		if (!WHOLE.has(node.role)) for (const child of node.children ?? []) visit(child);
	};
	if (root) visit(root);
	return controls;
}

/** Where to press, in the window's coordinates; what covers it; or why nobody can press there. */
export type Spot = { x: number; y: number } | { isHidden: true } | { cover: string };

/** Scrolls the control into view, as a person does, and finds its centre. */
export async function findSpot(page: Page, element: ElementHandle): Promise<Spot> {
	const found = await element.evaluate(async (node) => {
		if (!(node instanceof Element)) return { cover: 'no element' };
		const deepest = (x: number, y: number): Element | null => {
			let hit = document.elementFromPoint(x, y);
			for (;;) {
				const inner: Element | null | undefined = hit?.shadowRoot?.elementFromPoint(x, y);
				if (!inner || inner === hit) return hit;
				hit = inner;
			}
		};
		const contains = (outer: Element, inner: Element): boolean => {
			for (let at: Node | null = inner; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null))
				if (at === outer) return true;
			return false;
		};
		const labels =
			node instanceof HTMLInputElement || node instanceof HTMLSelectElement ? [...(node.labels ?? [])] : [];
		const describe = (hit: Element | null) =>
			hit
				? `<${hit.localName} class="${hit.getAttribute('class') ?? ''}"> ${hit.textContent.trim().slice(0, 40)}`
				: 'nothing';
		let cover = '';
		for (const target of [node, ...labels]) {
			for (const block of ['nearest', 'nearest', 'nearest', 'center', 'center', 'start'] as const) {
				target.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
				// A list may draw other messages then.
				await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
				// A link of several lines has its centre beside its words.
				const rects = [...target.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
				const rect = rects.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
				if (!rect) break;
				const x = rect.left + rect.width / 2;
				const y = rect.top + rect.height / 2;
				const hit = deepest(x, y);
				if (hit && (contains(target, hit) || labels.some((label) => contains(label, hit)))) {
					const own = node.getBoundingClientRect();
					return { x: x - own.left, y: y - own.top, isFramed: window !== window.top };
				}
				cover = describe(hit);
				// The virtualiser of the messages lets nothing be pressed while they are scrolled.
				await new Promise((resolve) => setTimeout(resolve, 200));
			}
		}
		return { cover };
	});
	if ('cover' in found) return found.cover === '' ? { isHidden: true } : { cover: found.cover ?? '' };
	const box = await element.boundingBox();
	if (!box) return { isHidden: true };
	const spot = { x: box.x + (found.x ?? 0), y: box.y + (found.y ?? 0) };
	if (!found.isFramed) return spot;
	const cover = await page.evaluate(({ x, y }) => {
		let hit = document.elementFromPoint(x, y);
		while (hit?.shadowRoot?.elementFromPoint(x, y)) hit = hit.shadowRoot.elementFromPoint(x, y);
		return hit instanceof HTMLIFrameElement ? '' : (hit?.outerHTML.slice(0, 60) ?? 'the edge of the window');
	}, spot);
	return cover === '' ? spot : { cover };
}

/** How a control is pressed. */
export type Manner = 'press' | 'tick' | 'choose' | 'write' | 'slide' | 'open';

export interface Nature {
	manner: Manner;
	/** What is typed into it. */
	letters: string;
	/** Why pressing it may do nothing. */
	idle?: string;
}

/** Runs in the page. */
export function readNature(node: Node): Nature | undefined {
	if (!(node instanceof HTMLElement) && !(node instanceof SVGElement)) return undefined;
	const role = node.getAttribute('role') ?? '';
	if (node instanceof HTMLOptionElement) return undefined;
	if (node instanceof HTMLSelectElement)
		return { manner: 'choose', letters: '', ...(node.options.length < 2 && { idle: 'there is one choice' }) };
	if (node instanceof HTMLTextAreaElement || node instanceof HTMLInputElement) {
		const { type } = node;
		if (type === 'range') return { manner: 'slide', letters: '' };
		if (type === 'color') return { manner: 'open', letters: '' };
		if (type === 'checkbox') return { manner: 'tick', letters: '' };
		if (type === 'radio')
			return { manner: 'tick', letters: '', ...(node.matches(':checked') && { idle: 'it is chosen' }) };
		if (!['submit', 'button', 'reset', 'file', 'image'].includes(type)) {
			const letters = { number: '12', date: '01022030', time: '0915', 'datetime-local': '01022030', month: '02' }[type];
			const isNumeric = type === 'tel' || node.inputMode === 'numeric' || node.inputMode === 'tel';
			const idle = node.readOnly ? { idle: 'it is to be read' } : {};
			return { manner: 'write', letters: letters ?? (isNumeric ? '157' : 'quay'), ...idle };
		}
	}
	if (node instanceof HTMLElement && node.isContentEditable) return { manner: 'write', letters: 'quay' };
	const is = (name: string, value = 'true') => node.getAttribute(name) === value;
	const isTick = ['checkbox', 'switch', 'menuitemcheckbox', 'radio'].includes(role);
	const isChosen =
		['radio', 'menuitemradio', 'option', 'tab'].includes(role) && (is('aria-checked') || is('aria-selected'));
	const isHere = node.hasAttribute('aria-current') && !is('aria-current', 'false');
	const protocol = node instanceof HTMLAnchorElement ? node.protocol : 'http:';
	const idle = isChosen
		? 'it is chosen'
		: isHere
			? 'it is where one is'
			: /^(https?|blob|data):/.test(protocol)
				? undefined
				: 'it starts another program';
	return { manner: isTick && role !== 'menuitemcheckbox' ? 'tick' : 'press', letters: '', ...(idle && { idle }) };
}
