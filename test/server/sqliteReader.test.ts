/** Searches on SQLite run in a thread of their own. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { ReadingDriver } from '../../src/server/store/sqliteReader.ts';
import { openStore } from '../../src/server/store/store.ts';

test('while the team searches, everything else is answered, and a search finds what was just stored', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(dataDir, { recursive: true }));
	const store = await openStore({ dataDir });
	t.after(() => store.close());
	await store.accounts.insert('Team');
	const names: string[] = [];
	for (let count = 0; count < 3; count += 1) {
		names.unshift(`Kestrel ${count}`);
		const contact = await store.contacts.insert(1, `Kestrel ${count}`);
		await store.contacts.update(contact.id, { email: `kestrel-${count}@x.example` });
		let isFound = false;
		const search = store.search.listContacts({ accountId: 1, text: 'kes', page: 1 }, '-name').then((found) => {
			isFound = true;
			return found;
		});
		assert.equal((await store.accounts.find(1))?.name, 'Team');
		assert.equal(isFound, false);
		const { contacts } = await search;
		assert.deepEqual(
			contacts.map(({ name }) => name),
			names,
		);
	}
});

test('a thread that cannot read says so to whoever waits, and the next query starts another one', async (t) => {
	const driver = new ReadingDriver(join(tmpdir(), 'no-such-folder', 'none.sqlite'));
	t.after(() => driver.destroy());
	const { executeQuery } = await driver.acquireConnection();
	for (let count = 0; count < 2; count += 1)
		await assert.rejects(executeQuery(CompiledQuery.raw('select 1')), /database|directory/);
});
