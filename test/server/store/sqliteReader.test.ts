/** Searches on SQLite run in a thread of their own. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { ReadingDriver } from '../../../src/server/store/engines/sqliteReader.ts';
import { openStore } from '../../../src/server/store/store.ts';

/** Takes about a second. */
const COUNTING =
	'with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 5000000) select count(*) from numbers';

async function open(t: TestContext) {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(dataDir, { recursive: true }));
	const store = await openStore({ dataDir });
	t.after(() => store.close());
	await store.accounts.insert('Team');
	return { store, dataDir };
}

test('the team searches in the thread, and finds what was just stored', async (t) => {
	const connections = t.mock.method(ReadingDriver.prototype, 'acquireConnection').mock;
	const { store } = await open(t);
	const names: string[] = [];
	for (let count = 0; count < 3; count += 1) {
		names.unshift(`Kestrel ${count}`);
		const contact = await store.contacts.insert(1, `Kestrel ${count}`);
		await store.contacts.update(contact.id, { email: `kestrel-${count}@x.example` });
		const { contacts } = await store.search.listContacts(
			{ accountId: 1, text: 'kes' },
			{ sort: '-name', start: { page: 1 }, limit: 15 },
		);
		assert.deepEqual(
			contacts.map(({ name }) => name),
			names,
		);
		assert.ok(connections.callCount() > count);
	}
});

test('while the thread reads, everything else is answered', async (t) => {
	const { store, dataDir } = await open(t);
	const driver = new ReadingDriver(join(dataDir, 'live-chat.sqlite'));
	t.after(() => driver.destroy());
	const { executeQuery } = await driver.acquireConnection();
	const answered: string[] = [];
	const long = executeQuery(CompiledQuery.raw(COUNTING)).then(() => answered.push('search'));
	await store.accounts.find(1);
	// What has been answered before is told by then.
	await setImmediate();
	answered.push('account');
	await long;
	assert.deepEqual(answered, ['account', 'search']);
});

test('a thread that cannot read says so to whoever waits, and the next query starts another one', async (t) => {
	const driver = new ReadingDriver(join(tmpdir(), 'no-such-folder', 'none.sqlite'));
	t.after(() => driver.destroy());
	const { executeQuery } = await driver.acquireConnection();
	for (let count = 0; count < 2; count += 1)
		await assert.rejects(executeQuery(CompiledQuery.raw('select 1')), /database|directory/);
});
