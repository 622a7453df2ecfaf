/**
 * Elements of the page that open the chat: children of the tag with `slot="launcher"`, which replace the launcher, and
 * elements that `launcher-for` selects, now or once they are added or changed. Loaded where the page has some.
 */
import type { Host } from '../core/host.ts';

/** The ARIA attributes that such an element gets, and loses again. */
type Marks = Record<'aria-expanded' | 'aria-controls' | 'aria-haspopup', string>;

let count = 0;

/** Follows the page until `signal` is aborted. @param element the tag */
export function followOwnLaunchers(host: Host, element: Element, signal: AbortSignal): void {
	const scopes = [...new Set([document, element.getRootNode() as ParentNode & Node])];
	const selector = readSelector(host.store.get().settings.launcherFor);
	const undos = new Map<Element, () => void>();
	const isNamed = element.id !== '';
	if (!isNamed) element.id = `live-chat-widget-${(count += 1)}`;

	function find(): Set<Element> {
		const selected = selector ? scopes.flatMap((scope) => [...scope.querySelectorAll(selector)]) : [];
		return new Set([...element.querySelectorAll(':scope > [slot=launcher]'), ...selected]);
	}

	function update() {
		const found = find();
		for (const launcher of found) if (!undos.has(launcher)) undos.set(launcher, adopt(launcher));
		for (const launcher of undos.keys()) if (!found.has(launcher)) release(launcher);
	}

	function adopt(launcher: Element): () => void {
		const life = new AbortController();
		const options = { signal: life.signal, passive: true };
		const marks: Marks = {
			'aria-haspopup': 'dialog',
			'aria-controls': element.id,
			'aria-expanded': String(host.store.get().isOpen),
		};
		const before = Object.keys(marks).map((name) => [name, launcher.getAttribute(name)] as const);
		for (const [name, value] of Object.entries(marks)) launcher.setAttribute(name, value);
		launcher.addEventListener('click', toggle, { signal: life.signal });
		for (const sign of ['pointerenter', 'touchstart', 'focus']) {
			launcher.addEventListener(sign, () => host.showInterest(), options);
		}
		return () => {
			life.abort();
			for (const [name, value] of before) {
				if (value === null) launcher.removeAttribute(name);
				else launcher.setAttribute(name, value);
			}
		};
	}

	/** While there is no chat, a link leads to its own address. */
	function toggle(event: Event) {
		if (event.defaultPrevented || host.store.get().channel === 'unknown') return;
		event.preventDefault();
		void host.toggle();
	}

	function release(launcher: Element) {
		undos.get(launcher)?.();
		undos.delete(launcher);
	}

	update();
	const observer = new MutationObserver(update);
	const attributeFilter = ['slot', ...attributesIn(selector)];
	for (const scope of scopes) observer.observe(scope, { childList: true, subtree: true, attributeFilter });
	const unfollow = host.store.subscribe(() => {
		const isExpanded = String(host.store.get().isOpen);
		for (const launcher of undos.keys()) launcher.setAttribute('aria-expanded', isExpanded);
	});
	signal.addEventListener('abort', () => {
		observer.disconnect();
		unfollow();
		for (const launcher of undos.keys()) release(launcher);
		if (!isNamed) element.removeAttribute('id');
	});
}

/** Names of the attributes on which the selector depends, since elements may get or lose them at any time. */
function attributesIn(selector: string): string[] {
	if (!selector) return [];
	const named = [...selector.matchAll(/\[\s*([-\w]+)/g)].flatMap(([, name]) => name?.toLowerCase() ?? []);
	// The attributes that are written here are left out: they could make an element match and not match in turns, without
	// end.
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
