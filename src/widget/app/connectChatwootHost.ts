/** The page has Chatwoot's script, or one that never answers. Loaded where no page has said which. */
import type { WidgetChannel } from '#protocol/channel.ts';
import { HOST_PATIENCE } from '#protocol/limits.ts';
import { loadAgents } from '../features/availability/agents.ts';
import { hostAtom, learnAboutHost } from '../features/host/host.ts';
import { authTokenAtom } from '../features/session/session.ts';
import { openChatwootHostChannel } from '../bridge/chatwootHostChannel.ts';
import { connectCampaigns } from './connectCampaigns.ts';
import { connectHost } from './connectHost.ts';
import { toggleOpen } from './navigate.ts';
import { reportToHost } from './reportToHost.ts';
import type { Store } from './store.ts';

/**
 * A page that does not answer has only put the chat into a frame: then it shows, as in a window of its own, until one does
 * answer after all. A frame that nobody can see belongs to a page that is slow, and nothing in it has been read. Returns the undo.
 */
export function connectChatwootHost(store: Store, channel: WidgetChannel): () => void {
	const eyes = new IntersectionObserver((entries) => {
		if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
		eyes.disconnect();
		store.set(learnAboutHost, { isPresent: false });
		store.set(toggleOpen, true);
		void store.set(loadAgents);
	});
	const timer = setTimeout(() => eyes.observe(document.documentElement), HOST_PATIENCE);

	function stopWaiting() {
		clearTimeout(timer);
		eyes.disconnect();
	}

	function welcome() {
		stopWaiting();
		if (store.get(hostAtom).isPresent) return;
		store.set(learnAboutHost, { isPresent: true });
		store.set(toggleOpen, false);
	}

	const host = connectHost(store, (onMessage) =>
		openChatwootHostChannel({ onMessage, onAnswer: welcome, readToken: () => store.get(authTokenAtom) }),
	);
	const undos = [reportToHost(store, host, { ...channel }), host.close, connectCampaigns(store)];
	return () => {
		stopWaiting();
		for (const undo of undos) undo();
	};
}
