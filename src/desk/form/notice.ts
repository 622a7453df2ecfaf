/** What has become of what the agent has just done. */
import { type Atom, atom } from 'jotai/vanilla';

export type Notice = 'saved' | 'deleted' | 'signed-out';

interface Said {
	notice: Notice;
	/** Whether the next page is to show it, since the agent is led there. */
	isForNext: boolean;
}

const saidAtom = atom<Said>();

export const noticeAtom: Atom<Notice | undefined> = atom((get) => get(saidAtom)?.notice);

/** Says it on this page, or on the one that `href` leads to. */
export const showNotice = atom(null, (_get, set, notice: Notice, href?: string) => {
	set(saidAtom, { notice, isForNext: href !== undefined });
	if (href !== undefined) location.hash = href;
});

/** Takes it back, since it is no longer about what the agent sees. */
export const clearNotice = atom(null, (_get, set) => set(saidAtom, undefined));

/** Another page is shown. */
export const passNotice = atom(null, (get, set) => {
	const said = get(saidAtom);
	set(saidAtom, said?.isForNext ? { ...said, isForNext: false } : undefined);
});
