// chunk: shared
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import { readStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from './channel.ts';

/**
 * A switch that the visitor turns on or off on this device, for this channel; it is off at first.
 * While a component uses `isOnAtom`, it follows other tabs; `isOnNow` reads what is stored now, by
 * whichever tab.
 * @param name the beginning of the storage key
 */
export function createSwitch(name: string) {
	const keyAtom = atom((get) => `${name}:${get(channelAtom).websiteToken}`);
	/** Counts changes, here and in other tabs. */
	const changesAtom = atom(0);
	changesAtom.onMount = (setChanges) => {
		const count = () => setChanges((changes) => changes + 1);
		// A change may have been missed while no component was following.
		count();
		return watchStored(`${name}:`, count);
	};

	const isOnNow = (get: Getter): boolean => readStored(get(keyAtom)) === true;

	const isOnAtom: Atom<boolean> = atom((get) => {
		get(changesAtom);
		return isOnNow(get);
	});

	const turn = atom(null, (get, set, isOn: boolean) => {
		writeStored(get(keyAtom), isOn);
		set(changesAtom, (changes) => changes + 1);
	});

	return { isOnAtom, isOnNow, turn };
}
