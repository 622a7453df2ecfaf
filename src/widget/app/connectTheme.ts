import { atom } from 'jotai/vanilla';
import { applyTheme } from '#ui/applyTheme.ts';
import { hostAtom } from '../features/host/host.ts';
import type { Store } from './routing/store.ts';

/**
 * Sets the theme before React draws, so that the document does not flash white in the dark. Returns
 * the undo.
 */
export function connectTheme(store: Store): () => void {
	const modeAtom = atom((get) => get(hostAtom).darkMode);
	let undo = applyTheme(store.get(modeAtom));
	const unfollow = store.sub(modeAtom, () => {
		undo();
		undo = applyTheme(store.get(modeAtom));
	});
	return () => {
		unfollow();
		undo();
	};
}
