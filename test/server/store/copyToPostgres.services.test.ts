/** From SQLite to PostgreSQL by one command (docs/operating.md, From SQLite to PostgreSQL). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTeam, fillVisitor, MARK, readEveryKind } from '../../support/everyKind.ts';
import { startServer } from '../../support/server.ts';
import { createAgent, createVisitor } from '../api.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { createDatabase } from '../services.ts';
import { createSqlite } from '../sqlite.ts';

test('data of every kind is answered alike afterwards, is found by its words, and what is new gets new ids', async (t) => {
	const sqlite = await createSqlite();
	t.after(sqlite.cleanUp);
	const database = await createDatabase();
	t.after(database.cleanUp);
	const settings = { PRIVATE_WEBHOOKS: 'on' };
	const where = { dataDir: sqlite.options.dataDir ?? '' };
	const both = { ...where, databaseUrl: database.options.databaseUrl ?? '' };

	const first = await startServer({ ...where, settings });
	t.after(() => first.stop());
	await fillTeam(where);
	const { authToken } = await fillVisitor(first, where);
	const answers = await readEveryKind(first, authToken);
	const search = `search?q=${MARK}`;
	const found = (await createAgent(first.origin, first.agentToken).call(search)).body;
	const newest = Math.max(
		...(await createVisitor(first.origin, authToken).then((v) => v.messages())).map(({ id }) => id),
	);
	const early = await runAdmin(both, 'copy-to-postgres');
	assert.deepEqual(
		[early.code, early.text],
		[1, 'Stop the server first: what it stores meanwhile would not be copied\n'],
	);
	await first.stop();
	// The newest row's id must not be given again.
	await sqlite.query(`update sqlite_sequence set seq = ${newest + 1_000} where name = 'messages'`);

	const copied = await runAdmin(both, 'copy-to-postgres');
	assert.match(copied.text, /^Copied \d+ rows of \d+ tables, and counted them on both sides/);
	const again = await runAdmin(both, 'copy-to-postgres');
	assert.match(again.text, /^Nothing was copied: the PostgreSQL database is not empty/);

	const second = await startServer({ ...both, settings });
	t.after(() => second.stop());
	const after = await readEveryKind(second, authToken);
	assert.deepEqual(withoutPassing(after), withoutPassing(answers));
	assert.deepEqual(
		withoutPassing((await createAgent(second.origin, second.agentToken).call(search)).body),
		withoutPassing(found),
	);
	const visitor = await createVisitor(second.origin, authToken);
	assert.equal((await visitor.write('First on PostgreSQL')).id, newest + 1_001);
	const [row] = await database.query('select count(*) as count from conversation_counts');
	assert.ok(Number(row?.['count']) > 0);
});

/** Each server has a port of its own, and some facts depend on when they are asked. */
function withoutPassing(value: unknown): unknown {
	const passing = new Set(['last_used_at', 'availability_status', 'timestamp']);
	const text = JSON.stringify(value, (name, each: unknown) => (passing.has(name) ? undefined : each));
	return JSON.parse(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''));
}
