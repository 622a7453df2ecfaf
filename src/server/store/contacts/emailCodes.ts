/** The codes that visitors were mailed, one for each session at most. */
import type { Kysely } from 'kysely';
import type { Database, EmailCodeRow } from '../tables/schema.ts';

export function createEmailCodes(db: Kysely<Database>) {
	return {
		/** In place of the session's former code, which is void then. */
		async put(code: Omit<EmailCodeRow, 'tries'>): Promise<void> {
			await db.deleteFrom('email_codes').where('expires_at', '<', Date.now()).execute();
			await db
				.insertInto('email_codes')
				.values({ ...code, tries: 0 })
				.onConflict((known) => known.column('contact_inbox_id').doUpdateSet({ ...code, tries: 0 }))
				.execute();
		},

		/**
		 * Counts a try, and answers the code that it is for; undefined where the session has none
		 * that is good, or has tried it `max` times. Each of several callers at once uses a try.
		 */
		try: (sessionId: number, max: number): Promise<EmailCodeRow | undefined> =>
			db
				.updateTable('email_codes')
				.set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
				.where('contact_inbox_id', '=', sessionId)
				.where('tries', '<', max)
				.where('expires_at', '>', Date.now())
				.returningAll()
				.executeTakeFirst(),

		/** Deletes the code; true for only one of several callers. */
		async spend({ contact_inbox_id, code_hash }: EmailCodeRow): Promise<boolean> {
			const spent = await db
				.deleteFrom('email_codes')
				.where('contact_inbox_id', '=', contact_inbox_id)
				.where('code_hash', '=', code_hash)
				.returning('contact_inbox_id')
				.executeTakeFirst();
			return spent !== undefined;
		},
	};
}
