/**
 * One visitor who sends many requests at once, on PostgreSQL, whose connections all visitors share.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { startServer, type TestServer } from '../../support/server.ts';
import { createVisitor, type Answer, type Visitor } from '../api.ts';
import { createDatabase, type Services } from '../services.ts';

describe('while one visitor sends many messages at once', () => {
	let services: Services;
	let server: TestServer;
	before(async () => {
		services = await createDatabase();
		server = await startServer(services.options);
	});
	after(async () => {
		await server.stop();
		await services.cleanUp();
	});

	const send = (visitor: Visitor, text: string): Promise<Answer> =>
		visitor.call('messages', { body: { message: { content: text, echo_id: text } } });

	test('writes that wait for one row hold no database connection', async () => {
		const [flooding, other] = [await createVisitor(server.origin), await createVisitor(server.origin)];
		const lock = new pg.Client({ connectionString: services.options.databaseUrl });
		await lock.connect();
		await lock.query('begin');
		await lock.query('select from contact_inboxes where contact_id = $1 for update', [flooding.contactId]);
		const waiting = Promise.all(Array.from({ length: 30 }, (_, index) => send(flooding, `Waiting ${index}`)));
		// By now the first waits for the row, and the others wait for the first.
		const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
		while ((await services.query(blocked)).length === 0);

		const answers = [await send(other, 'One'), await send(other, 'Two'), await send(other, 'Three')];
		assert.deepEqual(
			answers.map(({ status }) => status),
			[200, 200, 200],
		);
		assert.equal((await services.query(blocked)).length, 1);
		await lock.query('commit');
		await lock.end();
		assert.ok((await waiting).every(({ status }) => status === 200));
	});

	test('200 of them are stored once each, and every other visitor is answered', async () => {
		const [flooding, other] = [await createVisitor(server.origin), await createVisitor(server.origin)];
		const texts = Array.from({ length: 200 }, (_, index) => `Text ${index}`);
		let isFlooding = true;
		const flood = Promise.all(texts.map((text) => send(flooding, text))).finally(() => (isFlooding = false));
		const answers: Answer[] = [];
		while (isFlooding) answers.push(await send(other, `Hello ${answers.length}`));
		assert.ok(answers.length > 0);
		assert.deepEqual(
			answers.filter(({ status }) => status !== 200),
			[],
		);

		// Those that waited for too long were refused with 503, and are sent again.
		for (const [index, { status, body }] of (await flood).entries()) {
			if (status === 200) continue;
			assert.deepEqual([status, body], [503, { error: 'The server cannot answer now' }]);
			assert.equal((await send(flooding, texts[index] ?? '')).status, 200);
		}
		const stored = await services.query(`select content from messages where content like 'Text %'`);
		assert.equal(stored.length, texts.length);
		assert.deepEqual(new Set(stored.map(({ content }) => content)), new Set(texts));
	});
});
