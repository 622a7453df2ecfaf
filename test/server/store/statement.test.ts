/** Statements that are compiled once and run with many values. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { NoResultError, sql, type Kysely, type Updateable } from 'kysely';
import type { Database } from '../../../src/server/store/tables/schema.ts';
import { openSqlite } from '../../../src/server/store/engines/sqlite.ts';
import { createStatement } from '../../../src/server/store/tables/statement.ts';

describe('a statement', () => {
	test('is built once for each set of names in each database', async (t) => {
		const { update, countBuilt } = createUpdate();
		const [one, other] = [await openContacts(t), await openContacts(t)];
		for (const name of ['Ada', 'Grace']) {
			assert.equal((await update.executeTakeFirst(one, { id: 1, name }))?.name, name);
			// A name without a value is none.
			assert.equal((await update.executeTakeFirst(one, { id: 1, name, blocked: undefined }))?.name, name);
		}
		assert.equal(countBuilt(), 1);
		await update.execute(one, { id: 1, name: 'Ada', blocked: true });
		assert.equal(countBuilt(), 2);
		await update.execute(other, { id: 1, name: 'Ada' });
		assert.equal(countBuilt(), 3);
	});

	test('writes and reads JSON, null and booleans as every other query does', async (t) => {
		const { update } = createUpdate();
		const db = await openContacts(t);
		for (const change of [
			{ custom_attributes: { size: [1, 2] }, blocked: true, email: null },
			{ custom_attributes: {}, blocked: false, email: 'ada@example.com' },
		]) {
			const [row] = await update.execute(db, { id: 1, ...change });
			assert.partialDeepStrictEqual(row, change);
			assert.deepEqual(row, await db.selectFrom('contacts').selectAll().executeTakeFirst());
		}
	});

	test('says that there is no row', async (t) => {
		const { update } = createUpdate();
		const db = await openContacts(t);
		assert.equal(await update.executeTakeFirst(db, { id: 2, name: 'Ada' }), undefined);
		await assert.rejects(update.executeTakeFirstOrThrow(db, { id: 2, name: 'Ada' }), NoResultError);
	});
});

function createUpdate() {
	let built = 0;
	const update = createStatement((db, { id, ...change }: Updateable<Database['contacts']> & { id: number }) => {
		built += 1;
		return db.updateTable('contacts').set(change).where('id', '=', id).returningAll();
	});
	return { update, countBuilt: () => built };
}

/** A database with one contact, whose id is 1. */
async function openContacts(t: TestContext): Promise<Kysely<Database>> {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-statement-'));
	const db = openSqlite(folder, () => undefined);
	t.after(async () => {
		await db.destroy();
		rmSync(folder, { recursive: true });
	});
	await sql`create table contacts (id integer, name text, email text, blocked boolean, custom_attributes text)`.execute(
		db,
	);
	await sql`insert into contacts (id) values (1)`.execute(db);
	return db;
}
