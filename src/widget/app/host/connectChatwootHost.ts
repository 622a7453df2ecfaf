// chunk: elsewhere
/**
 * For a page that has not said that it hosts frames of ours: it has Chatwoot's script, or shows the
 * frame without a script. Loaded for such pages only.
 */
import type { WidgetChannel } from '#protocol/entities/channel.ts';
import { HOST_TIMEOUT } from '#protocol/base/limits.ts';
import { loadAgents } from '../../features/availability/agents.ts';
import { hostAtom, updateHostFacts } from '../../features/host/host.ts';
import { authTokenAtom } from '../../features/session/session.ts';
import { openChatwootHostChannel } from '../../bridge/chatwootHostChannel.ts';
import { connectCampaigns } from './connectCampaigns.ts';
import { connectHost } from './connectHost.ts';
import { toggleOpen } from '../routing/navigate.ts';
import { reportToHost } from './reportToHost.ts';
import { isPreviewAtom } from '../routing/route.ts';
import type { Store } from '../routing/store.ts';

/**
 * Waits for Chatwoot's script. If none answers, the page has only embedded the frame: the chat is
 * then open, as in a window of its own, until a script answers after all. It does not open while it
 * is not visible, since then the script may only be slow, and messages would count as read. Returns
 * the undo.
 */
export function connectChatwootHost(store: Store, channel: WidgetChannel): () => void {
	const observer = new IntersectionObserver((entries) => {
		if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
		observer.disconnect();
		store.set(updateHostFacts, { isPresent: false });
		store.set(toggleOpen, true);
		void store.set(loadAgents);
	});
	const timer = setTimeout(() => observer.observe(document.documentElement), HOST_TIMEOUT);

	function stopWaiting() {
		clearTimeout(timer);
		observer.disconnect();
	}

	function welcome() {
		stopWaiting();
		if (store.get(hostAtom).isPresent) return;
		store.set(updateHostFacts, { isPresent: true });
		store.set(toggleOpen, false);
	}

	const host = connectHost(store, (onMessage) =>
		openChatwootHostChannel({ onMessage, onAnswer: welcome, readToken: () => store.get(authTokenAtom) }),
	);
	const undos = [
		reportToHost(store, host, { ...channel }),
		host.close,
		connectCampaigns(store),
		store.sub(isPreviewAtom, () => showPageAround(store.get(isPreviewAtom))),
	];
	return () => {
		stopWaiting();
		for (const undo of undos) undo();
	};
}

/**
 * Browsers draw a ground behind a document whose colour scheme is another than its frame's, which
 * that script leaves to the page's: mostly light.
 */
function showPageAround(isPreview: boolean): void {
	document.documentElement.toggleAttribute('data-over-page', isPreview);
}
