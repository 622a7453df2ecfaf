// chunk: shared
/**
 * The sound for messages of agents. The host plays it, because the visitor has interacted with the
 * page and not with the frame.
 */
import { atom } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import { claim } from '#client/lock.ts';
import { createSwitch } from '../channel/createSwitch.ts';
import { postToHost } from '../host/host.ts';

/** Whether the visitor has turned the sound off. */
export const muteSwitch = createSwitch('muted');
/** Id of the newest message that was announced. */
const announcedAtom = atom(0);

/**
 * Plays the sound once per message of an agent, in one of the open tabs that may play sounds, if
 * possible a visible one.
 */
export const announceMessage = atom(null, async (get, set, { id, sender_type }: Message) => {
	if (sender_type !== 'User' || id <= get(announcedAtom)) return;
	set(announcedAtom, id);
	if (muteSwitch.isOnNow(get)) return;
	if (await claim(`sound:${id}`, document.visibilityState === 'visible')) set(postToHost, { event: 'playAudio' });
});
