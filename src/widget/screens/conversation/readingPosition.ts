/**
 * The reading position, stored for a page that moves the frame: browsers then load the frame again.
 */
import { type Atom, atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { readStored, removeStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../../features/channel/channel.ts';

/** The message at the upper edge, and how many of its CSS pixels are above the edge. */
const ReadingPosition = v.object({ id: v.number(), offset: v.number() });
type ReadingPosition = v.InferOutput<typeof ReadingPosition>;

const keyAtom = atom((get) => `place:${get(channelAtom).websiteToken}`);
const wantedAtom = atom<ReadingPosition>();

/** The position to restore, or undefined. */
export const positionToRestoreAtom: Atom<ReadingPosition | undefined> = wantedAtom;

/** @param place undefined at the end, where the list begins */
export const storePosition = atom(null, (get, _set, place: ReadingPosition | undefined) => {
	if (place) writeStored(get(keyAtom), place);
	else removeStored(get(keyAtom));
});

export const resumePosition = atom(null, (get, set) => {
	const stored = v.safeParse(ReadingPosition, readStored(get(keyAtom)));
	if (stored.success) set(wantedAtom, stored.output);
});

export const finishRestoring = atom(null, (_get, set) => set(wantedAtom, undefined));
