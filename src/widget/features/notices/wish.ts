/** Whether the visitor wants a notification of the browser for answers while the page is hidden. */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { readStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';

const keyAtom = atom((get) => `notices:${get(channelAtom).websiteToken}`);
/** Counts changes of the wish. */
const changesAtom = atom(0);

/** The wish on this device; the browser may deny notifications all the same. */
export const isNotifiedAtom = atom((get) => {
	get(changesAtom);
	const result = v.safeParse(v.boolean(), readStored(get(keyAtom)));
	return result.success && result.output;
});

export const setNotified = atom(null, (get, set, isNotified: boolean) => {
	writeStored(get(keyAtom), isNotified);
	set(changesAtom, (changes) => changes + 1);
});
