/** Actions that have no place of their own to say that they failed. */
import { type Atom, atom } from 'jotai/vanilla';
import { isAborted } from '#client/rest.ts';

interface Notice {
	/** `empty`: there was nothing to show. `done`: something was changed that can be undone. */
	kind: 'failed' | 'empty' | 'done';
	/** What was done. */
	name?: string;
	undo?: () => void | Promise<void>;
}

const noticeAtom = atom<Notice>();

/** What is to be said of the last action. Each time is a new object. */
export const attemptNoticeAtom: Atom<Notice | undefined> = noticeAtom;

export const endNotice = atom(null, (_get, set) => set(noticeAtom, undefined));

/**
 * Does something that may fail, or answers false where there is nothing to show.
 *
 * @param undone what it is called and how it is undone, where the agent is to be offered that
 */
export const attempt = atom(null, async (_get, set, act: () => unknown, undone?: Pick<Notice, 'name' | 'undo'>) => {
	set(noticeAtom, undefined);
	try {
		if ((await act()) === false) set(noticeAtom, { kind: 'empty' });
		else if (undone) set(noticeAtom, { kind: 'done', ...undone });
	} catch (error) {
		if (!isAborted(error)) set(noticeAtom, { kind: 'failed' });
	}
});

/** Says that something failed. */
export const noteFailure = atom(null, (_get, set) => set(noticeAtom, { kind: 'failed' }));
