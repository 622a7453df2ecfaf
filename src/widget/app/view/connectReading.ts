/** Marks unread messages as read when the visitor sees them. */
import { atom } from 'jotai/vanilla';
import { hostAtom } from '../../features/host/host.ts';
import { seeMessages, unreadCountAtom } from '../../features/unread/unread.ts';
import { routeAtom } from '../routing/route.ts';
import type { Store } from '../routing/store.ts';

/** Returns the undo. */
export function connectReading(store: Store): () => void {
	const isReadingAtom = atom((get) => get(hostAtom).isOpen && get(routeAtom) === 'messages');
	const see = () => {
		if (store.get(isReadingAtom) && document.visibilityState === 'visible') store.set(seeMessages);
	};
	const undos = [store.sub(isReadingAtom, see), store.sub(unreadCountAtom, see)];
	document.addEventListener('visibilitychange', see);
	see();
	return () => {
		undos.forEach((undo) => undo());
		document.removeEventListener('visibilitychange', see);
	};
}
