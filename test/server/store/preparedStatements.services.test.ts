/**
 * PostgreSQL parses and plans a statement once for each connection, also while a newer program
 * changes the tables.
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { openPostgres } from '../../../src/server/store/engines/postgres.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { createDatabase } from '../services.ts';

test('a connection prepares a statement once, and not where tables change', async (t) => {
	const { databaseUrl } = await prepare(t);
	for (const changesTables of [false, true]) {
		const db = openPostgres(databaseUrl, { changesTables });
		const ask = () => sql<{ asked: string }>`select count(*) as asked from pg_prepared_statements`.execute(db);
		await ask();
		const { rows } = await ask();
		await db.destroy();
		assert.deepEqual(rows, [{ asked: changesTables ? 0 : 1 }]);
	}
});

test('a table with a new column fails neither a query nor a transaction', async (t) => {
	const { databaseUrl, dataDir, query } = await prepare(t);
	const store = await openStore({ databaseUrl, dataDir });
	t.after(() => store.close());
	const list = () => store.labels.list(1);
	const listAsOne = () => store.transaction(({ labels }) => labels.list(1));
	for (const ask of [list, listAsOne]) {
		await ask();
		await query(`alter table labels add column ${ask.name} text`);
		assert.deepEqual(await ask(), []);
	}
});

async function prepare(t: TestContext) {
	const { options, query, cleanUp } = await createDatabase();
	t.after(cleanUp);
	const { databaseUrl = '', dataDir = '' } = options;
	return { databaseUrl, dataDir, query };
}
