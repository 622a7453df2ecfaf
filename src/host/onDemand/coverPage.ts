/** What it takes for the panel to be all that there is on a small screen, and for the page to be as before afterwards. */
import type { Frame } from '../core/frame.ts';
import type { Host } from '../core/host.ts';

/** For as long as the frame lives, whenever the panel covers the page. */
export function coverPage(frame: Frame, host: Host): void {
	let cover: AbortController | undefined;

	function update() {
		const { isOpen, isMobile } = host.store.get();
		const isCovered = isOpen && isMobile;
		if (isCovered === (cover !== undefined)) return;
		cover?.abort();
		cover = isCovered ? new AbortController() : undefined;
		if (!cover) return;
		holdPage(cover.signal);
		fitVisibleArea(frame, cover.signal);
		closeOnBack(() => void host.close(), cover.signal);
	}

	const unfollow = host.store.subscribe(update);
	update();
	frame.signal.addEventListener('abort', () => {
		unfollow();
		cover?.abort();
	});
}

/** How many panels cover the page: several may, and the last one to go gives the page back. */
let covers = 0;
let giveBack = () => {};

/** The page does not scroll below the panel, and is where it was afterwards, with the styles that it had. */
function holdPage(signal: AbortSignal): void {
	if (covers === 0) giveBack = holdScrolling();
	covers += 1;
	signal.addEventListener('abort', () => {
		covers -= 1;
		if (covers === 0) giveBack();
	});
}

function holdScrolling(): () => void {
	const { scrollX: left, scrollY: top } = window;
	const root = document.documentElement;
	const { style } = root;
	const isStyled = root.hasAttribute('style');
	const [overflow, priority] = [style.getPropertyValue('overflow'), style.getPropertyPriority('overflow')];
	style.setProperty('overflow', 'hidden', 'important');
	return () => {
		// An empty value removes it. What the page has written there meanwhile stays.
		style.setProperty('overflow', overflow, priority);
		if (!isStyled && style.length === 0) root.removeAttribute('style');
		scrollTo({ left, top, behavior: 'instant' });
	};
}

/**
 * A keyboard makes what is to be seen smaller, but not what `position: fixed` goes by: the panel goes by what is to be seen,
 * and so the composer is above the keyboard. A visitor who has zoomed in wants to see a part of it, and it stays as it is.
 */
function fitVisibleArea(frame: Frame, signal: AbortSignal): void {
	const { visualViewport } = window;
	if (!visualViewport) return;
	const style = frame.iframe?.closest<HTMLElement>('[part=panel]')?.style;

	function fit() {
		if (!visualViewport || visualViewport.scale > 1.01) return;
		style?.setProperty('--_visible-top', `${visualViewport.offsetTop}px`);
		style?.setProperty('--_visible-height', `${visualViewport.height}px`);
	}

	fit();
	for (const change of ['resize', 'scroll']) visualViewport.addEventListener(change, fit, { signal });
	signal.addEventListener('abort', () => {
		style?.removeProperty('--_visible-top');
		style?.removeProperty('--_visible-height');
	});
}

/** The phone's own way back closes the chat, where browsers tell of it; nothing is added to the page's history. */
function closeOnBack(close: () => void, signal: AbortSignal): void {
	// TypeScript does not know it yet.
	const { CloseWatcher } = window as { CloseWatcher?: new () => EventTarget & { destroy: () => void } };
	if (!CloseWatcher) return;
	const watcher = new CloseWatcher();
	watcher.addEventListener('close', close);
	signal.addEventListener('abort', () => watcher.destroy());
}
