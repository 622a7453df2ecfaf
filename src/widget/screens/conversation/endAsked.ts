import { type Atom, atom } from 'jotai/vanilla';

const askedAtom = atom(0);

/** Goes up whenever somebody else than the reader wants the newest message in view. */
export const endAskedAtom: Atom<number> = askedAtom;

/** Brings the newest message into view. */
export const goToEnd = atom(null, (_get, set) => set(askedAtom, (count) => count + 1));
