/** What the agent is told of while they do not look at the desk, and on which devices. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { NotificationSettings } from '#protocol/application/notificationRoutes.ts';
import { account, call } from '../../session/api.ts';
import { subscribeToPush } from './subscribeToPush.ts';

export type ChosenFlags = Pick<NotificationSettings, 'selected_email_flags' | 'selected_push_flags'>;

export const loadNotificationSettings = atom(null, (get) =>
	call(get, applicationRoutes.showNotificationSettings, { params: account(get) }),
);

export const saveNotificationSettings = atom(null, (get, _set, body: ChosenFlags) =>
	call(get, applicationRoutes.updateNotificationSettings, { params: account(get), body }),
);

export const loadDevices = atom(null, (get) => call(get, applicationRoutes.listNotificationSubscriptions, {}));

/** Asks the browser's person first. Resolves with whether they allow it. */
export const addThisDevice = atom(null, async (get, _set, serverKey: string) => {
	const subscription = await subscribeToPush(serverKey);
	if (!subscription) return false;
	const body = { subscription_type: 'browser_push' as const, subscription_attributes: subscription };
	await call(get, applicationRoutes.createNotificationSubscription, { body });
	return true;
});

export const removeDevice = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.deleteNotificationSubscription, { params: { id } }),
);

export const sendTest = atom(null, (get) => call(get, applicationRoutes.testNotificationSubscriptions, {}));
