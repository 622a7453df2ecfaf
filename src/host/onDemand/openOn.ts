/** What opens the chat by itself (`open-on`). */
import type { HostApi } from '../core/hostApi.ts';
import { storedOpenState } from '../core/openState.ts';
import { askPage } from './askPage.ts';
import { wordsOf } from './wordsOf.ts';

export function followOpenOn(host: HostApi, signal: AbortSignal): void {
	const note = (): void => {
		const { settings, isOpen } = host.store.get();
		if (isOpen) opened.add(settings.websiteToken);
	};
	signal.addEventListener('abort', host.store.subscribe(note), { once: true });
	note();
	for (const occasion of wordsOf(host.store.get().settings.openOn)) {
		const [, alone, name = alone, amount] = /^(?:(exit-intent)|(scroll|idle)-(\d+))$/.exec(occasion) ?? [];
		const wait = WAITS[name ?? ''];
		if (wait) wait(Number(amount), () => openByItself(host), signal);
		else console.warn(`live-chat-widget: open-on does not know "${occasion}".`);
	}
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

function openByItself(host: HostApi): void {
	const { settings, isHidden, isMobile } = host.store.get();
	if (isHidden || isMobile || opened.has(settings.websiteToken) || storedOpenState(settings)) return;
	opened.add(settings.websiteToken);
	const open = async () => {
		host.panel.open(true);
		host.frame.start();
	};
	void (settings.askBefore.includes('open') ? askPage(host, 'open', open) : open());
}

/**
 * Website tokens of the chats that were open in this page, for browsers that deny the page its
 * storage.
 */
const opened = new Set<string>();
