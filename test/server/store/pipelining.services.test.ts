/**
 * PostgreSQL gets the statements of a transaction that need nothing from each other at once, and
 * runs them in order.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { allSettled } from '../../../src/server/base/allSettled.ts';
import { openPostgres, runPipelined } from '../../../src/server/store/engines/postgres.ts';
import type { Database } from '../../../src/server/store/tables/schema.ts';
import { createVisitor } from '../api.ts';
import { startApp } from '../ownProcess.ts';
import { createDatabase } from '../services.ts';

describe('a transaction on PostgreSQL', () => {
	test("of a visitor's message is sent in five parts", async (t) => {
		const line = await openLine();
		const { origin } = await startApp(t, async () => line.services);
		const visitor = await createVisitor(origin);
		for (const text of ['Hello', 'Is anybody there?']) await visitor.write(text);
		// The server's own work asks at times as well, which only adds.
		const counts: number[] = [];
		for (let time = 0; time < 5; time += 1) {
			const before = line.countTrips();
			await visitor.write('How much?');
			counts.push(line.countTrips() - before);
		}
		// Beside these, the visitor's session and the configuration's version are read.
		assert.ok(Math.min(...counts) <= 7, counts.join());
	});

	test('sends what does not wait for each other in one trip, and leaves nothing where one fails', async (t) => {
		const { db, write, list, countTrips } = await openNumbers(t);
		const before = countTrips();
		await runPipelined(db, (transaction) => allSettled([write(transaction, 1), write(transaction, 2)]));
		assert.equal(countTrips() - before, 2);
		await assert.rejects(
			runPipelined(db, (transaction) =>
				allSettled([write(transaction, 3), write(transaction, 1), write(transaction, 4)]),
			),
			/duplicate key/,
		);
		assert.deepEqual(await list(), [1, 2]);
	});

	test('is not acknowledged where a failure in it was not noticed', async (t) => {
		const { db, write, list } = await openNumbers(t);
		await assert.rejects(
			runPipelined(db, async (transaction) => {
				await write(transaction, 1);
				await write(transaction, 1).catch(() => undefined);
			}),
			/rolled back/,
		);
		assert.deepEqual(await list(), []);
	});

	test('runs nothing once it is over', async (t) => {
		const { db, write, list } = await openNumbers(t);
		let late: Promise<string> | undefined;
		await runPipelined(db, async (transaction) => {
			const turn = Promise.withResolvers<void>();
			late = turn.promise.then(() => write(transaction, 2)).then(() => 'stored', String);
			await write(transaction, 1);
			setImmediate(turn.resolve);
		});
		assert.equal(await late, 'Error: The transaction is over');
		assert.deepEqual(await list(), [1]);
	});
});

/** A database with one table, which holds numbers. */
async function openNumbers(t: TestContext) {
	const { services, countTrips } = await openLine();
	const db = openPostgres(services.options.databaseUrl ?? '');
	t.after(async () => {
		await db.destroy();
		await services.cleanUp();
	});
	await sql`create table numbers (id integer primary key)`.execute(db);
	return {
		db,
		countTrips,
		write: async (to: Kysely<Database>, id: number) => void (await sql`insert into numbers values (${id})`.execute(to)),
		list: async () =>
			(await sql<{ id: number }>`select id from numbers order by id`.execute(db)).rows.map(({ id }) => id),
	};
}

/** A database behind a line that counts how often a question follows an answer. */
async function openLine() {
	const services = await createDatabase();
	const target = new URL(services.options.databaseUrl ?? '');
	const sockets = new Set<Socket>();
	let trips = 0;
	const line = createServer((client) => {
		const server = connect(Number(target.port || 5432), target.hostname);
		let isAnswered = true;
		client.on('data', () => {
			trips += Number(isAnswered);
			isAnswered = false;
		});
		server.on('data', () => (isAnswered = true));
		for (const socket of [client, server]) {
			sockets.add(socket);
			socket.on('error', () => undefined);
		}
		client.pipe(server).pipe(client);
	}).listen(0, '127.0.0.1');
	await once(line, 'listening');
	const url = new URL(target);
	url.host = `127.0.0.1:${(line.address() as AddressInfo).port}`;
	return {
		services: {
			...services,
			options: { ...services.options, databaseUrl: url.href },
			async cleanUp() {
				line.close();
				for (const socket of sockets) socket.destroy();
				await services.cleanUp();
			},
		},
		countTrips: () => trips,
	};
}
