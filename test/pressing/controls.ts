/** The controls of a page as the accessibility tree has them, through shadow roots and frames. */
import type { Page, SerializedAXNode } from 'puppeteer-core';

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
	'ColorWell',
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
		if (type === 'color') return { manner: 'open', letters: '', idle: 'its picker is a window of the browser' };
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
