/** The view, for a page that moves the frame: the hash owns it, and goes with the document that the browser throws away. */
import { readStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../features/channel/channel.ts';
import { stayHere } from './navigate.ts';
import { isPreviewAtom, routeAtom } from './route.ts';
import type { Store } from './store.ts';

const keyOf = (store: Store) => `view:${store.get(channelAtom).websiteToken}`;

/** Before the route is taken from the hash. */
export function resumeView(store: Store): void {
	const hash = readStored(keyOf(store));
	if (typeof hash !== 'string' || !hash.startsWith('#/')) return;
	history.replaceState(history.state, '', hash);
	store.set(stayHere);
}

/** Returns the undo. */
export function keepView(store: Store): () => void {
	return store.sub(routeAtom, () => {
		if (!store.get(isPreviewAtom)) writeStored(keyOf(store), location.hash);
	});
}
