/** The page asks for the whole list of earlier conversations. */
import { type Atom, atom } from 'jotai/vanilla';

const askedAtom = atom(0);

/** How often the page has asked. */
export const historyAskedAtom: Atom<number> = askedAtom;

export const askForHistory = atom(null, (_get, set) => set(askedAtom, (times) => times + 1));
