/**
 * Stores the view, since a page may move the frame: the browser then loads the document again, and
 * the hash that held the view is lost.
 */
import { readStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { stayHere } from './navigate.ts';
import { isPreviewAtom, routeAtom } from './route.ts';
import type { Store } from './store.ts';

const keyOf = (store: Store) => `view:${store.get(channelAtom).websiteToken}`;

/** Restores the stored view. It has to run before the route is read from the hash. */
export function restoreView(store: Store): void {
	const hash = readStored(keyOf(store));
	if (typeof hash !== 'string' || !hash.startsWith('#/')) return;
	history.replaceState(history.state, '', hash);
	store.set(stayHere);
}

/** Stores the view whenever it changes. Returns the undo. */
export function persistView(store: Store): () => void {
	return store.sub(routeAtom, () => {
		if (!store.get(isPreviewAtom)) writeStored(keyOf(store), location.hash);
	});
}
