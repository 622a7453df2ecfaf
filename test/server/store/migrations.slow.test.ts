/**
 * The creation of SQLite's database: migrations completely or not at all, one process at a time, in
 * a folder of its own.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { ROOT } from '../../../src/build/root.ts';
import { migrate } from '../../../src/server/store/migrations/index.ts';
import { openSqlite, sqliteTypes } from '../../../src/server/store/engines/sqlite.ts';
import { openStore } from '../../../src/server/store/store.ts';

function makeFolder(t: TestContext): string {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(folder, { recursive: true }));
	return folder;
}

test('a migration that fails half-way leaves nothing behind, and the next start works', async (t) => {
	const dataDir = makeFolder(t);
	const file = new Database(join(dataDir, 'live-chat.sqlite'));
	// 0005_team_at_work creates this table after it has added columns to others, so it fails there.
	file.exec('create table webhook_deliveries (id integer)');
	await assert.rejects(openStore({ dataDir }), /"webhook_deliveries" already exists/);
	const tables = file.prepare<[], { name: string }>("select name from sqlite_master where type = 'table'").all();
	assert.ok(!tables.some(({ name }) => name === 'inboxes'));
	file.exec('drop table webhook_deliveries');
	file.close();
	const store = await openStore({ dataDir });
	t.after(() => store.close());
	assert.equal(await store.accounts.findFirst(), undefined);
});

test('a program that is older than its database refuses it and changes nothing', async (t) => {
	const dataDir = makeFolder(t);
	await (await openStore({ dataDir })).close();
	const file = new Database(join(dataDir, 'live-chat.sqlite'));
	file.exec("insert into kysely_migration values ('9999_later', '2030-01-01T00:00:00.000Z')");
	file.close();
	await assert.rejects(openStore({ dataDir }), /made by a newer version of this program \(9999_later\)/);
});

test('several processes that start at once on a new database all find it ready', async (t) => {
	const dataDir = makeFolder(t);
	const program = `
		const { openStore } = await import(${JSON.stringify(join(ROOT, 'src/server/store/store.ts'))});
		const store = await openStore({ dataDir: ${JSON.stringify(dataDir)} });
		await store.accounts.insert('Team');
		await store.close();`;
	const starts = Array.from({ length: 4 }, async () => {
		const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
			cwd: ROOT,
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		const errors: Buffer[] = [];
		child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
		const [code] = (await once(child, 'exit')) as [number | null];
		return { code, errors: Buffer.concat(errors).toString() };
	});
	for (const { code, errors } of await Promise.all(starts)) assert.equal(code, 0, errors);
});

test('waiting deliveries for a visitor without a conversation keep their session in the upgrade', async (t) => {
	const dataDir = makeFolder(t);
	const earlier = openSqlite(dataDir, () => undefined);
	await migrate(earlier, sqliteTypes, { mayUpgrade: true, last: '0010_mail_queue' });
	await sql`insert into webhook_deliveries (receiver_type, receiver_id, queue, event, payload, attempts, due_at, created_at)
		values ('bot', 1, 'bot 1 session 17', 'webwidget_triggered', '{}', 0, 1, 1),
			('bot', 1, 'bot 1 session 7', 'webwidget_triggered', '{}', 0, 1, 1)`.execute(earlier);
	await earlier.destroy();
	const store = await openStore({ dataDir });
	t.after(() => store.close());
	await store.deliveries.deleteOfSessions([7]);
	const left = await store.deliveries.listDue(2, [], 10);
	assert.deepEqual(
		left.map(({ queue, contact_inbox_id }) => [queue, contact_inbox_id]),
		[['bot 1 session 17', 17]],
	);
});

test('waiting mails are kept in the upgrade to one queue', async (t) => {
	const dataDir = makeFolder(t);
	const earlier = openSqlite(dataDir, () => undefined);
	await migrate(earlier, sqliteTypes, { mayUpgrade: true, last: '0011_indexes' });
	await earlier.destroy();
	const file = new Database(join(dataDir, 'live-chat.sqlite'));
	// The conversation needs no inbox in this test.
	file.pragma('foreign_keys = OFF');
	file.exec(`
		insert into conversations (id, account_id, inbox_id, contact_id, contact_inbox_id, display_id, uuid, status,
			last_activity_at, additional_attributes, custom_attributes, created_at, updated_at)
		values (43, 1, 1, 1, 1, 1, 'a', 'open', 1, '{}', '{}', 1, 1);
		insert into mail_queue (conversation_id, mail, attempts, due_at, created_at)
		values (43, '{"id":"first"}', 2, 5, 1), (43, '{"id":"second"}', 0, 1, 1);`);
	file.close();
	const store = await openStore({ dataDir });
	t.after(() => store.close());
	assert.deepEqual(await store.deliveries.listDue(4, [], 10), []);
	const due = await store.deliveries.listDue(5, [], 10);
	assert.deepEqual(
		due.map(({ receiver_type, conversation_id, payload, attempts }) => [
			receiver_type,
			conversation_id,
			payload,
			attempts,
		]),
		[['mail', 43, '{"id":"first"}', 2]],
	);
});

test('what waits goes on in the order of its queues over the upgrade to rows for these', async (t) => {
	const dataDir = makeFolder(t);
	const earlier = openSqlite(dataDir, () => undefined);
	await migrate(earlier, sqliteTypes, { mayUpgrade: true, last: '0018_passwords' });
	await sql`insert into deliveries (receiver_type, receiver_id, queue, event, payload, attempts, due_at, created_at, given_up_at)
		values ('bot', 1, 'bot 1 7', 'given up', '{}', 9, 1, 1, 2), ('bot', 1, 'bot 1 7', 'first', '{}', 2, 5, 1, null),
			('bot', 1, 'bot 1 7', 'second', '{}', 0, 1, 1, null), ('webhook', 3, 'webhook 3 7', 'other', '{}', 0, 4, 1, null)`.execute(
		earlier,
	);
	await earlier.destroy();
	const store = await openStore({ dataDir });
	t.after(() => store.close());
	const due = async (now: number) => (await store.deliveries.listDue(now, [], 10)).map(({ event }) => event);
	assert.deepEqual([await due(4), await due(5)], [['other'], ['other', 'first']]);
	assert.deepEqual(
		(await store.deliveries.listGivenUp(10)).map(({ event }) => event),
		['given up'],
	);
});

test('the data folder that the server creates is readable by its own user alone', async (t) => {
	const dataDir = join(makeFolder(t), 'data');
	await (await openStore({ dataDir })).close();
	assert.equal(statSync(dataDir).mode & 0o777, 0o700);
});
