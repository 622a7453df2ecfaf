/** What agents have been told of, the newest of each conversation. */
import type { ExpressionBuilder, Insertable, Kysely, Updateable } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { Database, NotificationRow } from '../tables/schema.ts';

/** Whose, in which account. */
export type NotificationOwner = Pick<NotificationRow, 'account_id' | 'user_id'>;

export interface NotificationFilter extends NotificationOwner {
	/** Beside those that are neither read nor snoozed. */
	withRead: boolean;
	withSnoozed: boolean;
}

type New = Pick<Insertable<Database['notifications']>, 'notification_type' | 'message_id'>;

export function createNotifications(db: Kysely<Database>) {
	const of = ({ account_id, user_id }: NotificationOwner) =>
		db
			.selectFrom('notifications')
			.where('notifications.account_id', '=', account_id)
			.where('notifications.user_id', '=', user_id)
			.where(isSeen);

	const filtered = (filter: NotificationFilter) =>
		of(filter)
			.$if(!filter.withRead, (query) => query.where('read_at', 'is', null))
			.$if(!filter.withSnoozed, (query) => query.where('snoozed_until', 'is', null));

	const change = (values: Updateable<Database['notifications']>) =>
		db.updateTable('notifications').set({ ...values, updated_at: Date.now() });

	return {
		/** The newest first, or the oldest; of conversations that the person sees. */
		listPage: (
			filter: NotificationFilter,
			{ order, page, limit }: { order: 'asc' | 'desc'; page: number; limit: number },
		): Promise<NotificationRow[]> =>
			filtered(filter)
				.selectAll('notifications')
				.orderBy('notifications.last_activity_at', order)
				.orderBy('notifications.id', order)
				.limit(limit)
				.offset((page - 1) * limit)
				.execute(),

		async count(filter: NotificationFilter): Promise<number> {
			const { count } = await filtered(filter)
				.select((row) => row.fn.countAll().as('count'))
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		/** User id → how many are neither read nor snoozed; who has none is not in it. */
		async countUnread(accountId: number, userIds: readonly number[]): Promise<Map<number, number>> {
			if (userIds.length === 0) return new Map();
			const rows = await db
				.selectFrom('notifications')
				.select((row) => ['user_id', row.fn.countAll().as('count')])
				.where('account_id', '=', accountId)
				.where('user_id', 'in', userIds)
				.where('read_at', 'is', null)
				.where('snoozed_until', 'is', null)
				.where(isSeen)
				.groupBy('user_id')
				.execute();
			return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
		},

		/** Throws NOT_FOUND, also where the person no longer sees the conversation. */
		require: (owner: NotificationOwner, id: number): Promise<NotificationRow> =>
			of(owner).selectAll('notifications').where('notifications.id', '=', id).executeTakeFirstOrThrow(notFound),

		/** Tells these people of it, in place of what they were told of the conversation before. */
		async replace(
			{ id, account_id }: { id: number; account_id: number },
			userIds: readonly number[],
			told: New,
		): Promise<{ added: NotificationRow[]; replaced: NotificationRow[] }> {
			if (userIds.length === 0) return { added: [], replaced: [] };
			const replaced = await db
				.deleteFrom('notifications')
				.where('conversation_id', '=', id)
				.where('user_id', 'in', userIds)
				.returningAll()
				.execute();
			const now = Date.now();
			const times = { last_activity_at: now, created_at: now, updated_at: now };
			const added = await db
				.insertInto('notifications')
				.values(userIds.map((user_id) => ({ account_id, user_id, conversation_id: id, ...told, ...times })))
				.returningAll()
				.execute();
			return { added, replaced };
		},

		update: (id: number, values: Updateable<Database['notifications']>): Promise<NotificationRow> =>
			change(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

		/**
		 * Marks what this person was told of the conversation as read, up to a message; answers
		 * what was unread.
		 */
		readOf: (conversationId: number, userId: number, seenId: number | null | undefined): Promise<NotificationRow[]> =>
			change({ read_at: Date.now() })
				.where('conversation_id', '=', conversationId)
				.where('user_id', '=', userId)
				.where('read_at', 'is', null)
				.where((row) => row.or([row('message_id', 'is', null), row('message_id', '<=', seenId ?? 0)]))
				.returningAll()
				.execute(),

		/** Marks all of a person as read; answers what was unread. */
		readAll: ({ account_id, user_id }: NotificationOwner): Promise<NotificationRow[]> =>
			change({ read_at: Date.now() })
				.where('account_id', '=', account_id)
				.where('user_id', '=', user_id)
				.where('read_at', 'is', null)
				.returningAll()
				.execute(),

		/** Deletes all of a person, or of one id, or those that are read. */
		delete: (
			{ account_id, user_id }: NotificationOwner,
			{ id, isRead = false }: { id?: number; isRead?: boolean } = {},
		): Promise<NotificationRow[]> =>
			db
				.deleteFrom('notifications')
				.where('account_id', '=', account_id)
				.where('user_id', '=', user_id)
				.$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
				.$if(isRead, (query) => query.where('read_at', 'is not', null))
				.returningAll()
				.execute(),

		/** Those that were snoozed until then. */
		listDue: (until: number, limit: number): Promise<NotificationRow[]> =>
			db
				.selectFrom('notifications')
				.selectAll()
				.where('snoozed_until', '<=', until)
				.orderBy('snoozed_until')
				.limit(limit)
				.execute(),

		/** Makes one unread again, at the top of its list, unless it is no longer due. */
		wake: (id: number, now: number): Promise<NotificationRow | undefined> =>
			change({ read_at: null, last_activity_at: now })
				.set((row) => ({ last_snoozed_at: row.ref('snoozed_until'), snoozed_until: null }))
				.where('id', '=', id)
				.where('snoozed_until', '<=', now)
				.returningAll()
				.executeTakeFirst(),

		/** Those that have not changed since then. */
		async deleteBefore(time: number): Promise<void> {
			await db.deleteFrom('notifications').where('last_activity_at', '<', time).execute();
		},

		/** Leaves each person the newest of theirs. */
		async deleteBeyond(max: number): Promise<void> {
			for (const { id: user_id } of await db.selectFrom('users').select('id').execute()) {
				const beyond = db
					.selectFrom('notifications')
					.select('id')
					.where('user_id', '=', user_id)
					.orderBy('last_activity_at', 'desc')
					.orderBy('id', 'desc')
					.limit(1_000)
					.offset(max);
				await db.deleteFrom('notifications').where('id', 'in', beyond).execute();
			}
		},
	};
}

type Row = ExpressionBuilder<Database, 'notifications'>;

/** Whether its owner sees the conversation: as an administrator, or in its inbox. */
function isSeen(row: Row) {
	return row.exists(
		row
			.selectFrom('conversations')
			.innerJoin('inboxes', 'inboxes.id', 'conversations.inbox_id')
			.innerJoin('account_users', 'account_users.account_id', 'conversations.account_id')
			.select('conversations.id')
			.whereRef('conversations.id', '=', 'notifications.conversation_id')
			.whereRef('account_users.user_id', '=', 'notifications.user_id')
			.where('account_users.removed_at', 'is', null)
			.where('inboxes.removed_at', 'is', null)
			.where((seen) =>
				seen.or([
					seen('account_users.role', '=', 'administrator'),
					seen.exists(
						seen
							.selectFrom('inbox_members')
							.select('inbox_members.user_id')
							.whereRef('inbox_members.inbox_id', '=', 'conversations.inbox_id')
							.whereRef('inbox_members.user_id', '=', 'notifications.user_id'),
					),
				]),
			),
	);
}
