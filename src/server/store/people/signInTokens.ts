/** One-time tokens of login links, and of links that change an address. */
import type { Kysely } from 'kysely';
import type { Database } from '../tables/schema.ts';

export function createSignInTokens(db: Kysely<Database>) {
	return {
		async insert(tokenHash: string, userId: number, expiresAt: number): Promise<void> {
			await db.deleteFrom('sign_in_tokens').where('expires_at', '<', Date.now()).execute();
			await db
				.insertInto('sign_in_tokens')
				.values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
				.execute();
		},

		async deleteAll(userId: number): Promise<void> {
			await db.deleteFrom('sign_in_tokens').where('user_id', '=', userId).execute();
		},

		/**
		 * Deletes the token; true if it existed and has not expired. Only one of several callers
		 * gets true.
		 */
		async spend(tokenHash: string, userId: number): Promise<boolean> {
			const spent = await db
				.deleteFrom('sign_in_tokens')
				.where('token_hash', '=', tokenHash)
				.where('user_id', '=', userId)
				.returning('expires_at')
				.executeTakeFirst();
			return spent !== undefined && spent.expires_at > Date.now();
		},
	};
}
