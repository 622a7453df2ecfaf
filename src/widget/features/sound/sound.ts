/**
 * The sound for messages of agents. The host plays it, because the visitor has interacted with the page and not with the
 * frame.
 */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import type { Message } from '#protocol/entities.ts';
import { claim } from '#client/lock.ts';
import { readStored, watchStored, writeStored } from '#client/storage.ts';
import { channelAtom } from '../channel/channel.ts';
import { postToHost } from '../host/host.ts';

const keyAtom = atom((get) => `muted:${get(channelAtom).websiteToken}`);
/** Counts changes of the setting, here and in other tabs. */
const changesAtom = atom(0);
changesAtom.onMount = (setChanges) => {
	const count = () => setChanges((changes) => changes + 1);
	// A change may have been missed while no component was following.
	count();
	return watchStored('muted:', count);
};
/** Id of the newest message that was announced. */
const announcedAtom = atom(0);

/** Whether the visitor has turned the sound off on this device. While a component uses it, it follows other tabs. */
export const isMutedAtom = atom((get) => {
	get(changesAtom);
	return isMutedOnDevice(get(keyAtom));
});

export const setMuted = atom(null, (get, set, isMuted: boolean) => {
	writeStored(get(keyAtom), isMuted);
	set(changesAtom, (changes) => changes + 1);
});

/** Plays the sound once per message of an agent, in one of the open tabs that may play sounds, if possible a visible one. */
export const announceMessage = atom(null, async (get, set, { id, sender_type }: Message) => {
	if (sender_type !== 'User' || id <= get(announcedAtom)) return;
	set(announcedAtom, id);
	if (isMutedOnDevice(get(keyAtom))) return;
	if (await claim(`sound:${id}`, document.visibilityState === 'visible')) set(postToHost, { event: 'playAudio' });
});

function isMutedOnDevice(key: string): boolean {
	const result = v.safeParse(v.boolean(), readStored(key));
	return result.success && result.output;
}
