import { atom } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import { postToHost } from '../host/host.ts';
import { atomPerVisit } from '../session/perVisit.ts';

const toldAtom = atomPerVisit<ReadonlySet<number>>(new Set());

/**
 * Tells the page of a new message, once: of the visitor's own by the response or the pushed event,
 * whichever comes first.
 */
export const tellMessage = atom(null, (get, set, message: Message) => {
	if (get(toldAtom).has(message.id)) return;
	set(toldAtom, (told) => new Set(told).add(message.id));
	set(postToHost, { event: 'onMessage', data: message });
});
