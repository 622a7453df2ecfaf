/**
 * The tag in one file, at addresses that pages pin by its hash (docs/tag.md, Content security
 * policies).
 */
import assert from 'node:assert/strict';
import { before, describe, test, type TestContext } from 'node:test';
import { DAY } from '#protocol/base/duration.ts';
import { PINNED_SCRIPT_FACTS, type SingleScript } from '#protocol/frame/embedCode.ts';
import { ensureBuilt } from '../../../src/build/ensureBuilt.ts';
import { integrityOf } from '../../../src/server/http/routing/integrityOf.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { until } from '../../support/until.ts';
import { call } from '../api.ts';
import type { Prepare } from '../conversationServer.ts';
import { startApp } from '../ownProcess.ts';

const FORMER = { version: '0.0.1', integrity: 'sha384-former', script: 'export {}; // former' };

export function describeReleasedScripts(database: string, prepare: Prepare): void {
	describe(`released scripts on ${database}`, () => {
		before(ensureBuilt);

		/** One database for several starts of the server. */
		const begin = async (t: TestContext) => {
			const services = await prepare();
			const { dataDir = '', databaseUrl } = services.options;
			const store = await openStore({ dataDir, databaseUrl });
			t.after(async () => {
				await store.close();
				await services.cleanUp();
			});
			const start = () => startApp(t, async () => ({ ...services, cleanUp: async () => {} }));
			return { store, start };
		};
		const keep = (store: Store, script: Partial<typeof FORMER> = {}, current_at = Date.now()) =>
			store.releasedScripts.keep({ ...FORMER, ...script }, current_at);
		const readFacts = async (origin: string) => (await call<SingleScript>(origin, PINNED_SCRIPT_FACTS)).body;

		test('the address with the version serves the script of the hash, for ever and to pages of every site', async (t) => {
			const { start } = await begin(t);
			const { origin } = await start();
			const { src, integrity } = await readFacts(origin);
			assert.match(src, /^\/live-chat-widget\.\d+\.\d+\.\d+\.single\.js$/);
			const { status, headers, body } = await call<string>(origin, src);
			assert.deepEqual([status, integrityOf(body)], [200, integrity]);
			assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
			assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
			assert.equal(headers.get('access-control-allow-origin'), '*');
			assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
		});

		test('a former version is served for a year after the last server of that version, and then no more', async (t) => {
			const { store, start } = await begin(t);
			const now = Date.now();
			await keep(store, {}, now);
			const former = '/live-chat-widget.0.0.1.single.js';
			let { origin, close } = await start();
			const { src } = await readFacts(origin);
			assert.equal((await call<string>(origin, former)).body, FORMER.script);
			assert.equal((await call(origin, src)).status, 200);

			t.mock.timers.enable({ apis: ['Date'], now: now + 364 * DAY });
			await close();
			({ origin, close } = await start());
			assert.equal((await call(origin, former)).status, 200);

			t.mock.timers.setTime(now + 366 * DAY);
			await close();
			({ origin, close } = await start());
			await until('the former version is gone', async () => (await call(origin, former)).status === 404);
			// The server's own version has not ended.
			assert.equal((await call(origin, src)).status, 200);
		});

		test('another build of the same version leaves what is served as it was, whichever process is first', async (t) => {
			const { store, start } = await begin(t);
			const one = await start();
			const pinned = await readFacts(one.origin);
			const version = /widget\.(.*)\.single/.exec(pinned.src)?.[1] ?? '';
			await Promise.all([keep(store, { version }), keep(store, { version, script: 'other' }), one.close()]);
			const other = await start();
			assert.deepEqual(await readFacts(other.origin), pinned);
			assert.equal(integrityOf((await call<string>(other.origin, pinned.src)).body), pinned.integrity);

			await Promise.all([keep(store), keep(store, { script: 'other' })]);
			const { body } = await call<string>(other.origin, '/live-chat-widget.0.0.1.single.js');
			assert.ok([FORMER.script, 'other'].includes(body), body);
		});

		test('an address that no version has is not found, whatever it is made of', async (t) => {
			const { start } = await begin(t);
			const { origin } = await start();
			for (const version of [
				'9.9.9',
				'0.0.1',
				'',
				'..',
				'..%2f..%2fpackage',
				'1.0.0%2f..%2f..',
				'1.0.0%00',
				"1.0.0' or 1=1 --",
				'1.0.0-%25',
				`1.0.0-${'x'.repeat(400)}`,
			]) {
				const { status } = await call(origin, `/live-chat-widget.${version}.single.js`);
				assert.equal(status, 404, version);
			}
		});
	});
}
