/** Whether the visitor's facts are shown beside the thread. */
import { type Atom, atom } from 'jotai/vanilla';

/** Undefined until the agent chooses: it then depends on the window's width. */
const choiceAtom = atom<boolean>();

/** In a narrower window the facts lie over the thread. */
const hasRoom = (): boolean => matchMedia('(min-width: 1100px)').matches;

export const areFactsOpenAtom: Atom<boolean> = atom((get) => get(choiceAtom) ?? hasRoom());

export const toggleFacts = atom(null, (get, set) => set(choiceAtom, !get(areFactsOpenAtom)));

/** Another conversation is shown: over it, nothing lies. */
export const coverNoThread = atom(null, (_get, set) => {
	if (!hasRoom()) set(choiceAtom, undefined);
});
