/**
 * What an agent is told of while they do not look at the desk (docs/application-api.md,
 * Notifications).
 */
import { listMentioned } from '#protocol/entities/mentions.ts';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '#protocol/entities/notifications.ts';
import type { ConversationRow, MessageRow, NotificationChoice } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';

/**
 * Until an agent chooses: everything, since mails are only for those who are away, and devices for
 * those who ask for them.
 */
const DEFAULT: Readonly<NotificationChoice> = {
	email: [...NOTIFICATION_EVENTS],
	push: [...NOTIFICATION_EVENTS],
};

export function choiceOf({ notification_settings }: Pick<Member, 'notification_settings'>): NotificationChoice {
	return { ...DEFAULT, ...notification_settings };
}

/** What is undefined stays. */
export async function chooseNotifications(
	{ users }: Repositories,
	member: Member,
	{ email, push }: { [K in keyof NotificationChoice]?: NotificationChoice[K] | undefined },
): Promise<NotificationChoice> {
	const before = choiceOf(member);
	const after = {
		email: email ? [...new Set(email)] : before.email,
		push: push ? [...new Set(push)] : before.push,
	};
	await users.updateMember(member.account_id, member.user_id, { notification_settings: after });
	return after;
}

/**
 * Ids of the readers of the conversation's inbox that an event concerns: a new conversation
 * concerns all of them, a note those whom it names, and what happens in an assigned one its
 * assignee, and those who follow it. Nobody is told of their own message, nor twice of the same
 * one.
 */
export function concernedBy(
	event: NotificationEvent,
	{ assignee_id }: Pick<ConversationRow, 'assignee_id'>,
	{ readerIds, followerIds }: { readerIds: readonly number[]; followerIds: readonly number[] },
	message?: MessageRow,
): number[] {
	const named = message?.private ? listMentioned(message.content ?? '') : [];
	if (event === 'conversation_mention') return readerIds.filter((id) => named.includes(id));
	const isTold = (id: number) => named.includes(id) || (message?.sender_type === 'User' && message.sender_id === id);
	const isConcerned = (id: number): boolean => {
		if (event === 'participating_conversation_new_message') return id !== assignee_id && followerIds.includes(id);
		return id === assignee_id || (event === 'conversation_creation' && assignee_id === null);
	};
	return readerIds.filter((id) => isConcerned(id) && !isTold(id));
}
