/** What an agent is told of, and on which devices. */
import {
	EMAIL_FLAGS,
	PUSH_FLAGS,
	type NotificationSettings,
	type NotificationSubscription,
} from '#protocol/application/notificationRoutes.ts';
import type { NotificationChoice, PushSubscriptionRow } from '../store/tables/schema.ts';
import type { Member } from '../store/people/users.ts';
import { seconds } from './times.ts';

export function presentNotificationSettings(
	{ account_id, user_id }: Pick<Member, 'account_id' | 'user_id'>,
	{ email, push }: NotificationChoice,
): NotificationSettings {
	return {
		id: user_id,
		user_id,
		account_id,
		all_email_flags: EMAIL_FLAGS,
		selected_email_flags: email.map((event) => `email_${event}` as const),
		all_push_flags: PUSH_FLAGS,
		selected_push_flags: push.map((event) => `push_${event}` as const),
	};
}

export function presentNotificationSubscription(
	{ id, device, created_at }: PushSubscriptionRow,
	isCurrent: boolean,
): NotificationSubscription {
	return { id, subscription_type: 'browser_push', device, created_at: seconds(created_at), current: isCurrent };
}
