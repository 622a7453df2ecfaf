/**
 * Where there is a chat without the page opening it (`hide`, `hide-on`), what opens it by itself (`open-on`), and that the page
 * is asked before (`ask-before`).
 */
import type { Host } from '../core/host.ts';
import { askPage } from './askPage.ts';
import { beginsOpen, openInTab } from '../core/openInTab.ts';

export { askPage };

/** Follows both until `signal` is aborted. By now the server has answered for the channel. */
export function followOccasions(host: Host, signal: AbortSignal): void {
	if (signal.aborted) return;
	const follow = (): void => {
		decide(host);
		const { settings, isOpen } = host.store.get();
		if (isOpen) opened.add(settings.websiteToken);
	};
	if (host.store.get().settings.hideOn) void followRoutes(follow, signal);
	signal.addEventListener('abort', host.store.subscribe(follow), { once: true });
	follow();
	for (const occasion of wordsOf(host.store.get().settings.openOn)) {
		const [, alone, name = alone, amount] = /^(?:(exit-intent)|(scroll|idle)-(\d+))$/.exec(occasion) ?? [];
		const wait = WAITS[name ?? ''];
		if (wait) wait(Number(amount), () => openByItself(host), signal);
		else console.warn(`live-chat-widget: open-on does not know "${occasion}".`);
	}
}

async function followRoutes(onChange: () => void, signal: AbortSignal): Promise<void> {
	const { followAddress } = await import('../onInterest/frameLink.ts');
	if (!signal.aborted) followAddress(onChange, signal);
}

/** Hides the chat or shows it again, as it was. A chat that the page has opened where it is hidden stays. */
function decide(host: Host): void {
	const { settings, isHidden } = host.store.get();
	const isUnwanted = isUnwantedHere(host);
	if (isUnwanted === isHidden) return;
	if (isUnwanted) {
		// Not `close`: the visitor has not closed it.
		host.panel.set(false, true, true);
		host.frame.end();
		// Calls that are under way go on in another frame.
		host.frame.plan();
	} else {
		host.panel.set(beginsOpen(settings), true);
		host.frame.plan();
	}
}

function isUnwantedHere(host: Host): boolean {
	const { settings, look, isMobile } = host.store.get();
	const reasons = wordsOf(settings.hide);
	return (
		(reasons.includes('away') && look?.is_available === false) ||
		(reasons.includes('mobile') && isMobile) ||
		wordsOf(settings.hideOn).some((pattern) => matches(location.pathname, pattern))
	);
}

/** `*` stands for any characters. Compares part by part: a regular expression with several `.*` could take very long. */
function matches(path: string, pattern: string): boolean {
	const [first = '', ...others] = pattern.split('*');
	if (others.length === 0) return path === first;
	const last = others.pop() ?? '';
	let from = first.length;
	for (const part of others) {
		const found = path.indexOf(part, from);
		if (found === -1) return false;
		from = found + part.length;
	}
	return path.startsWith(first) && path.length - last.length >= from && path.endsWith(last);
}

/** The ways in which `open-on` waits for an occasion. */
const WAITS: Record<string, (amount: number, onOccasion: () => void, signal: AbortSignal) => void> = {
	'exit-intent'(_amount, onOccasion, signal) {
		const check = ({ clientY, pointerType }: PointerEvent): void => {
			if (pointerType === 'mouse' && clientY <= 0) onOccasion();
		};
		document.documentElement.addEventListener('pointerleave', check, { signal });
	},

	/** @param percent of the way that the page can be scrolled */
	scroll(percent, onOccasion, signal) {
		const check = (): void => {
			const way = document.documentElement.scrollHeight - innerHeight;
			if (way > 0 && scrollY >= (way * percent) / 100) onOccasion();
		};
		addEventListener('scroll', check, { passive: true, signal });
	},

	idle(seconds, onOccasion, signal) {
		let timer = setTimeout(onOccasion, seconds * 1_000);
		const wait = (): void => {
			clearTimeout(timer);
			timer = setTimeout(onOccasion, seconds * 1_000);
		};
		for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'touchstart']) {
			addEventListener(sign, wait, { passive: true, capture: true, signal });
		}
		signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
	},
};

function openByItself(host: Host): void {
	const { settings, isHidden, isMobile } = host.store.get();
	if (isHidden || isMobile || opened.has(settings.websiteToken) || openInTab(settings)) return;
	opened.add(settings.websiteToken);
	const open = async () => {
		host.panel.open(true);
		host.frame.start();
	};
	void (settings.askBefore.includes('open') ? askPage(host, 'open', open) : open());
}

/** Website tokens of the chats that were open in this page, for browsers that deny the page its storage. */
const opened = new Set<string>();

function wordsOf(list: string): string[] {
	return list.split(/\s+/).filter(Boolean);
}
