/** The message that the visitor is about to answer. It is stored with the draft, and survives a reload. */
import { type Atom, atom } from 'jotai/vanilla';
import { readStored, removeStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';

const keyAtom = atom((get) => `reply:${get(channelAtom).websiteToken}`);
const idAtom = atom<number>();

/** Id of the message that the next one answers, or undefined. It is sent as `reply_to`. */
export const replyToAtom: Atom<number | undefined> = idAtom;

export const resumeReply = atom(null, (get, set) => {
	const stored = readStored(get(keyAtom));
	set(idAtom, typeof stored === 'number' ? stored : undefined);
});

/** Follows the choice in other windows of the same visitor. Returns the undo. */
export const followReply = atom(null, (get, set) => watchStored(get(keyAtom), () => set(resumeReply)));

export const startReply = atom(null, (get, set, id: number) => {
	set(idAtom, id);
	writeStored(get(keyAtom), id);
});

/** The visitor has changed their mind or sent the answer, or another visitor has taken their place. */
export const endReply = atom(null, (get, set) => {
	set(idAtom, undefined);
	removeStored(get(keyAtom));
});
