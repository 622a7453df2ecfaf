/** What a page shows, with its shadow roots and frames, and what has the focus. */
import type { Frame, Page } from 'puppeteer-core';
import type { Traces } from './traces.ts';

export interface State {
	/** The documents, written out. */
	shown: string;
	scroll: string;
	/** Addresses of the page and of its frames. */
	places: string[];
	/** The focused element, written out; `body` where it is on none. */
	focus: string;
	/** How many menus, dialogs and the like are open. */
	overlays: number;
	/** How many fields are marked as wrong. */
	invalid: number;
	/** How many messages say at present what went wrong. */
	alerts: number;
	/** When each document began, and the one that has the focus. */
	documents: number[];
	born: number;
}

export async function readState(page: Page): Promise<State> {
	const parts = await Promise.all(page.frames().map(readFrame));
	const known = parts.filter((part) => part !== undefined);
	return {
		shown: known.map(({ shown }) => shown).join('\n'),
		scroll: known.map(({ scroll }) => scroll).join(' | '),
		places: known.map(({ place }) => place),
		documents: known.map(({ born }) => born),
		...readFocus(page.mainFrame(), known),
		overlays: known.reduce((sum, { overlays }) => sum + overlays, 0),
		invalid: known.reduce((sum, { invalid }) => sum + invalid, 0),
		alerts: known.reduce((sum, { alerts }) => sum + alerts, 0),
	};
}

type Part = Awaited<ReturnType<typeof read>> & { frame: Frame };

async function readFrame(frame: Frame): Promise<Part | undefined> {
	// A frame that is being replaced has nothing to read.
	const part = await frame.evaluate(read).catch(() => undefined);
	return part && { ...part, frame };
}

function readFocus(frame: Frame, parts: readonly Part[]): Pick<State, 'focus' | 'born'> {
	const part = parts.find((candidate) => candidate.frame === frame);
	if (!part) return { focus: 'body', born: 0 };
	const children = parts.filter((known) => known.frame.parentFrame() === frame);
	const inner = part.isInFrame && (children.find(({ hasFocus }) => hasFocus) ?? children[0])?.frame;
	return inner ? readFocus(inner, parts) : { focus: part.focus, born: part.born };
}

/** Runs in the page. */
function read() {
	const words: string[] = [document.title];
	const scrolled: string[] = [];
	let count = 0;
	let overlays = 0;
	let invalid = 0;
	let alerts = 0;
	const OVERLAY = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [aria-expanded=true]';
	// Made anew in each page load, and names what other attributes say too.
	const left = new Set(['id', 'for', 'name', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns']);
	const describe = (element: Element): string =>
		[...element.attributes]
			.filter(({ name }) => !left.has(name))
			.map(({ name, value }) => `${name}=${value}`)
			.join(' ');
	const visit = (node: Node): void => {
		if (node instanceof Text) {
			const text = node.data.trim();
			if (text) words.push(text);
			return;
		}
		if (node instanceof Element) {
			count += 1;
			if (/^(script|style|link|meta|noscript|template)$/i.test(node.tagName)) return;
			words.push(`<${node.localName} ${describe(node)}>`);
			const root = node.getRootNode();
			// The library's picker is one part.
			const isOwn = !(root instanceof ShadowRoot && root.host.localName === 'emoji-picker');
			if (isOwn && node.matches(OVERLAY)) overlays += 1;
			if (node.matches('[aria-invalid=true]')) invalid += 1;
			if (node.matches('[role=alert], [data-state=failed]') && node.textContent.trim() !== '') alerts += 1;
			if (node instanceof HTMLInputElement) words.push(node.type === 'file' ? '' : node.value, String(node.checked));
			if (node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement) words.push(node.value);
			if (node.scrollTop || node.scrollLeft) scrolled.push(`${count},${node.scrollTop},${node.scrollLeft}`);
			if (node.shadowRoot) visit(node.shadowRoot);
		}
		for (const child of node.childNodes) visit(child);
	};
	visit(document);
	let active = document.activeElement;
	while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
	const root = active?.getRootNode();
	const all = root instanceof Document || root instanceof ShadowRoot ? [...root.querySelectorAll('*')] : [];
	return {
		shown: words.join('\n'),
		scroll: scrolled.join(' '),
		place: location.href.replace(/#\/?$/, ''),
		overlays,
		invalid,
		alerts,
		born: performance.timeOrigin,
		isInFrame: active instanceof HTMLIFrameElement,
		hasFocus: document.hasFocus(),
		focus:
			active === null || active === document.body || active === document.documentElement
				? 'body'
				: `<${active.localName} ${describe(active)}> ${active.textContent.trim().slice(0, 40)} ${all.indexOf(active)}`,
	};
}

/**
 * The state once nothing changes any more: no request is open, nothing moves, and for a moment
 * nothing has been drawn anew.
 */
export async function settle(page: Page, traces: Traces, patience = 8_000): Promise<State> {
	const end = Date.now() + patience;
	do {
		// A frame that is being replaced has no answer.
		await Promise.all(page.frames().map((frame) => frame.evaluate(becomeQuiet, patience).catch(() => undefined)));
	} while (traces.isWaiting && Date.now() < end);
	traces.forgetRequests();
	return readState(page);
}

/** Runs in the page. Resolves when nothing has changed for a moment, and nothing moves. */
function becomeQuiet(patience: number): Promise<void> {
	const QUIET = 50;
	const roots: (Document | ShadowRoot)[] = [];
	const collect = (root: Document | ShadowRoot): void => {
		roots.push(root);
		for (const element of root.querySelectorAll('*')) if (element.shadowRoot) collect(element.shadowRoot);
	};
	collect(document);
	const isMoving = () =>
		document.readyState !== 'complete' ||
		roots.some((root) =>
			root
				.getAnimations()
				.some(
					({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
				),
		);
	return new Promise((resolve) => {
		const began = performance.now();
		let changed = began;
		const observer = new MutationObserver(() => (changed = performance.now()));
		for (const root of roots)
			observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
		const look = (): void => {
			const now = performance.now();
			if (now - began < patience && (now - changed < QUIET || isMoving())) return void setTimeout(look, QUIET / 2);
			observer.disconnect();
			resolve();
		};
		setTimeout(look, QUIET);
	});
}

/** Scrolls everything to where it was. */
export async function scrollBack(page: Page, scroll: string): Promise<void> {
	await Promise.all(
		page
			.frames()
			.map((frame, index) => frame.evaluate(scrollAll, scroll.split(' | ')[index] ?? '').catch(() => undefined)),
	);
}

/** Runs in the page. */
function scrollAll(scroll: string): void {
	const wanted = new Map(
		scroll.split(' ').map((entry) => [Number(entry.split(',')[0]), entry.split(',').slice(1).map(Number)]),
	);
	let count = 0;
	const visit = (root: Document | ShadowRoot): void => {
		for (const element of root.querySelectorAll('*')) {
			const [top = 0, left = 0] = wanted.get((count += 1)) ?? [];
			if (element.scrollTop !== top) element.scrollTop = top;
			if (element.scrollLeft !== left) element.scrollLeft = left;
			if (element.shadowRoot) visit(element.shadowRoot);
		}
	};
	visit(document);
}
