/** The store's half of files, as tests need it: a real SQLite table through Kysely. */
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, type Generated } from 'kysely';
import type { BlobRow, Blobs } from '../../src/server/files/blobs.ts';

interface Tables {
	blobs: Omit<BlobRow, 'id'> & { id: Generated<number> };
}

export interface BlobTable extends Blobs {
	/** Pretends that a row was made at another time. */
	date(id: number, createdAt: number): Promise<void>;
	count(): Promise<number>;
	close(): Promise<void>;
}

export async function openBlobTable(): Promise<BlobTable> {
	const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
	await db.schema
		.createTable('blobs')
		.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
		.addColumn('key', 'text', (column) => column.notNull().unique())
		.addColumn('filename', 'text', (column) => column.notNull())
		.addColumn('content_type', 'text', (column) => column.notNull())
		.addColumn('byte_size', 'bigint', (column) => column.notNull())
		.addColumn('checksum', 'text', (column) => column.notNull())
		.addColumn('width', 'integer')
		.addColumn('height', 'integer')
		.addColumn('stored_at', 'bigint')
		.addColumn('claimed_at', 'bigint')
		.addColumn('created_at', 'bigint', (column) => column.notNull())
		.execute();
	await db.schema.createIndex('blobs_unclaimed').on('blobs').columns(['claimed_at', 'created_at']).execute();
	return {
		...createBlobs(db),
		async date(id, createdAt) {
			await db.updateTable('blobs').set({ created_at: createdAt }).where('id', '=', id).execute();
		},
		async count() {
			return (await db.selectFrom('blobs').select('id').execute()).length;
		},
		close: () => db.destroy(),
	};
}

function createBlobs(db: Kysely<Tables>): Blobs {
	return {
		insert: (blob) =>
			db
				.insertInto('blobs')
				.values({ ...blob, width: null, height: null, stored_at: null, claimed_at: null })
				.returningAll()
				.executeTakeFirstOrThrow(),

		findByKey: (key) => db.selectFrom('blobs').selectAll().where('key', '=', key).executeTakeFirst(),

		async markStored(id, facts) {
			await db.updateTable('blobs').set(facts).where('id', '=', id).where('stored_at', 'is', null).execute();
			return db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirst();
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

		async deleteUnclaimed(id) {
			const { numDeletedRows } = await db
				.deleteFrom('blobs')
				.where('id', '=', id)
				.where('claimed_at', 'is', null)
				.executeTakeFirst();
			return numDeletedRows === 1n;
		},

		async delete(id) {
			await db.deleteFrom('blobs').where('id', '=', id).execute();
		},

		listUnclaimed: (createdBefore, limit) =>
			db
				.selectFrom('blobs')
				.selectAll()
				.where('claimed_at', 'is', null)
				.where('created_at', '<', createdBefore)
				.orderBy('created_at')
				.orderBy('id')
				.limit(limit)
				.execute(),
	};
}
