/** Starts the campaigns of websites that have some. */
import { loadChunk } from '#client/chunk.ts';
import { widgetPageAtom } from '../../features/channel/channel.ts';
import type { Store } from '../routing/store.ts';

/** Returns the undo. */
export function connectCampaigns(store: Store): () => void {
	const life = new AbortController();
	const { signal } = life;
	if (store.get(widgetPageAtom).hasCampaigns) {
		void loadChunk(() => import('./followCampaigns.ts')).then(
			({ followCampaigns }) => signal.aborted || followCampaigns(store, signal),
			console.debug,
		);
	}
	return () => life.abort();
}
