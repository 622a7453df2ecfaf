/** Mail that is still to be sent. It goes with its conversation, when a visitor has that deleted. */
import type { Kysely } from 'kysely';
import type { Database, QueuedMail } from './schema.ts';

export function createMailQueue(db: Kysely<Database>) {
	return {
		/** @param mail as JSON */
		async insert(conversationId: number, mail: string): Promise<void> {
			const now = Date.now();
			await db
				.insertInto('mail_queue')
				.values({ conversation_id: conversationId, mail, attempts: 0, due_at: now, created_at: now })
				.execute();
		},

		/** The longest due. */
		findDue: (now: number): Promise<QueuedMail | undefined> =>
			db
				.selectFrom('mail_queue')
				.selectAll()
				.where('due_at', '<=', now)
				.orderBy('due_at')
				.orderBy('id')
				.limit(1)
				.executeTakeFirst(),

		/** When the next one may go; undefined when nothing waits. */
		async nextDueAt(): Promise<number | undefined> {
			const row = await db
				.selectFrom('mail_queue')
				.select((mail) => mail.fn.min<number | null>('due_at').as('due_at'))
				.executeTakeFirst();
			return row?.due_at ?? undefined;
		},

		/** Takes one for an attempt, so that nobody else does until `until`; false when somebody has. */
		async claim({ id, due_at, attempts }: QueuedMail, until: number): Promise<boolean> {
			const { numUpdatedRows } = await db
				.updateTable('mail_queue')
				.set({ due_at: until, attempts: attempts + 1 })
				.where('id', '=', id)
				.where('due_at', '=', due_at)
				.where('attempts', '=', attempts)
				.executeTakeFirst();
			return numUpdatedRows > 0n;
		},

		async postpone(id: number, dueAt: number): Promise<void> {
			await db.updateTable('mail_queue').set({ due_at: dueAt }).where('id', '=', id).execute();
		},

		async delete(id: number): Promise<void> {
			await db.deleteFrom('mail_queue').where('id', '=', id).execute();
		},
	};
}
