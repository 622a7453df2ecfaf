/**
 * The addresses that want no more answers by mail. They outlive the contacts who had them, and are
 * therefore hashed: the table tells whether a given address is in it, and lists none
 * (docs/guide/privacy.md).
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../tables/schema.ts';

export function createUnsubscriptions(db: Kysely<Database>) {
	return {
		has: async (accountId: number, email: string): Promise<boolean> =>
			(await db
				.selectFrom('unsubscriptions')
				.select('account_id')
				.where('account_id', '=', accountId)
				.where('address_hash', '=', hashOf(accountId, email))
				.executeTakeFirst()) !== undefined,

		async add(accountId: number, email: string): Promise<void> {
			await db
				.insertInto('unsubscriptions')
				.values({ account_id: accountId, address_hash: hashOf(accountId, email) })
				.onConflict((known) => known.doNothing())
				.execute();
		},
	};
}

/** With the account, so that the same address in two accounts is not seen to be the same. */
function hashOf(accountId: number, email: string): string {
	return createHash('sha256').update(`${accountId} ${email}`).digest('base64url');
}
