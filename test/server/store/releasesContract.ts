/**
 * Data of every kind: each table has some in the test, it is read alike after an upgrade, and
 * nothing of a visitor's stays who goes.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { fillTeam, fillVisitor, MARK, readEveryKind } from '../../support/everyKind.ts';
import { listReleases, restoreRelease } from '../../support/releaseFixture.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { Prepare } from '../conversationServer.ts';
import type { Services } from '../services.ts';

/**
 * What depends on when it is asked; and the tag of an item, of which later versions tell more.
 */
const CHANGING: ReadonlySet<string> = new Set(['last_used_at', 'availability_status', 'timestamp', 'etag']);

export function describeReleases(kind: 'sqlite' | 'postgres', prepare: Prepare): void {
	const tablesOf = async ({ query }: Services): Promise<string[]> => {
		const rows = await query(
			kind === 'sqlite'
				? // Without the tables in which a full-text index is stored.
					"select name from pragma_table_list where schema = 'main' and type <> 'shadow' and name not like 'sqlite_%'"
				: "select tablename as name from pg_tables where schemaname = 'public'",
		);
		return rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('kysely_'));
	};
	/** How many rows each table has. */
	const count = async (services: Services): Promise<Map<string, number>> => {
		const counts = new Map<string, number>();
		for (const table of await tablesOf(services)) {
			const [row] = await services.query(`select count(*) as count from ${table}`);
			counts.set(table, Number(row?.['count']));
		}
		return counts;
	};
	const prepareFor = async (t: TestContext): Promise<Services> => {
		const services = await prepare();
		t.after(() => services.cleanUp());
		return services;
	};

	describe(`data of every kind on ${kind}`, () => {
		test('every table has some, it outlives a restart, and deleting the visitor leaves nothing of theirs', async (t) => {
			const services = await prepareFor(t);
			const where = { dataDir: services.options.dataDir ?? '', databaseUrl: services.options.databaseUrl };
			const start = () => startHostedServer({ ...services.options, settings: { PRIVATE_WEBHOOKS: 'on' } });
			let server = await start();
			t.after(() => server.stop());
			await fillTeam(where);
			const before = await count(services);
			const visitor = await fillVisitor(server, where);
			const empty = [...(await count(services))].filter(([, rows]) => rows === 0).map(([table]) => table);
			assert.deepEqual(empty, []);

			const answers = await readEveryKind(server, visitor.authToken);
			await server.stop();
			server = await start();
			const again = await readEveryKind(server, visitor.authToken);
			assertHas(again, answers);

			const { authToken } = visitor;
			const forgotten = await fetch(new URL('/api/v1/widget/contact?website_token=demo', server.origin), {
				method: 'DELETE',
				headers: { 'X-Auth-Token': authToken },
			});
			assert.equal(forgotten.status, 204);
			const after = await count(services);
			// It holds changes of numbers, which add up to what there is.
			for (const counts of [before, after]) counts.delete('conversation_counts');
			assert.deepEqual(after, before);
			for (const table of after.keys()) {
				const text = JSON.stringify(await services.query(`select * from ${table}`));
				assert.ok(!text.includes(MARK), table);
			}
			const files = join(where.dataDir, 'files');
			const left = existsSync(files) ? readdirSync(files, { recursive: true, withFileTypes: true }) : [];
			assert.deepEqual(
				left.filter((entry) => entry.isFile()).map(({ name }) => name),
				[],
			);
		});

		for (const version of listReleases()) {
			test(`the database of ${version} is opened, and everything in it is read as it was then`, async (t) => {
				const services = await prepareFor(t);
				const kept = await restoreRelease(version, kind, services.options);
				if (!kept) return t.skip('none of this database was kept');
				// What a bot has left half written would be ended at once.
				if ((await tablesOf(services)).includes('message_streams'))
					await services.query(`update message_streams set updated_at = ${Date.now()}`);
				const server = await startHostedServer(services.options);
				t.after(() => server.stop());
				assertHas(await readEveryKind(server, kept.visitorToken), kept.answers);
				const empty = [...(await count(services))].filter(([, rows]) => rows === 0).map(([table]) => table);
				assert.deepEqual(
					empty.filter((table) => KEPT_FOR_EVER.has(table)),
					[],
				);
			});
		}
	});
}

/** Tables from which nothing goes by itself. */
const KEPT_FOR_EVER: ReadonlySet<string> = new Set(
	'accounts users passwords contacts contact_inboxes conversations messages attachments blobs csat_responses labels webhooks'.split(
		' ',
	),
);

/** Everything that is expected is there; there may be more fields. */
function assertHas(actual: unknown, expected: unknown, path = ''): void {
	if (Array.isArray(expected)) {
		assert.ok(Array.isArray(actual), path);
		assert.equal(actual.length, expected.length, path);
		for (const [index, each] of expected.entries()) assertHas(actual[index], each, `${path}[${index}]`);
	} else if (typeof expected === 'object' && expected !== null) {
		for (const [key, value] of Object.entries(path.startsWith('.agent ') ? expected : asToldNow(expected))) {
			if (CHANGING.has(key)) continue;
			assertHas((actual as Record<string, unknown> | null)?.[key], value, `${path}.${key}`);
		}
	} else {
		assert.deepEqual(withoutPassing(actual), withoutPassing(expected), path);
	}
}

/**
 * What visitors get of an answer of version 0.2.0 since then: an agent's display name alone, and
 * nothing that the team keeps.
 */
function asToldNow(told: object): object {
	const kept = Object.fromEntries(
		Object.entries(told).filter(([field, value]) => !WITHHELD.has(field) && !(LEFT_AWAY.has(field) && !value)),
	);
	return 'available_name' in told ? { ...kept, name: told.available_name } : kept;
}

/** What `channel.json` leaves away since then where there is none. */
const LEFT_AWAY: ReadonlySet<string> = new Set(['launcher_title', 'has_campaigns']);

const WITHHELD: ReadonlySet<string> = new Set(['custom_attributes', 'additional_attributes', 'blocked']);

/**
 * Each test's server has a port of its own, and addresses of files name the last day on which they
 * are valid.
 */
function withoutPassing(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	return value.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '').replaceAll(/(\/files\/[0-9a-f]{32})-\d+-[\w-]{43}/g, '$1');
}
