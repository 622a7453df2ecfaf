/** The attachments of messages. */
import type { Insertable, Kysely } from 'kysely';
import type { BlobRow } from '../tables/blobRow.ts';
import type { AttachmentRow, Database } from '../tables/schema.ts';

/** An attachment, with its file if it has one. */
export interface AttachmentWithBlob {
	attachment: AttachmentRow;
	blob: BlobRow | undefined;
}

export function createAttachments(db: Kysely<Database>) {
	const listByMessages = async (messageIds: readonly number[]): Promise<AttachmentWithBlob[]> => {
		if (messageIds.length === 0) return [];
		const attachments = await db
			.selectFrom('attachments')
			.selectAll()
			.where('message_id', 'in', messageIds)
			.orderBy('id')
			.execute();
		const blobIds = attachments.flatMap(({ blob_id }) => blob_id ?? []);
		const blobs =
			blobIds.length === 0 ? [] : await db.selectFrom('blobs').selectAll().where('id', 'in', blobIds).execute();
		return attachments.map((attachment) => ({
			attachment,
			blob: blobs.find((blob) => blob.id === attachment.blob_id),
		}));
	};

	return {
		/**
		 * The attachments of all these messages, each message's in the order in which they were
		 * added.
		 */
		listByMessages,

		/** The files in these conversations, with the id of the message that each belongs to. */
		listFiles: (conversationIds: readonly number[]): Promise<(BlobRow & { message_id: number })[]> =>
			conversationIds.length === 0
				? Promise.resolve([])
				: db
						.selectFrom('messages')
						.innerJoin('attachments', 'attachments.message_id', 'messages.id')
						.innerJoin('blobs', 'blobs.id', 'attachments.blob_id')
						.selectAll('blobs')
						.select('attachments.message_id')
						.where('messages.conversation_id', 'in', conversationIds)
						.execute(),

		insert: (attachment: Insertable<Database['attachments']>): Promise<AttachmentRow> =>
			db.insertInto('attachments').values(attachment).returningAll().executeTakeFirstOrThrow(),

		/**
		 * Deletes all attachments of a message. Its files belong to no message then: the caller has
		 * to remove them.
		 */
		async deleteByMessage(messageId: number): Promise<BlobRow[]> {
			const files = (await listByMessages([messageId])).flatMap(({ blob }) => blob ?? []);
			await db.deleteFrom('attachments').where('message_id', '=', messageId).execute();
			for (const { id } of files) {
				// The clean-up finds it should the removal be interrupted.
				await db.updateTable('blobs').set({ claimed_at: null }).where('id', '=', id).execute();
			}
			return files;
		},
	};
}
