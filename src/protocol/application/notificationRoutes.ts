/**
 * What each agent is told of, by which channels, and on which devices
 * (docs/application-api.md, Notifications).
 */
import * as v from 'valibot';
import { accountParams, numeric } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';
import { notificationListRoutes } from './teams/notificationListRoutes.ts';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '../entities/notifications.ts';

type Flag<Channel extends string> = `${Channel}_${NotificationEvent}`;

const flagsOf = <Channel extends string>(channel: Channel) =>
	NOTIFICATION_EVENTS.map((event): Flag<Channel> => `${channel}_${event}`);

export const EMAIL_FLAGS = flagsOf('email');
export const PUSH_FLAGS = flagsOf('push');

const EmailFlag = v.picklist(EMAIL_FLAGS);
const PushFlag = v.picklist(PUSH_FLAGS);

export const NotificationSettings = v.object({
	/** The member's, since each has one record in each account. */
	id: v.number(),
	user_id: v.number(),
	account_id: v.number(),
	all_email_flags: v.array(EmailFlag),
	selected_email_flags: v.array(EmailFlag),
	all_push_flags: v.array(PushFlag),
	selected_push_flags: v.array(PushFlag),
});
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>;

/** A browser that gets push notifications. Its address is a secret, which stays with the server. */
export const NotificationSubscription = v.object({
	id: v.number(),
	subscription_type: v.literal('browser_push'),
	/** Browser and system, such as `Firefox on Linux`. */
	device: v.string(),
	/** Seconds since the epoch. */
	created_at: v.number(),
	/** Whether it was made by the session, or the token, of the caller. */
	current: v.boolean(),
});
export type NotificationSubscription = v.InferOutput<typeof NotificationSubscription>;

/**
 * A point of the curve P-256 without compression, 65 bytes of which the first is 4 (RFC 8291,
 * section 3.1), in base64url.
 */
const publicKey = v.pipe(v.string(), v.regex(/^B[\w-]{86}=?$/, 'is no key'));
/** 16 bytes (RFC 8291, section 3.2), in base64url. */
const authSecret = v.pipe(v.string(), v.regex(/^[\w-]{22}(==)?$/, 'is no key'));

/** Web Push has HTTPS alone (RFC 8030, section 8). */
const endpoint = v.pipe(
	v.string(),
	v.maxLength(2048, 'is too long'),
	v.check((value) => URL.canParse(value) && new URL(value).protocol === 'https:', 'is no https address'),
);

const flags = v.pipe(v.array(v.string()), v.maxLength(50));

const SETTINGS = '/api/v1/accounts/:account_id/notification_settings';
const SUBSCRIPTIONS = '/api/v1/notification_subscriptions';

export const notificationRoutes = {
	...notificationListRoutes,
	showNotificationSettings: {
		method: 'GET',
		path: SETTINGS,
		role: 'member',
		summary: 'What the caller is told of by mail and by push notifications',
		params: accountParams,
		response: NotificationSettings,
	},
	updateNotificationSettings: {
		method: 'PATCH',
		path: SETTINGS,
		role: 'member',
		summary: 'Chooses what the caller is told of; what is left out stays',
		params: accountParams,
		wrapper: 'notification_settings',
		body: v.object({
			/** Flags of Chatwoot's that the server does not have are left out. */
			selected_email_flags: v.optional(flags),
			selected_push_flags: v.optional(flags),
		}),
		response: NotificationSettings,
	},
	listNotificationSubscriptions: {
		method: 'GET',
		path: SUBSCRIPTIONS,
		role: 'user',
		summary: 'The caller’s devices that get push notifications, and the key with which browsers subscribe',
		response: v.object({
			payload: v.array(NotificationSubscription),
			/**
			 * The server's public key (RFC 8292), in base64url: the `applicationServerKey` of a
			 * browser's subscription.
			 */
			vapid_public_key: v.string(),
		}),
	},
	createNotificationSubscription: {
		method: 'POST',
		path: SUBSCRIPTIONS,
		role: 'user',
		summary: 'Has push notifications sent to a browser, until the session or token of the caller ends',
		wrapper: 'notification_subscription',
		body: v.object({
			subscription_type: v.literal('browser_push'),
			/** What the browser's `PushSubscription` says. */
			subscription_attributes: v.object({ endpoint, p256dh: publicKey, auth: authSecret }),
		}),
		response: NotificationSubscription,
	},
	deleteNotificationSubscription: {
		method: 'DELETE',
		path: `${SUBSCRIPTIONS}/:id`,
		role: 'user',
		summary: 'Sends no push notifications to a device any more',
		params: v.object({ id: numeric }),
	},
	testNotificationSubscriptions: {
		method: 'POST',
		path: `${SUBSCRIPTIONS}/test`,
		role: 'user',
		summary: 'Sends a push notification to each of the caller’s devices',
		response: v.object({ success: v.literal(true) }),
	},
} as const satisfies RouteTable;
