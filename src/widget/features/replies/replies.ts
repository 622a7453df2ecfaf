/** Which message the visitor is about to answer. Kept beside the draft, over a reload too. */
import { type Atom, atom } from 'jotai/vanilla';
import { readStored, removeStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';

const keyAtom = atom((get) => `reply:${get(channelAtom).websiteToken}`);
const idAtom = atom<number>();

/** Id of the message that the next one answers, or undefined. Goes with that message as `reply_to`. */
export const replyToAtom: Atom<number | undefined> = idAtom;

export const resumeReply = atom(null, (get, set) => {
	const stored = readStored(get(keyAtom));
	set(idAtom, typeof stored === 'number' ? stored : undefined);
});

/** Follows what another window of the same visitor answers. Returns the undo. */
export const followReply = atom(null, (get, set) => watchStored(get(keyAtom), () => set(resumeReply)));

export const startReply = atom(null, (get, set, id: number) => {
	set(idAtom, id);
	writeStored(get(keyAtom), id);
});

/** The visitor thought better of it, has sent the answer, or is somebody else now. */
export const endReply = atom(null, (get, set) => {
	set(idAtom, undefined);
	removeStored(get(keyAtom));
});
