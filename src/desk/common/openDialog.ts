/** Which dialog is open over the whole desk. */
import { type Atom, atom } from 'jotai/vanilla';

export type DeskDialog = 'bell' | 'commands' | 'search' | 'shortcuts' | 'notifications' | 'password' | 'views';

const writableDialogAtom = atom<DeskDialog>();

/** At most one is open. */
export const deskDialogAtom: Atom<DeskDialog | undefined> = writableDialogAtom;

/** Opens a dialog in place of another one; undefined closes it. */
export const openDeskDialog = atom(null, (_get, set, dialog: DeskDialog | undefined) =>
	set(writableDialogAtom, dialog),
);
