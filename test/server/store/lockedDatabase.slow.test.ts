/** An SQLite database that another program locks, changes meanwhile, has damaged, or might read. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { openSqlite } from '../../../src/server/store/engines/sqlite.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { beginConversation, call, createAgent, createVisitor } from '../api.ts';

/**
 * Milliseconds: less than a write waits for the lock, and more than a read takes on a busy machine.
 */
const SOON = 2_500;

function openBeside(t: TestContext, { dataDir }: TestServer): Database.Database {
	const database = new Database(join(dataDir, 'live-chat.sqlite'));
	t.after(() => database.close());
	return database;
}

test('while another program has locked the database, others read at once, writes wait, and are refused with the time to wait', async (t) => {
	const server = await startServer();
	t.after(() => server.stop());
	const visitor = await createVisitor(server.origin);
	await beginConversation(visitor);
	const database = openBeside(t, server);
	database.exec('begin immediate');
	const refused = visitor.call('messages', { body: { message: { content: 'Held up', echo_id: 'held-up' } } });
	const begin = performance.now();
	assert.equal((await call(server.origin, '/healthz')).status, 200);
	assert.ok((await visitor.messages()).length > 0);
	assert.ok(performance.now() - begin < SOON, `${performance.now() - begin} ms`);
	const { status, headers } = await refused;
	assert.deepEqual([status, headers.get('retry-after')], [503, '1']);

	const waiting = visitor.call('messages', { body: { message: { content: 'Held up', echo_id: 'held-up' } } });
	assert.equal((await call(server.origin, '/healthz')).status, 200);
	database.exec('rollback');
	assert.equal((await waiting).status, 200);
	assert.equal((await visitor.messages()).filter(({ content }) => content === 'Held up').length, 1);
});

test('where the caller’s token is deleted while the request is worked on, the answer is 404', async (t) => {
	const server = await startServer();
	t.after(() => server.stop());
	openBeside(t, server).exec(
		'create trigger meanwhile before insert on push_subscriptions begin delete from access_tokens; end',
	);
	const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
	const refused = await call(server.origin, '/api/v1/notification_subscriptions', {
		headers: { api_access_token: server.agentToken },
		body: {
			subscription_type: 'browser_push',
			subscription_attributes: { endpoint: 'https://push.example/send/1', ...keys },
		},
	});
	assert.deepEqual([refused.status, refused.body], [404, { error: 'Resource could not be found' }]);
});

test('a damaged value costs nothing but itself, and the log names its row once', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	const server = await startServer({ dataDir });
	t.after(() => rmSync(dataDir, { recursive: true, force: true }));
	const visitor = await createVisitor(server.origin);
	const displayId = await beginConversation(visitor);
	const agent = createAgent(server.origin, server.agentToken);
	const contact = (await agent.conversation(displayId)).meta.sender.id;
	const database = openBeside(t, server);
	const [message] = await visitor.messages();
	database.exec(`update contacts set custom_attributes = '{broken' where id = ${contact}`);
	database.exec(`update conversations set custom_attributes = '' where display_id = ${displayId}`);
	database.exec(`update messages set content_attributes = 'x' where id = ${message?.id}`);
	const conversations = await agent.call<{ data: { payload: { id: number }[] } }>('conversations');
	assert.equal(conversations.status, 200);
	assert.ok(conversations.body.data.payload.some(({ id }) => id === displayId));
	assert.ok((await agent.messages(displayId)).some(({ id }) => id === message?.id));
	assert.equal((await visitor.call('messages', { body: { message: { content: 'Goes on' } } })).status, 200);
	await server.stop();

	const told: object[] = [];
	const store = await openStore({ dataDir, onDamage: (where) => told.push(where) });
	t.after(() => store.close());
	for (let count = 0; count < 2; count += 1)
		assert.deepEqual((await store.contacts.require(1, contact)).custom_attributes, {});
	assert.deepEqual(told, [{ table: 'contacts', id: contact, column: 'custom_attributes' }]);
});

test("in a folder that others may read, a new database is its owner's alone", async (t) => {
	if (process.platform === 'win32') return t.skip('Windows has other rights');
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-rights-'));
	t.after(() => rmSync(folder, { recursive: true }));
	chmodSync(folder, 0o755);
	const db = openSqlite(folder, () => undefined);
	await db.schema.createTable('notes').addColumn('text', 'text').execute();
	const files = readdirSync(folder);
	assert.ok(files.length > 1, files.join(' '));
	for (const name of files) assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name);
	await db.destroy();
});
