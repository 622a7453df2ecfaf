/** Which menu or dialog of the thread's header is open, and whether the last change failed. */
import { type Atom, atom } from 'jotai/vanilla';
import { isAborted } from '#client/rest.ts';

/** What an agent does with the contact. */
export type ContactDialog = 'edit-dialog' | 'merge-dialog' | 'revoke-dialog' | 'delete-dialog';

export type ThreadMenu =
	| ContactDialog
	| 'assign'
	| 'team'
	| 'priority'
	| 'labels'
	| 'snooze'
	| 'more'
	| 'snooze-dialog'
	| 'label-dialog';

const writableMenuAtom = atom<ThreadMenu>();
const openedAtAtom = atom(new Date());
const writableFailureAtom = atom<number>();

/** At most one is open. */
export const openMenuAtom: Atom<ThreadMenu | undefined> = writableMenuAtom;

/** When the last one was opened: times that it offers begin then. */
export const menuOpenedAtAtom: Atom<Date> = openedAtAtom;

/** Display id of the conversation whose last change failed. */
export const failedChangeAtom: Atom<number | undefined> = writableFailureAtom;

/** Opens a menu in place of another one; undefined closes it. */
export const openMenu = atom(null, (_get, set, menu: ThreadMenu | undefined) => {
	set(openedAtAtom, new Date());
	set(writableMenuAtom, menu);
});

/** Makes a change of a conversation, whose header then shows if it fails. */
export const perform = atom(null, async (_get, set, id: number, change: () => Promise<void>) => {
	set(writableFailureAtom, undefined);
	try {
		await change();
	} catch (error) {
		if (!isAborted(error)) set(writableFailureAtom, id);
	}
});
