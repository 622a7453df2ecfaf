/** Whether the visitor wants a notification of the browser for answers while the page is hidden. */
import { atom, type Getter } from 'jotai/vanilla';
import * as v from 'valibot';
import { readStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';

const keyAtom = atom((get) => `notices:${get(channelAtom).websiteToken}`);
/** Counts changes of the wish, here and in other tabs. */
const changesAtom = atom(0);
changesAtom.onMount = (setChanges) => {
	const count = () => setChanges((changes) => changes + 1);
	// A change may have been missed while no component was following.
	count();
	return watchStored('notices:', count);
};

/** The wish on this device; the browser may deny notifications all the same. While a component uses it, it follows other tabs. */
export const isNotifiedAtom = atom((get) => {
	get(changesAtom);
	return isNotifiedOnDevice(get);
});

/** The wish as it is stored now, by whichever tab. */
export function isNotifiedOnDevice(get: Getter): boolean {
	const result = v.safeParse(v.boolean(), readStored(get(keyAtom)));
	return result.success && result.output;
}

export const setNotified = atom(null, (get, set, isNotified: boolean) => {
	writeStored(get(keyAtom), isNotified);
	set(changesAtom, (changes) => changes + 1);
});
