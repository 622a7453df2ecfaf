/** Which visitors have a page with the chat open now. */
import { type Atom, atom } from 'jotai/vanilla';
import type { PresenceEvent } from '#protocol/realtime.ts';
import { store } from '../common/store.ts';

const onlineAtom = atom<ReadonlySet<number>>(new Set<number>());

/** Ids of the contacts that are online. */
export const onlineVisitorsAtom: Atom<ReadonlySet<number>> = onlineAtom;

/** Each event lists all contacts that are online; the next one follows within `PRESENCE_INTERVAL`. */
export function receivePresence({ contacts }: Pick<PresenceEvent, 'contacts'>): void {
	store.set(onlineAtom, new Set(Object.keys(contacts ?? {}).map(Number)));
}

/** A visitor who writes or types is online, even before the next event says so. */
export function noteOnline(visitorId: number): void {
	store.set(onlineAtom, new Set(store.get(onlineAtom)).add(visitorId));
}

/** Forgets all of them when the agent signs out. */
export function forgetPresence(): void {
	store.set(onlineAtom, new Set<number>());
}
