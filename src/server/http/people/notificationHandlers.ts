/**
 * What each agent is told of, by which channels, and on which devices
 * (docs/application-api.md, Notifications).
 */
import type { notificationRoutes } from '#protocol/application/notificationRoutes.ts';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '#protocol/entities/notifications.ts';
import { choiceOf, chooseNotifications } from '../../domain/people/notificationSettings.ts';
import { addPushDevice, isAddedBy, removePushDevice } from '../../domain/people/pushDevices.ts';
import { queueTestPush } from '../../events/testPush.ts';
import { acceptedLanguages } from '../../language/acceptedLanguages.ts';
import { chooseLocale } from '../../language/translate.ts';
import { presentNotificationSettings, presentNotificationSubscription } from '../../present/notification.ts';
import type { Services } from '../../services/services.ts';
import { deviceOf } from '../routing/browserOf.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { notificationListHandlers } from './notificationListHandlers.ts';

/** The events that a client's flags name, such as `push_conversation_creation`. */
function eventsOf(flags: readonly string[] | undefined): NotificationEvent[] | undefined {
	return flags && NOTIFICATION_EVENTS.filter((event) => flags.some((flag) => flag.endsWith(`_${event}`)));
}

export function notificationHandlers(services: Services): Handlers<typeof notificationRoutes> {
	const { store, readPushKeys, deliveryWorker } = services;
	return {
		...notificationListHandlers(services),

		showNotificationSettings: async ({ member }) => presentNotificationSettings(member, choiceOf(member)),

		async updateNotificationSettings({ member, body }) {
			const choice = await chooseNotifications(store, member, {
				email: eventsOf(body.selected_email_flags),
				push: eventsOf(body.selected_push_flags),
			});
			return presentNotificationSettings(member, choice);
		},

		async listNotificationSubscriptions({ user, credential }) {
			const devices = await store.pushSubscriptions.list(user.id);
			return {
				payload: devices.map((row) => presentNotificationSubscription(row, isAddedBy(row, credential))),
				vapid_public_key: (await readPushKeys()).public_key,
			};
		},

		async createNotificationSubscription({ user, credential, body: { subscription_attributes }, http }) {
			const device = deviceOf(http.headers['user-agent'] ?? '');
			const added = { ...subscription_attributes, userId: user.id, signIn: credential, device };
			const row = await store.transaction((repositories) => addPushDevice(repositories, added));
			return presentNotificationSubscription(row, true);
		},

		async testNotificationSubscriptions({ user, http }) {
			const locale = chooseLocale(...acceptedLanguages(http.headers['accept-language']));
			await store.transaction((repositories) => queueTestPush(repositories, user.id, locale));
			deliveryWorker.wake();
			return { success: true };
		},

		deleteNotificationSubscription: ({ user, params }) => removePushDevice(store, user.id, params.id),
	};
}
