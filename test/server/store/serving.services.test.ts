/**
 * Which servers may use one PostgreSQL database at the same time: visitors and agents of each have
 * to hear of what happens at all.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test, type TestContext } from 'node:test';
import { programFile } from '../../support/programs.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { SECRET_KEY } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { createDatabaseAndRedis, type Services } from '../services.ts';

const OTHER_KEY = 'another-key-another-key-another-key';

let services: Services;
before(async () => {
	services = await createDatabaseAndRedis({ mayBeSeeded: true });
});
after(() => services.cleanUp());

const withRedis = (settings = {}) => ({ REDIS_URL: services.options.redisUrl ?? '', SECRET_KEY, ...settings });
const doctor = (settings: Record<string, string>) =>
	runAdmin({ ...services.options, settings: { DISK_FLOOR_MB: '0', ...settings } }, 'doctor');

test('without Redis a second one says in one line why it does not start, and starts once the first is killed', async (t) => {
	const first = await begin(t, { SECRET_KEY });
	assert.match(first.log(), /Server listening/);
	for (const settings of [{ SECRET_KEY }, { SECRET_KEY: OTHER_KEY }]) {
		const second = await begin(t, settings);
		assert.equal(second.process.exitCode, 1);
		assert.match(
			second.log(),
			/^Another server uses this database, which only those with a REDIS_URL can share: .*\n$/,
		);
	}
	const third = await begin(t, withRedis());
	assert.match(third.log(), /^A server without a REDIS_URL uses this database: .*\n$/);
	assert.match((await doctor({})).text, /^ok {4}servers: 1 of this key use the database now$/m);
	assert.match((await doctor(withRedis())).text, /^FAILS servers: A server without a REDIS_URL uses this database/m);
	first.process.kill('SIGKILL');
	assert.match((await begin(t, { SECRET_KEY })).log(), /Server listening/);
});

test('with Redis those start that accept what the others sign', async (t) => {
	await begin(t, withRedis());
	assert.match((await begin(t, withRedis())).log(), /Server listening/);
	for (const settings of [{ SECRET_KEY: OTHER_KEY }, { SECRET_KEY: OTHER_KEY, SECRET_KEY_PREVIOUS: SECRET_KEY }])
		assert.match((await begin(t, withRedis(settings))).log(), /^A server with another SECRET_KEY uses this database/);
	assert.match((await begin(t, { SECRET_KEY })).log(), /^Another server uses this database, which only those with/);
	assert.match(
		(await doctor({})).text,
		/^FAILS servers: Servers with a REDIS_URL use this database, and this one has/m,
	);
	assert.match((await doctor(withRedis())).text, /^ok {4}servers: 2 of this key use the database now$/m);
});

test('a key is replaced while several serve: all accept the new one before one signs with it', async (t) => {
	const accepting = withRedis({ SECRET_KEY_PREVIOUS: OTHER_KEY });
	for (const settings of [accepting, accepting, withRedis({ SECRET_KEY: OTHER_KEY, SECRET_KEY_PREVIOUS: SECRET_KEY })])
		assert.match((await begin(t, settings)).log(), /Server listening/);
});

test('one whose connection to the database is cut claims it again, and says when another was faster', async (t) => {
	const first = await begin(t, { SECRET_KEY });
	const holders = `select pid from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
		and database = (select oid from pg_database where datname = current_database())`;
	const cut = async () => {
		const [held] = await services.query(holders);
		await services.query(`select pg_terminate_backend(${String(held?.['pid'])})`);
		return held?.['pid'];
	};
	const former = await cut();
	await until('another claim', async () => {
		const [held] = await services.query(holders);
		return held !== undefined && held['pid'] !== former;
	});
	assert.match(first.log(), /the lock that keeps other servers off the database is lost/);

	first.process.kill('SIGSTOP');
	await cut();
	await begin(t, { SECRET_KEY });
	first.process.kill('SIGCONT');
	await until(first.log, () => /"level":50.*Another server uses this database/.test(first.log()));
});

/** A server as operators start it, once it listens or has ended. */
async function begin(
	t: TestContext,
	settings: Record<string, string>,
): Promise<{ process: ChildProcess; log(): string }> {
	const { dataDir = '', databaseUrl = '' } = services.options;
	const child = spawn(process.execPath, [programFile('src/server/main.ts')], {
		env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'info', ...settings },
	});
	let hasEnded = false;
	const ended = once(child, 'close').then(() => (hasEnded = true));
	t.after(async () => {
		child.kill('SIGCONT');
		child.kill('SIGKILL');
		await ended;
	});
	let log = '';
	for (const output of [child.stdout, child.stderr])
		output.setEncoding('utf8').on('data', (text: string) => (log += text));
	await until('a server that listens, or has ended', () => hasEnded || log.includes('Server listening'));
	return { process: child, log: () => log };
}
