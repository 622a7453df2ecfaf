import { atom, type createStore } from 'jotai/vanilla';
import { hostAtom } from '../features/host/host.ts';
import { applyTheme } from '../ui/applyTheme.ts';

/** The document has its theme before React draws into it, so that nothing flashes white in the dark. Returns the undo. */
export function connectTheme(store: ReturnType<typeof createStore>): () => void {
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
