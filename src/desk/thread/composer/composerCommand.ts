/** What a key wants of the composer. */
import { type Atom, atom } from 'jotai/vanilla';

export type ComposerCommand = 'message' | 'note' | 'files';

const writableCommandAtom = atom<{ kind: ComposerCommand }>();

/** Each wish is a new object. */
export const composerCommandAtom: Atom<{ kind: ComposerCommand } | undefined> = writableCommandAtom;

/** Focuses the composer for a message or a note, or opens its choice of files. */
export const commandComposer = atom(null, (_get, set, kind: ComposerCommand) => set(writableCommandAtom, { kind }));

/** The composer has done it. */
export const clearComposerCommand = atom(null, (_get, set) => set(writableCommandAtom, undefined));
