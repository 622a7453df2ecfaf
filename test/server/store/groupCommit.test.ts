/** Writes that wait together share one commit, and yet each is stored or refused by itself. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { createGroupCommit } from '../../../src/server/store/engines/groupCommit.ts';
import type { Database } from '../../../src/server/store/tables/schema.ts';
import { openSqlite } from '../../../src/server/store/engines/sqlite.ts';
import { createVisitor } from '../api.ts';
import { startApp } from '../ownProcess.ts';
import { createSqlite } from '../sqlite.ts';

describe('transactions that wait together', () => {
	test('share one commit, and each is acknowledged after it', async (t) => {
		const { transact, write, list, statements } = await openTable(t);
		const commitsAtEnd = await Promise.all(
			[1, 2, 3].map(async (id) => {
				await transact((transaction) => write(transaction, id));
				return commitsIn(statements);
			}),
		);
		assert.deepEqual(
			[await list(), commitsAtEnd],
			[
				[1, 2, 3],
				[1, 1, 1],
			],
		);
	});

	test('store the others where one fails, of which nothing stays', async (t) => {
		const { transact, write, list, statements } = await openTable(t);
		const results = await Promise.allSettled([
			transact((transaction) => write(transaction, 1)),
			transact(async (transaction) => {
				await write(transaction, 2);
				await write(transaction, 1);
			}),
			transact((transaction) => write(transaction, 3)),
		]);
		assert.deepEqual(
			results.map(({ status }) => status),
			['fulfilled', 'rejected', 'fulfilled'],
		);
		assert.deepEqual([await list(), commitsIn(statements)], [[1, 3], 1]);
	});

	test('run again one by one where a failure of one ended the transaction of all', async (t) => {
		const { transact, write, list } = await openTable(t);
		const results = await Promise.allSettled([
			transact((transaction) => write(transaction, 1)),
			// SQLite does the same by itself when the disk is full.
			transact(async (transaction) => {
				await sql`rollback`.execute(transaction);
				throw new Error('database or disk is full');
			}),
			transact((transaction) => write(transaction, 3)),
		]);
		assert.deepEqual(
			results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'stored')),
			['stored', 'Error: database or disk is full', 'stored'],
		);
		assert.deepEqual(await list(), [1, 3]);
	});

	test('are those of visitors who write at the same moment', async (t) => {
		const { origin, statements } = await startApp(t, createSqlite);
		const visitors = await Promise.all(Array.from({ length: 32 }, () => createVisitor(origin)));
		statements.length = 0;
		await Promise.all(visitors.map((visitor) => visitor.write('Is it dishwasher safe?')));
		assert.ok(commitsIn(statements) < visitors.length / 2, `${commitsIn(statements)} commits`);
	});
});

function commitsIn(statements: readonly string[]): number {
	return statements.filter((statement) => statement === 'commit').length;
}

/** A database with one table of its own, which holds numbers. */
async function openTable(t: TestContext) {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	const statements: string[] = [];
	const db = openSqlite(folder, ({ query }) => void statements.push(query.sql));
	t.after(async () => {
		await db.destroy();
		rmSync(folder, { recursive: true });
	});
	await sql`create table numbers (id integer primary key)`.execute(db);
	return {
		statements,
		transact: createGroupCommit(db),
		write: async (to: Kysely<Database>, id: number) => void (await sql`insert into numbers values (${id})`.execute(to)),
		list: async () => (await sql<{ id: number }>`select id from numbers`.execute(db)).rows.map(({ id }) => id),
	};
}
