/**
 * What agents who are not at the desk are to be mailed: one row for each conversation of which
 * something is, or was.
 */
import { sql, type Kysely } from 'kysely';
import type { AgentMailRow, Database } from '../tables/schema.ts';

/** What has happened: each is for other agents. */
export type AgentMailReason = Partial<Pick<AgentMailRow, 'is_new' | 'assigned_id' | 'mentioned_ids'>>;

export function createAgentMails(db: Kysely<Database>) {
	const update = (conversationId: number) =>
		db.updateTable('agent_mails').where('conversation_id', '=', conversationId);

	return {
		/**
		 * Something happened that agents may not see at the desk. The time stays of what waits
		 * already.
		 */
		async expect(conversationId: number, at: number, reason: AgentMailReason): Promise<void> {
			await db
				.insertInto('agent_mails')
				.values({ conversation_id: conversationId, waiting_since: at, is_new: false, assigned_id: null, ...reason })
				.onConflict((known) =>
					known.column('conversation_id').doUpdateSet({
						waiting_since: sql`coalesce(agent_mails.waiting_since, excluded.waiting_since)`,
						...reason,
					}),
				)
				.execute();
		},

		/** Those that have waited since then or longer, the longest first. */
		listWaiting: (since: number, limit: number): Promise<AgentMailRow[]> =>
			db
				.selectFrom('agent_mails')
				.selectAll()
				.where('waiting_since', '<=', since)
				.orderBy('waiting_since')
				.limit(limit)
				.execute(),

		find: (conversationId: number): Promise<AgentMailRow | undefined> =>
			db.selectFrom('agent_mails').selectAll().where('conversation_id', '=', conversationId).executeTakeFirst(),

		/**
		 * Nothing waits any more. `mailedId`: id of the newest message that was mailed, if one was.
		 */
		async settle(conversationId: number, mailedId?: number): Promise<void> {
			await update(conversationId)
				.set({
					waiting_since: null,
					is_new: false,
					assigned_id: null,
					mentioned_ids: null,
					...(mailedId !== undefined && { mailed_message_id: mailedId }),
				})
				.execute();
		},

		/**
		 * Keeps mails that are being drawn from being queued: who draws them looks whether the time
		 * is still the same.
		 */
		async outdate(conversationId: number): Promise<void> {
			await update(conversationId)
				.set({ waiting_since: sql`waiting_since + 1` })
				.where('waiting_since', 'is not', null)
				.execute();
		},

		/** Mails were withdrawn: what follows this message has not been mailed. */
		async setBack(conversationId: number, mailedId: number): Promise<void> {
			await update(conversationId).set({ mailed_message_id: mailedId }).execute();
		},
	};
}
