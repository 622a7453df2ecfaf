/**
 * Servers behind a pooler that leads each transaction over another connection, as PgBouncer does.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOwnPooler } from '../../support/ownServices.ts';
import { startServer } from '../../support/server.ts';
import { createDatabaseAndRedis } from '../services.ts';
import { startWriters } from '../operation/startWriters.ts';

const WRITERS = 5;

test('two servers share the few connections of a pooler: nothing that they are asked fails', async (t) => {
	const services = await createDatabaseAndRedis();
	const pooler = await startOwnPooler(services.options.databaseUrl ?? '', 4);
	const options = { ...services.options, databaseUrl: pooler.url };
	// The first one also makes the database through the pooler.
	const first = await startServer(options);
	const second = await startServer({ ...options, settings: { DATABASE_CONNECTIONS: '2' } });
	t.after(async () => {
		await Promise.all([first.stop(), second.stop()]);
		await pooler.stop();
		await services.cleanUp();
	});
	const [here, there] = [await startWriters(t, first.origin, WRITERS), await startWriters(t, second.origin, WRITERS)];
	await Promise.all([here, there].map((writers) => writers.untilAcknowledged(20 * WRITERS)));
	await Promise.all([here, there].map((writers) => writers.finish()));
	assert.deepEqual([here.refused, there.refused], [0, 0]);
});

test('a server opens no more connections than it may', async (t) => {
	const services = await createDatabaseAndRedis();
	const server = await startServer({ ...services.options, settings: { DATABASE_CONNECTIONS: '3' } });
	t.after(async () => {
		await server.stop();
		await services.cleanUp();
	});
	const writers = await startWriters(t, server.origin, WRITERS);
	await writers.untilAcknowledged(10 * WRITERS);
	const [row] = await services.query(
		'select count(*) as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
	);
	assert.equal(Number(row?.['count']), 3);
	await writers.finish();
});
