import { hostAtom } from '../../features/host/host.ts';
import { askToClose } from '../routing/navigate.ts';
import type { Store } from '../routing/store.ts';

/**
 * Escape closes the panel, unless it ends a composition of an input method. A window of the chat's
 * own stays open. Returns the undo.
 */
export function connectKeyboard(store: Store): () => void {
	const handle = (event: KeyboardEvent) => {
		if (event.key === 'Escape' && !event.isComposing && store.get(hostAtom).isPresent) store.set(askToClose);
	};
	document.addEventListener('keydown', handle);
	return () => document.removeEventListener('keydown', handle);
}
