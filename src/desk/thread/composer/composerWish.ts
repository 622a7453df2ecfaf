/** What a key wants of the composer. */
import { type Atom, atom } from 'jotai/vanilla';

export type ComposerWish = 'message' | 'note' | 'files';

const writableWishAtom = atom<{ kind: ComposerWish }>();

/** Each wish is a new object. */
export const composerWishAtom: Atom<{ kind: ComposerWish } | undefined> = writableWishAtom;

/** Focuses the composer for a message or a note, or opens its choice of files. */
export const askComposer = atom(null, (_get, set, kind: ComposerWish) => set(writableWishAtom, { kind }));

/** The composer has done it. */
export const fulfilWish = atom(null, (_get, set) => set(writableWishAtom, undefined));
