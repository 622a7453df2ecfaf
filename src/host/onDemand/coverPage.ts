/** On a small screen the panel covers the whole page; afterwards the page has to be as before. */
import type { Frame } from '../core/frame.ts';
import type { HostApi } from '../core/hostApi.ts';

/** Covers the page whenever the panel is open on a small screen, as long as the frame exists. */
export function coverPage(frame: Frame, host: HostApi): void {
	let cover: AbortController | undefined;

	function update() {
		const { isOpen, isMobile } = host.store.get();
		const isCovered = isOpen && isMobile;
		if (isCovered === (cover !== undefined)) return;
		cover?.abort();
		cover = isCovered ? new AbortController() : undefined;
		if (!cover) return;
		lockScrolling(cover.signal);
		fitVisibleArea(frame, cover.signal);
		closeOnBack(() => host.close(), cover.signal);
	}

	const unfollow = host.store.subscribe(update);
	update();
	frame.signal.addEventListener('abort', () => {
		unfollow();
		cover?.abort();
	});
}

/** How many panels cover the page: of several, the last to close restores the page. */
let covers = 0;
let unlockScrolling = () => {};

/**
 * Keeps the page from scrolling below the panel, and afterwards restores its scroll position and
 * its styles.
 */
function lockScrolling(signal: AbortSignal): void {
	if (covers === 0) unlockScrolling = hideOverflow();
	covers += 1;
	signal.addEventListener('abort', () => {
		covers -= 1;
		if (covers === 0) unlockScrolling();
	});
}

function hideOverflow(): () => void {
	const { scrollX: left, scrollY: top } = window;
	const root = document.documentElement;
	const { style } = root;
	const isStyled = root.hasAttribute('style');
	const [overflow, priority] = [style.getPropertyValue('overflow'), style.getPropertyPriority('overflow')];
	style.setProperty('overflow', 'hidden', 'important');
	return () => {
		// An empty value removes the property. If the page has set it since, the page's value
		// stays.
		style.setProperty('overflow', overflow, priority);
		if (!isStyled && style.length === 0) root.removeAttribute('style');
		scrollTo({ left, top, behavior: 'instant' });
	};
}

/**
 * An on-screen keyboard shrinks the visible area but not the area that `position: fixed` refers to.
 * The panel follows the visible area, so that the composer is above the keyboard. When the visitor
 * has zoomed in, the panel keeps its size, since they want to see a part of it.
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

/**
 * Lets the phone's own back gesture close the chat, in browsers with `CloseWatcher`; the page's
 * history gets no entry. A watcher serves once: where the page has refused that the chat closes,
 * the next gesture needs another.
 */
function closeOnBack(close: () => Promise<void>, signal: AbortSignal): void {
	// TypeScript's library does not have it yet.
	const { CloseWatcher } = window as { CloseWatcher?: new () => EventTarget & { destroy: () => void } };
	if (!CloseWatcher) return;
	const watcher = new CloseWatcher();
	signal.addEventListener('abort', () => watcher.destroy());
	watcher.addEventListener('close', () => void close().then(() => signal.aborted || closeOnBack(close, signal)));
}
