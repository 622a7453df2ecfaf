/** What makes the desk an app: manifest, icons, and the service worker with what it keeps. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ensureBuilt } from '../../../src/build/ensureBuilt.ts';
import type { DeskShell } from '#protocol/deskWorker.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { call } from '../api.ts';

describe('the installable desk', () => {
	let server: TestServer;
	before(async () => {
		ensureBuilt();
		server = await startHostedServer();
	});
	after(() => server.stop());

	const get = <T = string>(path: string, headers: Record<string, string> = {}) =>
		call<T>(server.origin, path, { headers });
	const shellIn = (script: string): DeskShell =>
		JSON.parse(/^const SHELL=(.*);\n/.exec(script)?.[1] ?? 'null') as DeskShell;

	interface Manifest {
		name: string;
		lang: string;
		dir: string;
		icons: { src: string; sizes: string; type: string; purpose?: string }[];
	}

	test('the manifest opens the desk in a window of its own', async () => {
		const { status, headers, body } = await get<Manifest>('/desk/manifest.webmanifest');
		assert.equal(status, 200);
		assert.match(headers.get('content-type') ?? '', /^application\/manifest\+json/);
		const { icons, ...facts } = body;
		assert.deepEqual(facts, {
			id: '/desk',
			start_url: '/desk',
			scope: '/desk',
			name: 'Agent desk',
			short_name: 'Agent desk',
			lang: 'en',
			dir: 'ltr',
			display: 'standalone',
			theme_color: '#f6f6f4',
			background_color: '#f6f6f4',
		});
		assert.deepEqual(
			icons.map(({ sizes, purpose }) => [sizes, purpose]),
			[
				['any', undefined],
				['192x192', undefined],
				['512x512', undefined],
				['512x512', 'maskable'],
			],
		);
	});

	test("the manifest's name is in the agent's language", async () => {
		const { headers, body } = await get<Manifest>('/desk/manifest.webmanifest', { 'accept-language': 'ar, en;q=0.5' });
		assert.deepEqual([body.lang, body.dir], ['ar', 'rtl']);
		assert.notEqual(body.name, 'Agent desk');
		assert.match(headers.get('vary') ?? '', /Accept-Language/i);
	});

	test('every icon is a picture of the size that the manifest says', async () => {
		const { body } = await get<Manifest>('/desk/manifest.webmanifest');
		for (const { src, sizes, type } of body.icons) {
			const icon = await fetch(new URL(src, server.origin));
			assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, type], src);
			if (type !== 'image/png') continue;
			const header = new DataView(await icon.arrayBuffer());
			assert.equal(`${header.getUint32(16)}x${header.getUint32(20)}`, sizes, src);
		}
	});

	test('the document names manifest, icons and both colours, and allows worker and manifest', async () => {
		const { headers, body } = await get('/desk');
		const links = [...body.matchAll(/<link rel="(manifest|icon|apple-touch-icon)" href="([^"]+)"/g)];
		assert.deepEqual(
			links.map(([, rel]) => rel),
			['manifest', 'icon', 'apple-touch-icon'],
		);
		for (const [, , href = ''] of links) assert.equal((await get(href)).status, 200, href);
		assert.equal([...body.matchAll(/<meta\s+name="theme-color"/g)].length, 2);
		assert.match(headers.get('content-security-policy') ?? '', /manifest-src 'self'; worker-src 'self'/);
	});

	test('the worker may serve the desk, is asked for again each time, and reaches nothing but its own server', async () => {
		const { status, headers } = await get('/desk/service-worker.js');
		assert.equal(status, 200);
		assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
		assert.equal(headers.get('service-worker-allowed'), '/desk');
		assert.equal(headers.get('cache-control'), 'no-cache');
		assert.equal(
			headers.get('content-security-policy'),
			"default-src 'none'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'",
		);
	});

	test("the worker keeps the files of the desk's document, and the catalogue of its language", async () => {
		const document = (await get('/desk')).body;
		const { files, version } = shellIn((await get('/desk/service-worker.js?locale=de')).body);
		const named = [...document.matchAll(/(?:src|href)="(\/packs\/[^"]+)"/g)].map(([, address]) => address);
		const catalogues = files.filter((file) => !named.includes(file));
		assert.equal(catalogues.length, 1);
		assert.match(catalogues[0] ?? '', /\/desk-de-/);
		assert.deepEqual(
			named.filter((address) => !files.includes(address ?? '')),
			[],
		);
		for (const file of files) assert.equal((await get(file)).status, 200, file);
		const other = shellIn((await get('/desk/service-worker.js?locale=fr')).body);
		assert.notEqual(other.version, version);
	});

	test('a language that there is not counts as English', async () => {
		for (const query of ['', '?locale=xx', '?locale=%00'])
			assert.ok(
				shellIn((await get(`/desk/service-worker.js${query}`)).body).files.some((file) => file.includes('/desk-en-')),
				query,
			);
	});
});
