import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { openStore } from '../../../src/server/store/store.ts';
import { describeQueryPlans, type Statement } from './queryPlansContract.ts';

function makeFolder() {
	return mkdtempSync(join(tmpdir(), 'live-chat-test-'));
}

describeQueryPlans('sqlite', async () => {
	const dataDir = makeFolder();
	return {
		options: { dataDir },
		openReader: async () => {
			const file = new Database(join(dataDir, 'live-chat.sqlite'), { readonly: true });
			return {
				listIndexes: async (statement) =>
					stepsOf(file, statement).flatMap((step) => / INDEX (\w+)/.exec(step)?.[1] ?? []),

				async findScans(statement, tables) {
					const { sql } = statement;
					const steps = stepsOf(file, statement);
					const names = namesOf(sql, tables);
					return steps
						.map((step) => ({ step, isSort: step.includes('TEMP B-TREE FOR ORDER') }))
						.filter(({ step, isSort }) => isSort || names.some((name) => step.startsWith(`SCAN ${name}`)));
				},
				close: async () => void file.close(),
			};
		},
		cleanUp: async () => rmSync(dataDir, { recursive: true }),
	};
});

/** By which the database finds what the statement asks for. */
function stepsOf(file: Database.Database, { sql, parameters }: Statement): string[] {
	return file
		.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
		.all(...parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
		.map(({ detail }) => detail);
}

/** The tables, with the aliases that the statement gives them. */
function namesOf(sql: string, tables: readonly string[]): string[] {
	const aliases = [...sql.matchAll(/"(\w+)" as "(\w+)"/g)].filter(([, table = '']) => tables.includes(table));
	return [...tables, ...aliases.map(([, , alias = '']) => alias)];
}

/**
 * A store, and a function for the steps by which the database finds what `act` asks the store for.
 */
async function openExplained(t: TestContext) {
	const dataDir = makeFolder();
	t.after(() => rmSync(dataDir, { recursive: true }));
	const asked: Statement[] = [];
	const store = await openStore({ dataDir, onQuery: (statement) => void asked.push(statement) });
	t.after(() => store.close());
	const file = new Database(join(dataDir, 'live-chat.sqlite'), { readonly: true });
	t.after(() => file.close());
	const explain = async (act: () => Promise<unknown>): Promise<string[]> => {
		asked.length = 0;
		await act();
		return asked.flatMap((statement) => stepsOf(file, statement)).filter((step) => / USING /.test(step));
	};
	return { store, explain };
}

test('the oldest of each queue is found without looking at what waits behind it or for others', async (t) => {
	const { store, explain } = await openExplained(t);
	const subject = { conversation_id: null, contact_inbox_id: 7, event: 'webwidget_triggered', payload: '{}' };
	await store.deliveries.insert({ receiver_type: 'webhook', receiver_id: 1, ...subject });
	const steps = await explain(async () => {
		assert.equal((await store.deliveries.listDue(Date.now(), [], 4)).length, 1);
	});
	assert.deepEqual(steps, [
		'SEARCH delivery_queues USING COVERING INDEX delivery_queues_receiver',
		'SEARCH delivery_queues USING COVERING INDEX delivery_queues_receiver (receiver>?)',
		'SEARCH queue USING COVERING INDEX delivery_queues_receiver (receiver=? AND due_at<?)',
		'SEARCH head USING INTEGER PRIMARY KEY (rowid=?)',
		'SEARCH waiting USING INDEX deliveries_queue (queue=?)',
	]);
});

test('what is counted for each message is read from indexes alone', async (t) => {
	const { store, explain } = await openExplained(t);
	assert.deepEqual(await explain(() => store.messages.countUnattended(1, 0)), [
		'SEARCH messages USING COVERING INDEX messages_recent (conversation_id=? AND created_at>?)',
	]);
	assert.deepEqual(await explain(() => store.messages.countUnread([1])), [
		'SEARCH conversations USING INTEGER PRIMARY KEY (rowid=?)',
		'SEARCH messages USING COVERING INDEX messages_conversation (conversation_id=? AND id>?)',
		'SEARCH deleted USING COVERING INDEX messages_deleted (conversation_id=?)',
		'SEARCH messages USING COVERING INDEX messages_answered (conversation_id=? AND answered_at>?)',
	]);
});

test('deleting a row finds the rows that refer to it by an index, in every table', async (t) => {
	const dataDir = makeFolder();
	t.after(() => rmSync(dataDir, { recursive: true }));
	const store = await openStore({ dataDir });
	await store.close();
	const file = new Database(join(dataDir, 'live-chat.sqlite'), { readonly: true });
	const list = <T>(query: string, ...values: string[]) => file.prepare<string[], T>(query).all(...values);
	const missing: string[] = [];
	for (const { name: table } of list<{ name: string }>("select name from sqlite_master where type = 'table'")) {
		const indexed = list<{ name: string; partial: number }>('select name, partial from pragma_index_list(?)', table)
			.filter(({ partial }) => partial === 0)
			.map(({ name }) => list<{ name: string }>('select name from pragma_index_info(?)', name)[0]?.name);
		const primary = list<{ name: string }>('select name from pragma_table_info(?) where pk = 1', table);
		for (const { from, parent } of list<{ from: string; parent: string }>(
			'select "from", "table" as parent from pragma_foreign_key_list(?)',
			table,
		)) {
			const isDeleted = ['blobs', 'contacts', 'contact_inboxes', 'conversations', 'messages'].includes(parent);
			if (isDeleted && ![...indexed, primary[0]?.name].includes(from)) missing.push(`${table}.${from}`);
		}
	}
	file.close();
	assert.deepEqual(missing, []);
});
