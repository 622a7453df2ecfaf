/** The reading position, stored for a page that moves the frame: browsers then load the frame anew. */
import { type Atom, atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { readStored, removeStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../../features/channel/channel.ts';

/** The message at the upper edge, and how many of its CSS pixels are above the edge. */
const ReadingPlace = v.object({ id: v.number(), offset: v.number() });
type ReadingPlace = v.InferOutput<typeof ReadingPlace>;

const keyAtom = atom((get) => `place:${get(channelAtom).websiteToken}`);
const wantedAtom = atom<ReadingPlace>();

/** The position to restore, or undefined. */
export const wantedPlaceAtom: Atom<ReadingPlace | undefined> = wantedAtom;

/** @param place undefined at the end, where the list begins */
export const notePlace = atom(null, (get, _set, place: ReadingPlace | undefined) => {
	if (place) writeStored(get(keyAtom), place);
	else removeStored(get(keyAtom));
});

export const resumePlace = atom(null, (get, set) => {
	const stored = v.safeParse(ReadingPlace, readStored(get(keyAtom)));
	if (stored.success) set(wantedAtom, stored.output);
});

export const arriveAtPlace = atom(null, (_get, set) => set(wantedAtom, undefined));
