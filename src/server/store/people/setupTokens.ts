/** Tokens of the links by which the first administrator sets the server up. */
import type { Kysely } from 'kysely';
import type { Database } from '../tables/schema.ts';

export function createSetupTokens(db: Kysely<Database>) {
	return {
		async insert(tokenHash: string, expiresAt: number): Promise<void> {
			await db.deleteFrom('setup_tokens').where('expires_at', '<', Date.now()).execute();
			await db.insertInto('setup_tokens').values({ token_hash: tokenHash, expires_at: expiresAt }).execute();
		},

		/** Whether the token can be used. */
		async isValid(tokenHash: string): Promise<boolean> {
			const found = await db
				.selectFrom('setup_tokens')
				.select('expires_at')
				.where('token_hash', '=', tokenHash)
				.executeTakeFirst();
			return found !== undefined && found.expires_at > Date.now();
		},

		/**
		 * Deletes all of them; true if this one could be used. Only one of several callers gets
		 * true.
		 */
		async spend(tokenHash: string): Promise<boolean> {
			const spent = await db.deleteFrom('setup_tokens').returning(['token_hash', 'expires_at']).execute();
			return spent.some((row) => row.token_hash === tokenHash && row.expires_at > Date.now());
		},
	};
}
