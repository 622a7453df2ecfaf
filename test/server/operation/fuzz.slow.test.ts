/** A short version of `npm run fuzz`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { complaintsOf, fuzz } from '../../fuzz/fuzz.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { startSiteverify, type Siteverify } from '../../support/siteverify.ts';
import { call } from '../api.ts';

/** Any other number makes other requests. */
const SEED = 20_260_105;
const COUNT = 2_000;

let provider: Siteverify;
let server: TestServer;
before(async () => {
	provider = await startSiteverify();
	provider.state = 'generous';
	server = await startServer({ captchaUrl: provider.url });
});
after(async () => {
	await server.stop();
	provider.stop();
});

test(`${COUNT} requests, of which half are malformed, reach what they ask for, and lead to no 5xx and no lost answer`, async () => {
	assert.deepEqual(complaintsOf(await fuzz(server, SEED, COUNT)), []);
	assert.equal((await call(server.origin, '/healthz')).status, 200);
});
