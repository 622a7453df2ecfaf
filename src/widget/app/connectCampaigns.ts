/** Lets the campaigns of the page come up, for as long as there is nobody in conversation. */
import { atom } from 'jotai/vanilla';
import { loadChunk } from '#client/chunk.ts';
import { activeCampaignAtom } from '../features/campaigns/campaigns.ts';
import { widgetPageAtom } from '../features/channel/channel.ts';
import { hostAtom } from '../features/host/host.ts';
import { isWaitingAtom, shownMessagesAtom } from '../features/messages/messages.ts';
import { followCampaign } from './navigate.ts';
import type { Store } from './store.ts';

/** Returns the undo. */
export function connectCampaigns(store: Store): () => void {
	if (!store.get(widgetPageAtom).hasCampaigns) return () => {};
	const addressAtom = atom((get) => get(hostAtom).referrerUrl);
	const isOpenAtom = atom((get) => get(hostAtom).isOpen);
	const isFreeAtom = atom(
		(get) => !get(isOpenAtom) && !get(isWaitingAtom) && get(shownMessagesAtom).length === 0 && get(addressAtom) !== '',
	);
	let visit: AbortController | undefined;
	/** Here the visitor has looked into the panel. */
	let spentAddress: string | undefined;

	/** Every address is a visit of its own; the clocks of one that is over are stopped. */
	function follow() {
		stop();
		const address = store.get(addressAtom);
		if (store.get(isOpenAtom)) spentAddress = address;
		if (store.get(isFreeAtom) && address !== spentAddress) void watch(address);
	}

	async function watch(address: string) {
		visit = new AbortController();
		const { signal } = visit;
		try {
			const { watchPage } = await loadChunk(() => import('../features/campaigns/watchPage.ts'));
			if (!signal.aborted) await store.set(watchPage, address, signal);
		} catch (error) {
			console.debug('live-chat-widget: campaigns were not loaded', error);
		}
	}

	function stop() {
		visit?.abort();
	}

	const undos = [
		store.sub(addressAtom, follow),
		store.sub(isFreeAtom, follow),
		store.sub(activeCampaignAtom, () => store.set(followCampaign)),
	];
	follow();
	return () => {
		undos.forEach((undo) => undo());
		stop();
	};
}
