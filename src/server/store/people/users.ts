/** The people of the team, and their roles in accounts. */
import type { Kysely } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { AccountUser, Database, User } from '../tables/schema.ts';

/** A user as a member of one account. */
export type Member = User & AccountUser;

type Membership = Pick<AccountUser, 'role' | 'availability' | 'auto_offline'>;

export interface NewUser {
	name: string;
	displayName: string | null;
	email: string;
}

export function createUsers(db: Kysely<Database>) {
	/** Members and those who have left. */
	const membersEver = (accountId: number) =>
		db
			.selectFrom('users')
			.innerJoin('account_users', 'account_users.user_id', 'users.id')
			.selectAll('users')
			.selectAll('account_users')
			.where('account_users.account_id', '=', accountId);
	const members = (accountId: number) => membersEver(accountId).where('account_users.removed_at', 'is', null);

	return {
		find: (id: number): Promise<User | undefined> =>
			db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

		/**
		 * Serialises what signs a person in, and what ends that: the row stays locked until the
		 * transaction ends.
		 */
		async lock(id: number): Promise<void> {
			await db
				.updateTable('users')
				.set((column) => ({ name: column.ref('name') }))
				.where('id', '=', id)
				.execute();
		},

		findByEmail: (email: string): Promise<User | undefined> =>
			db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst(),

		hasAdministrator: async (): Promise<boolean> =>
			(await db
				.selectFrom('account_users')
				.select('user_id')
				.where('role', '=', 'administrator')
				.where('removed_at', 'is', null)
				.limit(1)
				.executeTakeFirst()) !== undefined,

		findMember: (accountId: number, userId: number): Promise<Member | undefined> =>
			members(accountId).where('users.id', '=', userId).executeTakeFirst(),

		/** Throws NOT_FOUND. */
		requireMember: (accountId: number, userId: number): Promise<Member> =>
			members(accountId).where('users.id', '=', userId).executeTakeFirstOrThrow(notFound),

		/** Includes those who have left, since their messages keep their name. */
		listWriters: (accountId: number, userIds: readonly number[]): Promise<Member[]> =>
			userIds.length === 0 ? Promise.resolve([]) : membersEver(accountId).where('users.id', 'in', userIds).execute(),

		/** All members of the account. */
		listAccount: (accountId: number): Promise<Member[]> => members(accountId).orderBy('users.id').execute(),

		/** The members of an inbox, who answer there. */
		listInbox: (accountId: number, inboxId: number): Promise<Member[]> =>
			members(accountId)
				.innerJoin('inbox_members', 'inbox_members.user_id', 'users.id')
				.where('inbox_members.inbox_id', '=', inboxId)
				.orderBy('users.id')
				.execute(),

		/** Ids of those who may see an inbox: its members and every administrator. */
		async listReaderIds(accountId: number, inboxId: number): Promise<number[]> {
			const rows = await db
				.selectFrom('account_users')
				.leftJoin('inbox_members', (join) =>
					join.onRef('inbox_members.user_id', '=', 'account_users.user_id').on('inbox_members.inbox_id', '=', inboxId),
				)
				.select('account_users.user_id')
				.where('account_users.account_id', '=', accountId)
				.where('account_users.removed_at', 'is', null)
				.where((where) =>
					where.or([where('account_users.role', '=', 'administrator'), where('inbox_members.user_id', 'is not', null)]),
				)
				.execute();
			return rows.map((row) => row.user_id);
		},

		/** Accounts of a user, the oldest first. */
		listAccounts: (userId: number) =>
			db
				.selectFrom('account_users')
				.innerJoin('accounts', 'accounts.id', 'account_users.account_id')
				.select(['accounts.id', 'accounts.name', 'account_users.role', 'account_users.availability'])
				.where('account_users.user_id', '=', userId)
				.where('account_users.removed_at', 'is', null)
				.orderBy('accounts.id')
				.execute(),

		insert: (user: NewUser): Promise<User> =>
			db
				.insertInto('users')
				.values({
					name: user.name,
					display_name: user.displayName,
					email: user.email.toLowerCase(),
					avatar_url: '',
					created_at: Date.now(),
				})
				.returningAll()
				.executeTakeFirstOrThrow(),

		async setAvatar(id: number, avatarUrl: string): Promise<void> {
			await db.updateTable('users').set({ avatar_url: avatarUrl }).where('id', '=', id).execute();
		},

		/** Whether the address of a user's picture ends like this. */
		hasAvatar: async (ending: string): Promise<boolean> =>
			(await db
				.selectFrom('users')
				.select('id')
				.where('avatar_url', 'like', `%${ending}`)
				.limit(1)
				.executeTakeFirst()) !== undefined,

		async rename(id: number, names: Partial<Pick<User, 'name' | 'display_name'>>): Promise<void> {
			if (Object.keys(names).length === 0) return;
			await db.updateTable('users').set(names).where('id', '=', id).execute();
		},

		async setEmail(id: number, email: string): Promise<void> {
			await db.updateTable('users').set({ email: email.toLowerCase() }).where('id', '=', id).execute();
		},

		/** Also lets a person who has left join again. */
		async join(accountId: number, userId: number, as: Membership): Promise<void> {
			await db
				.insertInto('account_users')
				.values({ account_id: accountId, user_id: userId, ...as, removed_at: null })
				.onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet({ ...as, removed_at: null }))
				.execute();
		},

		async updateMember(
			accountId: number,
			userId: number,
			change: Partial<Membership & Pick<AccountUser, 'removed_at' | 'notification_settings'>>,
		): Promise<void> {
			if (Object.keys(change).length === 0) return;
			await db
				.updateTable('account_users')
				.set(change)
				.where('account_id', '=', accountId)
				.where('user_id', '=', userId)
				.execute();
		},
	};
}
