/**
 * The agent's notifications, as far as they have been read. The verbs reject with a RequestError.
 */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Notification } from '#protocol/entities/notifications.ts';
import { isAborted } from '#client/rest.ts';
import { hearNotifications, type HeardNotification } from '../notifications/unreadNotifications.ts';
import { account, call } from '../session/api.ts';

const PAGE = 15;

interface NotificationList {
	/** The newest first. */
	rows: readonly Notification[];
	/** How many there are in all; undefined until the first page has been read. */
	count: number | undefined;
	withSnoozed: boolean;
	state: 'loading' | 'idle' | 'failed';
}

const EMPTY: NotificationList = { rows: [], count: undefined, withSnoozed: false, state: 'loading' };
const privateListAtom = atom(EMPTY);

export const notificationListAtom: Atom<NotificationList> = privateListAtom;

/** Reads the list, and hears of it from now on. Returns the undo. */
export const openNotificationList = atom(null, (_get, set) => {
	set(privateListAtom, EMPTY);
	return set(hearNotifications, (heard) => set(hear, heard));
});

/** Reads the list from its beginning; what is shown stays until then. Never rejects. */
export const reloadNotifications = atom(null, async (get, set, withSnoozed?: boolean) => {
	const before = get(privateListAtom);
	const list = { ...before, withSnoozed: withSnoozed ?? before.withSnoozed, state: 'loading' as const };
	await set(read, list, 1);
});

/** Reads the page that follows what is known. Never rejects. */
export const loadMoreNotifications = atom(null, async (get, set) => {
	const list = get(privateListAtom);
	if (list.state === 'loading') return;
	await set(read, { ...list, state: 'loading' }, Math.floor(list.rows.length / PAGE) + 1);
});

const read = atom(null, async (get, set, asked: NotificationList, page: number) => {
	set(privateListAtom, asked);
	// What has changed since stays, unless the list is read from its beginning by another call.
	const isMeant = () =>
		get(privateListAtom).state === 'loading' && get(privateListAtom).withSnoozed === asked.withSnoozed;
	try {
		const { data } = await call(get, applicationRoutes.listNotifications, {
			params: account(get),
			query: { page, includes: asked.withSnoozed ? 'read,snoozed' : 'read' },
		});
		if (!isMeant()) return;
		const now = get(privateListAtom);
		const known = page === 1 ? [] : now.rows.filter(({ id }) => data.payload.every((row) => row.id !== id));
		set(privateListAtom, { ...now, rows: inOrder([...known, ...data.payload]), count: data.meta.count, state: 'idle' });
	} catch (error) {
		if (!isAborted(error) && isMeant()) set(privateListAtom, { ...get(privateListAtom), state: 'failed' });
	}
});

const hear = atom(null, (_get, set, heard: HeardNotification) => {
	if (heard.name === 'deleted') return set(drop, heard.data.notification.id);
	const { notification, unread_count } = heard.data;
	set(put, notification);
	// Of many that are read at once, one is told.
	if (unread_count === 0) set(markAllRead);
});

/** A new one comes in at its place; a snoozed one goes where those are not shown. */
const put = atom(null, (get, set, row: Notification) => {
	const list = get(privateListAtom);
	const [newest] = list.rows;
	const isKnown = list.rows.some(({ id }) => id === row.id);
	if (row.snoozed_until !== null && !list.withSnoozed) return set(drop, row.id);
	if (!isKnown && newest && row.last_activity_at < newest.last_activity_at) return;
	set(privateListAtom, {
		...list,
		rows: inOrder([...list.rows.filter(({ id }) => id !== row.id), row]),
		count: list.count === undefined || isKnown ? list.count : list.count + 1,
	});
});

const drop = atom(null, (get, set, id: number) => {
	const list = get(privateListAtom);
	const rows = list.rows.filter((row) => row.id !== id);
	if (rows.length === list.rows.length) return;
	set(privateListAtom, { ...list, rows, count: list.count === undefined ? undefined : list.count - 1 });
});

const markAllRead = atom(null, (get, set) => {
	const now = new Date().toISOString();
	const list = get(privateListAtom);
	set(privateListAtom, { ...list, rows: list.rows.map((row) => ({ ...row, read_at: row.read_at ?? now })) });
});

function inOrder(rows: readonly Notification[]): Notification[] {
	return rows.toSorted((one, other) => other.last_activity_at - one.last_activity_at || other.id - one.id);
}

const paramsOf = (get: Getter, { id }: Notification) => ({ ...account(get), id });

export const setNotificationRead = atom(null, async (get, set, row: Notification, isRead: boolean) => {
	const route = isRead ? applicationRoutes.readNotification : applicationRoutes.unreadNotification;
	const { read_at } = await call(get, route, { params: paramsOf(get, row) });
	set(put, { ...row, read_at });
});

/** @param until seconds since the epoch; null ends the snooze */
export const snoozeNotification = atom(null, async (get, set, row: Notification, until: number | null) => {
	const body = { snoozed_until: until };
	const { snoozed_until } = await call(get, applicationRoutes.snoozeNotification, { params: paramsOf(get, row), body });
	set(put, { ...row, snoozed_until });
});

export const deleteNotification = atom(null, async (get, set, row: Notification) => {
	await call(get, applicationRoutes.deleteNotification, { params: paramsOf(get, row) });
	set(drop, row.id);
});

export const readAllNotifications = atom(null, async (get, set) => {
	await call(get, applicationRoutes.readAllNotifications, { params: account(get), body: {} });
	set(markAllRead);
});
