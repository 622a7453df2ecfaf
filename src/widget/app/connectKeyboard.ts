import type { createStore } from 'jotai/vanilla';
import { hostAtom } from '../features/host/host.ts';
import { askToClose } from './navigate.ts';

/**
 * Escape closes the panel, unless it ends a word in an input method (specification section 2). A window of the chat's own stays.
 * Returns the undo.
 */
export function connectKeyboard(store: ReturnType<typeof createStore>): () => void {
	const handle = (event: KeyboardEvent) => {
		if (event.key === 'Escape' && !event.isComposing && store.get(hostAtom).isPresent) store.set(askToClose);
	};
	document.addEventListener('keydown', handle);
	return () => document.removeEventListener('keydown', handle);
}
