/** A short version of `npm run fuzz`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fuzz } from '../support/fuzz.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call } from './api.ts';

/** Any other number makes other requests. */
const SEED = 20_260_105;
const COUNT = 2_000;

let server: TestServer;
before(async () => {
	server = await startServer();
});
after(() => server.stop());

test(`${COUNT} malformed requests lead to no 5xx and no lost answer`, async () => {
	const { statuses, failures } = await fuzz(server, SEED, COUNT);
	assert.deepEqual(failures, []);
	// The requests have to get as far as the domain, and beyond.
	for (const status of [200, 401, 404, 422]) assert.ok((statuses.get(status) ?? 0) >= 20, `${status} was rare`);
	assert.equal((await call(server.origin, '/healthz')).status, 200);
});
