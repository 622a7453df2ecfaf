/**
 * Shows the page's campaigns while the visitor has no conversation. Loaded for channels that have
 * campaigns.
 */
import { atom } from 'jotai/vanilla';
import { activeCampaignAtom } from '../../features/campaigns/campaigns.ts';
import { watchPage } from '../../features/campaigns/watchPage.ts';
import { hostAtom } from '../../features/host/host.ts';
import { localeAtom } from '../../features/language/language.ts';
import { isWaitingAtom, shownMessagesAtom } from '../../features/messages/messages.ts';
import { followCampaign } from '../routing/navigate.ts';
import type { Store } from '../routing/store.ts';

/** Follows the page's address until `signal` is aborted. */
export function followCampaigns(store: Store, signal: AbortSignal): void {
	const addressAtom = atom((get) => get(hostAtom).referrerUrl);
	const isFreeAtom = atom(
		(get) => !get(isWaitingAtom) && get(shownMessagesAtom).length === 0 && get(addressAtom) !== '',
	);
	let visit: AbortController | undefined;

	/** Restarts the campaigns' timers for each address, and stops those of the address before. */
	function follow() {
		stop();
		if (store.get(isFreeAtom)) void watch(store.get(addressAtom));
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
		// They are in the language of the chat.
		store.sub(localeAtom, follow),
		store.sub(activeCampaignAtom, () => store.set(followCampaign)),
	];
	follow();
	signal.addEventListener('abort', () => {
		undos.forEach((undo) => undo());
		stop();
	});
}
