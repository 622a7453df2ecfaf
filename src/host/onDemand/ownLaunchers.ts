/**
 * Elements of the page that open the chat: children of the tag with `slot="launcher"`, which
 * replace the launcher, and elements that `launcher-for` selects, now or once they are added or
 * changed. Loaded where the page has some.
 */
import type { HostApi } from '../core/hostApi.ts';

/** The ARIA attributes that such an element gets, and loses again. */
const MARKS = ['aria-haspopup', 'aria-controls', 'aria-expanded'] as const;

/** What the tag has done to a launcher. */
interface Adopted {
	/** Says what the launcher does now. */
	mark: () => void;
	release: () => void;
}

let count = 0;

/** Follows the page until `signal` is aborted. */
export function followOwnLaunchers(host: HostApi, signal: AbortSignal): void {
	const { element } = host;
	const scopes = [...new Set([document, element.getRootNode() as ParentNode & Node])];
	const selector = readSelector(host.store.get().settings.launcherFor);
	const adopted = new Map<Element, Adopted>();
	const isNamed = element.id !== '';
	if (!isNamed) element.id = `live-chat-widget-${(count += 1)}`;

	function find(): Set<Element> {
		const selected = selector ? scopes.flatMap((scope) => [...scope.querySelectorAll(selector)]) : [];
		return new Set([...element.querySelectorAll(':scope > [slot=launcher]'), ...selected]);
	}

	function update() {
		const found = find();
		for (const launcher of found) if (!adopted.has(launcher)) adopted.set(launcher, adopt(launcher));
		for (const launcher of adopted.keys()) if (!found.has(launcher)) release(launcher);
	}

	function adopt(launcher: Element): Adopted {
		const life = new AbortController();
		const options = { signal: life.signal, passive: true };
		const before = new Map(MARKS.map((name) => [name, launcher.getAttribute(name)]));
		const write = (name: string, value: string | null | undefined) => {
			if (value === null || value === undefined) launcher.removeAttribute(name);
			else launcher.setAttribute(name, value);
		};
		/** What is always open is no dialog, and nothing that the launcher expands. */
		const mark = () => {
			const isFloating = host.panel.isFloating();
			write('aria-haspopup', isFloating ? 'dialog' : before.get('aria-haspopup'));
			write('aria-controls', element.id);
			write('aria-expanded', isFloating ? String(host.store.get().isOpen) : before.get('aria-expanded'));
		};
		mark();
		launcher.addEventListener('click', toggle, { signal: life.signal });
		for (const sign of ['pointerenter', 'touchstart', 'focus']) {
			launcher.addEventListener(sign, () => host.showInterest(), options);
		}
		return {
			mark,
			release() {
				life.abort();
				for (const [name, value] of before) write(name, value);
			},
		};
	}

	/** While there is no chat, a link leads to its own address. */
	function toggle(event: Event) {
		if (event.defaultPrevented || host.store.get().channel === 'unknown') return;
		event.preventDefault();
		void host.toggle();
	}

	function release(launcher: Element) {
		adopted.get(launcher)?.release();
		adopted.delete(launcher);
	}

	update();
	const observer = new MutationObserver(update);
	const attributeFilter = ['slot', ...attributesIn(selector)];
	for (const scope of scopes) observer.observe(scope, { childList: true, subtree: true, attributeFilter });
	const unfollow = host.store.subscribe(() => {
		for (const { mark } of adopted.values()) mark();
	});
	signal.addEventListener('abort', () => {
		observer.disconnect();
		unfollow();
		for (const launcher of adopted.keys()) release(launcher);
		if (!isNamed) element.removeAttribute('id');
	});
}

/**
 * Names of the attributes on which the selector depends, since elements may get or lose them at any
 * time.
 */
function attributesIn(selector: string): string[] {
	if (!selector) return [];
	const named = [...selector.matchAll(/\[\s*([-\w]+)/g)].flatMap(([, name]) => name?.toLowerCase() ?? []);
	// The attributes that are written here are left out: they could make an element match and not
	// match in turns, without end.
	return ['id', 'class', ...named.filter((name) => !/^aria-(expanded|controls|haspopup)$/.test(name))];
}

/** '' for an invalid selector. */
function readSelector(written: string): string {
	try {
		document.createDocumentFragment().querySelector(written || '*');
		return written;
	} catch {
		console.warn(`live-chat-widget: launcher-for="${written}" is no selector.`);
		return '';
	}
}
