/**
 * The address's fragment names the conversation that is shown, so that links, the back button and reloads work by themselves.
 */
import { atom } from 'jotai/vanilla';
import type { Store } from './store.ts';

const CONVERSATION = /^#\/conversations\/(\d+)$/;

const fragmentAtom = atom('');

/** Display id of the conversation that is shown, or undefined while only the list is. */
export const selectedIdAtom = atom((get) => {
	const id = CONVERSATION.exec(get(fragmentAtom))?.[1];
	return id === undefined ? undefined : Number(id);
});

export function conversationHref(id: number): string {
	return `#/conversations/${id}`;
}

export const LIST_HREF = '#/';

/** Follows the address from now on; returns the undo. */
export function connectAddress(store: Store): () => void {
	const follow = (): void => store.set(fragmentAtom, location.hash);
	follow();
	addEventListener('hashchange', follow);
	return () => removeEventListener('hashchange', follow);
}
