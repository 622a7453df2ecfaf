/**
 * An upgrade that is killed: a process that ends at any statement of the migrations leaves a
 * database that the next one completes.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../../src/build/root.ts';
import { programFile } from '../../support/programs.ts';
import type { Prepare } from '../conversationServer.ts';
import type { Services } from '../services.ts';

/**
 * So many statements the migrations take in any case: with fewer the test has not heard of them.
 */
const MANY = 100;
/** Statements for the migrator's own tables, which are not part of the transaction. */
const MIGRATOR = 10;
/**
 * Each attempt is a process, so that only so many statements are tried, at even distances, and all
 * of the migrator's own.
 */
const ATTEMPTS = 40;

export function describeKilledMigrations(database: string, prepare: Prepare, readSchema: string): void {
	/** Answers how many statements it took, and by which signal it ended. */
	async function migrate({ options }: Services, killAfter?: number): Promise<{ count: number; signal: unknown }> {
		const child = spawn(process.execPath, [programFile('test/support/migrateProgram.ts')], {
			cwd: ROOT,
			env: {
				...process.env,
				DATA_DIR: options.dataDir,
				DATABASE_URL: options.databaseUrl ?? '',
				KILL_AFTER: String(killAfter ?? ''),
			},
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
		assert.ok(signal === 'SIGKILL' || code === 0, `exit ${code} after ${killAfter}`);
		return { count: Number(output), signal };
	}

	describe(`migrations on ${database}`, () => {
		test('killed at statement after statement, they are completed by the next start', async (t) => {
			const [whole, killed] = [await prepare(), await prepare()];
			t.after(() => Promise.all([whole.cleanUp(), killed.cleanUp()]));
			const { count } = await migrate(whole);
			const schema = await whole.query(readSchema);
			assert.ok(schema.length > 0 && count > MANY, `${count} statements`);

			// Each is the next start of the one before, and gets further.
			const step = Math.ceil(count / ATTEMPTS);
			let statement = 1;
			while ((await migrate(killed, statement)).signal === 'SIGKILL') statement += statement < MIGRATOR ? 1 : step;
			// The first starts have made the migrator's own tables, which the last one did not have
			// to.
			assert.ok(statement > count - MIGRATOR, `${statement} of ${count}`);
			assert.deepEqual(await killed.query(readSchema), schema);
		});

		test('two processes that start together on a database of an earlier state both find it complete', async (t) => {
			const [whole, shared] = [await prepare(), await prepare()];
			t.after(() => Promise.all([whole.cleanUp(), shared.cleanUp()]));
			const { count } = await migrate(whole);
			await migrate(shared, Math.floor(count / 2));
			const both = await Promise.all([migrate(shared), migrate(shared)]);
			assert.deepEqual(
				both.map(({ signal }) => signal),
				[null, null],
			);
			assert.deepEqual(await shared.query(readSchema), await whole.query(readSchema));
		});
	});
}
