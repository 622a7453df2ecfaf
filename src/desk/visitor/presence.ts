/** Which visitors have a page with the chat open now. */
import { type Atom, atom } from 'jotai/vanilla';
import type { PresenceEvent } from '#protocol/entities/realtime.ts';

const onlineAtom = atom<ReadonlySet<number>>(new Set<number>());

/** Ids of the contacts that are online. */
export const onlineVisitorsAtom: Atom<ReadonlySet<number>> = onlineAtom;

/**
 * Each event lists all contacts that are online; the next one follows within `PRESENCE_INTERVAL`.
 */
export const receivePresence = atom(null, (_get, set, { contacts }: Pick<PresenceEvent, 'contacts'>) =>
	set(onlineAtom, new Set(Object.keys(contacts ?? {}).map(Number))),
);

/** A visitor who writes or types is online, even before the next event says so. */
export const noteOnline = atom(null, (_get, set, visitorId: number) =>
	set(onlineAtom, (online) => (online.has(visitorId) ? online : new Set(online).add(visitorId))),
);
