/** How many notifications the agent has not read, and what is heard of their list since. */
import { type Atom, atom } from 'jotai/vanilla';
import type { Profile } from '#protocol/entities/entities.ts';
import type { NotificationChangedEvent, NotificationDeletedEvent } from '#protocol/entities/notifications.ts';
import { agentAtom } from '../session/session.ts';

export type HeardNotification =
	| { name: 'created' | 'updated'; data: NotificationChangedEvent }
	| { name: 'deleted'; data: NotificationDeletedEvent };

/** Holds until the agent's profile, which has the number too, is read again. */
const heardAtom = atom<{ agent: Profile | undefined; count: number }>();
/** The display id of the conversation of the newest. */
const newestAtom = atom<{ id: number }>();
const listenerAtom = atom<{ hear: (heard: HeardNotification) => void }>();

export const unreadNotificationsAtom: Atom<number> = atom((get) => {
	const agent = get(agentAtom);
	const heard = get(heardAtom);
	return (heard?.agent === agent ? heard?.count : agent?.unread_notifications_count) ?? 0;
});

/**
 * What of a conversation may be unread: the newest, or any, which this opening of it would read;
 * undefined for nothing.
 */
export const awaitedAtom = atom((get) => {
	const newest = get(newestAtom);
	const count = get(unreadNotificationsAtom);
	return (id: number, opening: object): object | undefined => {
		if (count === 0) return undefined;
		return newest?.id === id ? newest : opening;
	};
});

export const receiveNotification = atom(null, (get, set, heard: HeardNotification) => {
	set(heardAtom, { agent: get(agentAtom), count: heard.data.unread_count });
	if (heard.name === 'created') set(newestAtom, { id: heard.data.notification.primary_actor.id });
	get(listenerAtom)?.hear(heard);
});

/** Hears of the list while it is shown. Returns the undo. */
export const hearNotifications = atom(null, (_get, set, hear: (heard: HeardNotification) => void) => {
	set(listenerAtom, { hear });
	return () => set(listenerAtom, undefined);
});
