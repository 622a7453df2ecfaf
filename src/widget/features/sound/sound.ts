/** A sound for what an agent writes: the host makes it, because the page is what the visitor has touched. */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import type { Message } from '#protocol/entities.ts';
import { SOUND_HIDDEN_DELAY } from '#protocol/limits.ts';
import { claim } from '#client/lock.ts';
import { readStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';
import { tellHost } from '../host/host.ts';

const keyAtom = atom((get) => `muted:${get(channelAtom).websiteToken}`);
/** Counts what was chosen, here and in other tabs. */
const changesAtom = atom(0);
changesAtom.onMount = (setChanges) => {
	const count = () => setChanges((changes) => changes + 1);
	// Meanwhile nobody has followed.
	count();
	return watchStored('muted:', count);
};
/** Id of the newest message that was announced. */
const announcedAtom = atom(0);

/** The visitor wants no sound, on this device; as long as somebody looks, other tabs are followed. */
export const isMutedAtom = atom((get) => {
	get(changesAtom);
	return isMutedOnDevice(get(keyAtom));
});

export const setMuted = atom(null, (get, set, isMuted: boolean) => {
	writeStored(get(keyAtom), isMuted);
	set(changesAtom, (changes) => changes + 1);
});

/** Once for each message of an agent, in one of the tabs that ask, which may make a sound: rather in one that is in view. */
export const announceMessage = atom(null, async (get, set, { id, sender_type }: Message) => {
	if (sender_type !== 'User' || id <= get(announcedAtom)) return;
	set(announcedAtom, id);
	if (isMutedOnDevice(get(keyAtom))) return;
	if (document.visibilityState === 'hidden') await new Promise((resolve) => setTimeout(resolve, SOUND_HIDDEN_DELAY));
	if (await claim(`sound:${id}`)) set(tellHost, { event: 'playAudio' });
});

function isMutedOnDevice(key: string): boolean {
	const result = v.safeParse(v.boolean(), readStored(key));
	return result.success && result.output;
}
