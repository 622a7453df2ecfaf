/**
 * A chat that is always open is where the page has put it, which may be far from the button that
 * the visitor has pressed: what would open a panel leads them there instead.
 */
import type { HostApi } from '../core/hostApi.ts';

/**
 * Scrolls to the chat and gives it the focus: its panel at once, and the frame in it as soon as
 * that listens.
 */
export async function bringIntoView(host: HostApi): Promise<void> {
	const { element } = host;
	// A chat that is in view stays where it is, and a page says by `scroll-margin` what covers its
	// edges.
	element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
	element.shadowRoot?.getElementById('panel')?.focus({ preventScroll: true });
	const root = element.getRootNode() as Document | ShadowRoot;
	const { activeElement } = root;
	await host.call();
	// The browser has to have drawn the frame, as for a panel that opens (`HostView.tsx`).
	await new Promise(requestAnimationFrame);
	// The visitor may have moved the focus by then.
	if (root.activeElement === activeElement) host.store.get().frame?.iframe?.focus({ preventScroll: true });
}
