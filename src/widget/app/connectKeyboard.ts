import type { createStore } from 'jotai/vanilla';
import { askToClose } from './navigate.ts';

/** Escape closes the chat, unless it ends a word in an input method (specification section 2). Returns the undo. */
export function connectKeyboard(store: ReturnType<typeof createStore>): () => void {
	const handle = (event: KeyboardEvent) => {
		if (event.key === 'Escape' && !event.isComposing) store.set(askToClose);
	};
	document.addEventListener('keydown', handle);
	return () => document.removeEventListener('keydown', handle);
}
