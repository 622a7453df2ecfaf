/** What is stored about every file; the bytes are in the storage (files/storage.ts). */
import type { Kysely } from 'kysely';
import type { Blobs } from '../tables/blobRow.ts';
import type { Database } from '../tables/schema.ts';

export function createBlobs(db: Kysely<Database>): Blobs {
	return {
		insert: (blob) => db.insertInto('blobs').values(blob).returningAll().executeTakeFirstOrThrow(),

		findByKey: (key) => db.selectFrom('blobs').selectAll().where('key', '=', key).executeTakeFirst(),

		async markStored(id, facts) {
			const { numUpdatedRows } = await db
				.updateTable('blobs')
				.set(facts)
				.where('id', '=', id)
				.where('stored_at', 'is', null)
				.executeTakeFirst();
			const blob = await db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirst();
			return blob && { blob, isFirst: numUpdatedRows === 1n };
		},

		async claim(id, claimedAt) {
			const { numUpdatedRows } = await db
				.updateTable('blobs')
				.set({ claimed_at: claimedAt })
				.where('id', '=', id)
				.where('claimed_at', 'is', null)
				.where('stored_at', 'is not', null)
				.executeTakeFirst();
			return numUpdatedRows === 1n;
		},

		async publish(id, accountId) {
			const { numUpdatedRows } = await db
				.updateTable('blobs')
				.set({ article_account_id: accountId })
				.where('id', '=', id)
				.where('claimed_at', 'is', null)
				.executeTakeFirst();
			return numUpdatedRows === 1n;
		},

		async claimPublished(key, accountId, claimedAt) {
			await db
				.updateTable('blobs')
				.set({ claimed_at: claimedAt })
				.where('key', '=', key)
				.where('article_account_id', '=', accountId)
				.where('stored_at', 'is not', null)
				.execute();
		},

		async releasePublished(key, accountId) {
			await db
				.updateTable('blobs')
				.set({ claimed_at: null })
				.where('key', '=', key)
				.where('article_account_id', '=', accountId)
				.execute();
		},

		async release(key) {
			await db.updateTable('blobs').set({ claimed_at: null }).where('key', '=', key).execute();
		},

		async withdraw(id) {
			const { numUpdatedRows } = await db
				.updateTable('blobs')
				.set({ stored_at: null })
				.where('id', '=', id)
				.where('claimed_at', 'is', null)
				.executeTakeFirst();
			return numUpdatedRows === 1n;
		},

		async delete(id) {
			await db.deleteFrom('blobs').where('id', '=', id).execute();
		},

		listNewestClaimed: (limit) =>
			db
				.selectFrom('blobs')
				.selectAll()
				.where('id', '>', 0)
				.where('claimed_at', 'is not', null)
				.orderBy('id', 'desc')
				.limit(limit)
				.execute(),

		listStored: (after, limit) =>
			db
				.selectFrom('blobs')
				.selectAll()
				.where('id', '>', after)
				.where('stored_at', 'is not', null)
				.orderBy('id')
				.limit(limit)
				.execute(),

		listUnclaimed: (createdBefore, limit) =>
			db
				.selectFrom('blobs')
				.selectAll()
				.where('claimed_at', 'is', null)
				.where('created_at', '<', createdBefore)
				// As the index has it: PostgreSQL does not see that all of these are null.
				.orderBy('claimed_at')
				.orderBy('created_at')
				.orderBy('id')
				.limit(limit)
				.execute(),
	};
}
