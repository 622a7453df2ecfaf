/** SQLite's write-ahead log is copied into the database file beside the server's work. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { openStore } from '../../../src/server/store/store.ts';
import { until } from '../../support/until.ts';

async function open(t: TestContext) {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(dataDir, { recursive: true }));
	const path = join(dataDir, 'live-chat.sqlite');
	/** The names of the accounts in the database file, without what only its log has. */
	const readCopied = (): string[] => {
		const copy = join(dataDir, 'copy.sqlite');
		copyFileSync(path, copy);
		const file = new Database(copy, { readonly: true });
		const names = file.prepare<[], string>('select name from accounts order by id').pluck().all();
		file.close();
		return names;
	};
	return { store: await openStore({ dataDir }), path, readCopied };
}

test('a few commits are in the database file soon, although the log is far from full', async (t) => {
	const { store, path, readCopied } = await open(t);
	t.after(() => store.close());
	for (const name of ['One', 'Two']) await store.transaction(({ accounts }) => accounts.insert(name));
	assert.ok(existsSync(`${path}-wal`));
	await until('the first checkpoint', () => hasCopied(readCopied, ['One', 'Two']));
	// Commits that come after a checkpoint get one of their own.
	await store.transaction(({ accounts }) => accounts.insert('Three'));
	await until('the next one', () => hasCopied(readCopied, ['One', 'Two', 'Three']));
});

test('a database that is closed before a checkpoint has everything in its file', async (t) => {
	const { store, path, readCopied } = await open(t);
	await store.transaction(({ accounts }) => accounts.insert('One'));
	await store.close();
	assert.deepEqual(readCopied(), ['One']);
	assert.ok(!existsSync(`${path}-wal`));
});

test('a database that is closed is not opened again by a checkpoint that was planned', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const { store, path } = await open(t);
	await store.transaction(({ accounts }) => accounts.insert('One'));
	const threads: unknown[] = [];
	const note = (worker: unknown) => threads.push(worker);
	process.on('worker', note);
	t.after(() => process.off('worker', note));
	await store.close();
	t.mock.timers.tick(60_000);
	await new Promise(setImmediate);
	assert.deepEqual(threads, []);
	assert.ok(!existsSync(`${path}-wal`));
});

function hasCopied(readCopied: () => string[], names: readonly string[]): boolean {
	try {
		return readCopied().join() === names.join();
	} catch (error) {
		// There are no tables before the first checkpoint, and half of what belongs together in the
		// middle of one.
		if (error instanceof Database.SqliteError) return false;
		throw error;
	}
}
