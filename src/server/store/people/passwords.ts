/**
 * Passwords of the team, of which only hashes are kept (base/passwordHash.ts). Who signs in
 * otherwise has none.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../tables/schema.ts';

export function createPasswords(db: Kysely<Database>) {
	return {
		async findHash(userId: number): Promise<string | undefined> {
			const row = await db.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst();
			return row?.hash;
		},

		async set(userId: number, hash: string): Promise<void> {
			const changed_at = Date.now();
			await db
				.insertInto('passwords')
				.values({ user_id: userId, hash, changed_at })
				.onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at }))
				.execute();
		},

		async delete(userId: number): Promise<void> {
			await db.deleteFrom('passwords').where('user_id', '=', userId).execute();
		},
	};
}
