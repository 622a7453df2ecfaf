import { type Atom, atom } from 'jotai/vanilla';

const askedAtom = atom(0);

/**
 * Increases whenever something other than the reader's own scrolling asks for the newest message.
 */
export const scrollToEndAtom: Atom<number> = askedAtom;

/** Scrolls to the newest message. */
export const scrollToEnd = atom(null, (_get, set) => set(askedAtom, (count) => count + 1));
