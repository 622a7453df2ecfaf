/** Lets the campaigns of the page come up, for as long as there is nobody in conversation. Loaded where there are some. */
import { atom } from 'jotai/vanilla';
import { activeCampaignAtom } from '../features/campaigns/campaigns.ts';
import { watchPage } from '../features/campaigns/watchPage.ts';
import { hostAtom } from '../features/host/host.ts';
import { isWaitingAtom, shownMessagesAtom } from '../features/messages/messages.ts';
import { followCampaign } from './navigate.ts';
import type { Store } from './store.ts';

/** Until `signal`. */
export function followCampaigns(store: Store, signal: AbortSignal): void {
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
		try {
			await store.set(watchPage, address, visit.signal);
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
	signal.addEventListener('abort', () => {
		undos.forEach((undo) => undo());
		stop();
	});
}
