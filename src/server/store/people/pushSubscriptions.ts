/** The browsers that get push notifications, and the keys by which they know the server. */
import type { Insertable, Kysely } from 'kysely';
import type { Database, PushKeys, PushSubscriptionRow } from '../tables/schema.ts';

/** What tells whose a subscription is. */
export type PushDevice = Pick<PushSubscriptionRow, 'id' | 'user_id'>;

export function createPushSubscriptions(db: Kysely<Database>) {
	/** Without those of sign-ins that have expired. */
	const valid = () =>
		db
			.selectFrom('push_subscriptions')
			.leftJoin('desk_sessions', 'desk_sessions.id', 'push_subscriptions.desk_session_id')
			.leftJoin('access_tokens', 'access_tokens.id', 'push_subscriptions.access_token_id')
			.where((where) =>
				where.or([where('desk_sessions.expires_at', 'is', null), where('desk_sessions.expires_at', '>', Date.now())]),
			)
			.where((where) =>
				where.or([where('access_tokens.expires_at', 'is', null), where('access_tokens.expires_at', '>', Date.now())]),
			);

	return {
		/** Undefined for one that is removed, or whose sign-in is over. */
		find: (id: number): Promise<PushSubscriptionRow | undefined> =>
			valid().selectAll('push_subscriptions').where('push_subscriptions.id', '=', id).executeTakeFirst(),

		/** The newest first. */
		list: (userId: number): Promise<PushSubscriptionRow[]> =>
			valid()
				.selectAll('push_subscriptions')
				.where('push_subscriptions.user_id', '=', userId)
				.orderBy('push_subscriptions.id', 'desc')
				.execute(),

		/** Of all members of the account. */
		listAccount: (accountId: number): Promise<PushDevice[]> =>
			db
				.selectFrom('push_subscriptions')
				.innerJoin('account_users', 'account_users.user_id', 'push_subscriptions.user_id')
				.select(['push_subscriptions.id', 'push_subscriptions.user_id'])
				.where('account_users.account_id', '=', accountId)
				.where('account_users.removed_at', 'is', null)
				.orderBy('push_subscriptions.id')
				.execute(),

		/** A browser has one subscription, which belongs to the user who has subscribed last. */
		put: (subscription: Omit<Insertable<Database['push_subscriptions']>, 'id'>): Promise<PushSubscriptionRow> => {
			const { endpoint: _, ...facts } = subscription;
			return db
				.insertInto('push_subscriptions')
				.values(subscription)
				.onConflict((known) => known.column('endpoint').doUpdateSet(facts))
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		/** False where the user has no such subscription. */
		async delete(userId: number, id: number): Promise<boolean> {
			const deleted = await db
				.deleteFrom('push_subscriptions')
				.where('id', '=', id)
				.where('user_id', '=', userId)
				.returning('id')
				.executeTakeFirst();
			return deleted !== undefined;
		},

		/** All but the newest `max` of the user's. */
		async deleteBeyond(userId: number, max: number): Promise<void> {
			const kept = db
				.selectFrom('push_subscriptions')
				.select('id')
				.where('user_id', '=', userId)
				.orderBy('id', 'desc')
				.limit(max);
			await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('id', 'not in', kept).execute();
		},

		findKeys: (): Promise<PushKeys | undefined> => db.selectFrom('push_keys').selectAll().executeTakeFirst(),

		/** Keeps the keys, unless there are some: another process may have been first. */
		async insertKeys(keys: Omit<PushKeys, 'id'>): Promise<void> {
			await db
				.insertInto('push_keys')
				.values({ id: 1, ...keys })
				.onConflict((known) => known.column('id').doNothing())
				.execute();
		},
	};
}
