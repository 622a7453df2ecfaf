/** What the caller has been told of: their own list (docs/application-api.md, Notifications). */
import * as v from 'valibot';
import { accountParams, moment, numeric, orNone, pageNumber } from '../../base/numeric.ts';
import type { RouteTable } from '../../base/routes.ts';
import { Notification, NotificationRecord } from '../../entities/notifications.ts';

const LIST = '/api/v1/accounts/:account_id/notifications';
const params = v.object({ ...accountParams.entries, id: numeric });

/** With commas, or as a list `includes[]`: `read`, `snoozed`. */
const includes = v.optional(
	v.pipe(
		v.string(),
		v.transform((text) => text.split(',')),
	),
	'',
);

export const notificationListRoutes = {
	listNotifications: {
		method: 'GET',
		path: LIST,
		role: 'member',
		summary: 'What the caller has been told of, 15 at a time: the unread ones, and those that `includes` names',
		params: accountParams,
		query: v.object({
			page: pageNumber,
			includes,
			/** By their last activity; an unknown one means the default. */
			sort_order: v.optional(v.fallback(v.picklist(['asc', 'desc']), 'desc')),
		}),
		response: v.object({
			data: v.object({
				/** `count`: how many the list has, with all its pages. */
				meta: v.object({ unread_count: v.number(), count: v.number(), current_page: v.number() }),
				payload: v.array(Notification),
			}),
		}),
	},
	countUnreadNotifications: {
		method: 'GET',
		path: `${LIST}/unread_count`,
		role: 'member',
		summary: 'How many of them are neither read nor snoozed',
		params: accountParams,
		response: v.number(),
	},
	readNotification: {
		method: 'PATCH',
		path: `${LIST}/:id`,
		role: 'member',
		summary: 'Marks one of the caller’s notifications as read',
		params,
		response: NotificationRecord,
	},
	unreadNotification: {
		method: 'POST',
		path: `${LIST}/:id/unread`,
		role: 'member',
		summary: 'Marks one as unread',
		params,
		response: NotificationRecord,
	},
	snoozeNotification: {
		method: 'POST',
		path: `${LIST}/:id/snooze`,
		role: 'member',
		summary: 'Puts one off until a time, at which it is unread again; null ends that',
		params,
		/** Seconds since the epoch; where it is absent, nothing changes. */
		body: v.object({ snoozed_until: v.optional(orNone(moment)) }),
		response: NotificationRecord,
	},
	deleteNotification: {
		method: 'DELETE',
		path: `${LIST}/:id`,
		role: 'member',
		summary: 'Deletes one',
		params,
	},
	readAllNotifications: {
		method: 'POST',
		path: `${LIST}/read_all`,
		role: 'member',
		summary: 'Marks all of the caller’s as read, or that of one conversation',
		params: accountParams,
		body: v.object({
			primary_actor_type: v.optional(orNone(v.string())),
			/** The conversation's internal id. */
			primary_actor_id: v.optional(orNone(numeric)),
		}),
	},
	deleteNotifications: {
		method: 'POST',
		path: `${LIST}/destroy_all`,
		role: 'member',
		summary: 'Deletes all of the caller’s, or with the type `read` those that are read',
		params: accountParams,
		body: v.object({ type: v.optional(orNone(v.string())) }),
	},
} as const satisfies RouteTable;
