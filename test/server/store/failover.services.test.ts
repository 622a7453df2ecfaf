/** A PostgreSQL that fails for good, and whose replica takes its place, while visitors write. */
import { test } from 'node:test';
import { openBlackHole } from '../../support/blackHole.ts';
import { query, startOwnPostgres, startOwnReplica } from '../../support/ownServices.ts';
import { startServer } from '../../support/server.ts';
import { startWriters } from '../operation/startWriters.ts';

const WRITERS = 5;

test('PostgreSQL is stopped and its replica promoted: what was acknowledged is there, once and in order', async (t) => {
	const primary = await startOwnPostgres();
	const way = await openBlackHole(primary.url);
	const server = await startServer({ databaseUrl: way.url });
	const replica = await startOwnReplica(primary);
	t.after(async () => {
		await server.stop();
		way.close();
		await replica.stop();
		await primary.stop();
	});
	const writers = await startWriters(t, server.origin, WRITERS);
	await writers.untilAcknowledged(4 * WRITERS);
	await primary.kill();
	await writers.untilRefused(WRITERS);
	await query(replica.url, 'select pg_promote()');
	way.leadTo(replica.url);
	await writers.untilAcknowledged(4 * WRITERS);
	await writers.finish();
});
