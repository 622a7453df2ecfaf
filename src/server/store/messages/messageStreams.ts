/**
 * Texts of messages that are being written piece by piece. One row is one message, however many
 * pieces it has.
 */
import { sql, type Kysely } from 'kysely';
import type { Database, MessageRow, MessageStream } from '../tables/schema.ts';

export function createMessageStreams(db: Kysely<Database>) {
	return {
		find: (messageId: number): Promise<MessageStream | undefined> =>
			db.selectFrom('message_streams').selectAll().where('message_id', '=', messageId).executeTakeFirst(),

		async insert(messageId: number, content: string, half: number): Promise<void> {
			await db
				.insertInto('message_streams')
				.values({
					message_id: messageId,
					content,
					position: content.length,
					half,
					pieces: 0,
					updated_at: Date.now(),
				})
				.execute();
		},

		/**
		 * `piece` replaces the half at the end. Answers whether the text still ended as in
		 * `stream`, so that the piece is stored.
		 */
		async append({ message_id, position, half }: MessageStream, piece: string, nextHalf: number): Promise<boolean> {
			const { numUpdatedRows } = await db
				.updateTable('message_streams')
				.set({
					content: sql`content || ${piece}`,
					position: position + piece.length,
					half: nextHalf,
					pieces: sql`pieces + 1`,
					updated_at: Date.now(),
				})
				.where('message_id', '=', message_id)
				.where('position', '=', position)
				.where('half', '=', half)
				.executeTakeFirstOrThrow();
			return numUpdatedRows > 0n;
		},

		/** Answers what it held at last: another process may have appended a piece until then. */
		take: (messageId: number): Promise<MessageStream | undefined> =>
			db.deleteFrom('message_streams').where('message_id', '=', messageId).returningAll().executeTakeFirst(),

		/** Messages of which no piece has come since `until` (milliseconds since the epoch). */
		listIdle: (until: number, limit: number): Promise<Pick<MessageRow, 'id' | 'conversation_id'>[]> =>
			db
				.selectFrom('message_streams')
				.innerJoin('messages', 'messages.id', 'message_streams.message_id')
				.select(['messages.id', 'messages.conversation_id'])
				.where('message_streams.updated_at', '<=', until)
				.orderBy('message_streams.updated_at')
				.limit(limit)
				.execute(),
	};
}
