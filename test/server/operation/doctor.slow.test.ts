/**
 * What `npm run admin -- doctor` finds, and what it says is to be done (docs/operating.md,
 * Starting).
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { startFaultProxy } from '../../support/faultProxy.ts';
import { startServer } from '../../support/server.ts';
import { call } from '../api.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { createSqlite } from '../sqlite.ts';

test('it says what is wrong with each part, and what to do', async (t) => {
	const { options, cleanUp } = await createSqlite();
	const server = await startServer(options);
	const proxy = await startFaultProxy(server.origin);
	t.after(async () => {
		await proxy.stop();
		await server.stop();
		await cleanUp();
	});
	const ask = (settings: Record<string, string>) =>
		runAdmin({ ...options, settings: { DISK_FLOOR_MB: '0', ...settings } }, 'doctor');

	const direct = await ask({ PUBLIC_URL: server.origin, PORT: String(server.port) });
	assert.equal(direct.code, 0, direct.text);
	for (const line of [
		/^ok {4}database: sqlite answers$/m,
		/^ok {4}disk: /m,
		/^look {2}mail: no SMTP_URL/m,
		/^ok {4}public address: /m,
	])
		assert.match(direct.text, line);

	const bare = await ask({ PUBLIC_URL: proxy.origin });
	assert.equal(bare.code, 1);
	assert.match(bare.text, /^FAILS public address: the proxy does not send X-Forwarded-For/m);

	const wrong = await ask({
		PUBLIC_URL: 'http://127.0.0.1:9',
		REDIS_URL: 'redis://127.0.0.1:9',
		SMTP_URL: 'smtp://127.0.0.1:9',
		DISK_FLOOR_MB: '1000000000',
		REDIS_URI: 'redis://elsewhere',
	});
	assert.equal(wrong.code, 1);
	for (const line of [
		/^look {2}settings: REDIS_URI is no setting: REDIS_URL is one$/m,
		/^FAILS Redis: does not answer \(.*ECONNREFUSED.*\): start it, or correct REDIS_URL$/m,
		/^FAILS mail: the mail server cannot be reached \(.*ECONNREFUSED.*\): correct SMTP_URL$/m,
		/^FAILS disk: \d+ MB are free, less than DISK_FLOOR_MB/m,
		/^FAILS public address: http:\/\/127\.0\.0\.1:9 does not lead to this server/m,
	])
		assert.match(wrong.text, line);
});

test('it does not wait for what takes connections and says nothing', async (t) => {
	const silent = createServer().listen(0, '127.0.0.1');
	await once(silent, 'listening');
	t.after(() => silent.close());
	const { port } = silent.address() as AddressInfo;
	const { options, cleanUp } = await createSqlite();
	t.after(cleanUp);
	const settings = { DISK_FLOOR_MB: '0', REDIS_URL: `redis://127.0.0.1:${port}` };
	const { code, text } = await runAdmin(
		{ ...options, databaseUrl: `postgres://127.0.0.1:${port}/x`, settings },
		'doctor',
	);
	assert.equal(code, 1);
	for (const line of [/^FAILS database: /m, /^FAILS Redis: does not answer/m, /^look {2}clock: cannot be compared/m])
		assert.match(text, line);
});

test('what the server sees of a request is told to nobody without the key', async (t) => {
	const server = await startServer();
	t.after(() => server.stop());
	for (const headers of [{}, { Authorization: 'Bearer ' }, { Authorization: 'Bearer wrong' }])
		assert.equal((await call(server.origin, '/healthz/proxy', { headers })).status, 404);
});
