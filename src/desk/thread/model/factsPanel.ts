/**
 * Whether the visitor's facts are shown, and whether they lie over the thread
 * (`ThreadView.module.css`).
 */
import { useAtomValue } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { useSyncExternalStore } from 'react';

/** Undefined until the agent chooses: it then depends on the window's width. */
const choiceAtom = atom<boolean>();

const wide = matchMedia('(min-width: 1100px)');

export const toggleFacts = atom(null, (get, set) => set(choiceAtom, !(get(choiceAtom) ?? wide.matches)));

/** Another conversation is to be shown: over it, nothing lies. */
export const uncoverThread = atom(null, (_get, set) => {
	if (!wide.matches) set(choiceAtom, undefined);
});

export function useFactsPanel(): { isOpen: boolean; isOver: boolean } {
	const choice = useAtomValue(choiceAtom);
	const isWide = useSyncExternalStore(follow, () => wide.matches);
	return { isOpen: choice ?? isWide, isOver: !isWide };
}

function follow(onChange: () => void): () => void {
	wide.addEventListener('change', onChange);
	return () => wide.removeEventListener('change', onChange);
}
