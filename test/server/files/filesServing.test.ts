import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { DAY } from '#protocol/base/duration.ts';
import { createSignedIds } from '../../../src/server/files/signedIds.ts';
import { describeEachStorage, LINK_DAYS } from './filesApp.ts';
import { gif, jpeg, pdf, png, svgWithScript, webm } from './filesSamples.ts';

describeEachStorage((startFiles) => {
	test('nothing in a file can run where it is opened', async (t) => {
		const app = await startFiles(t);
		const address = await app.store(new File([svgWithScript], 'drawing.svg', { type: 'image/svg+xml' }));
		const response = await fetch(address);
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('content-type'), 'image/svg+xml');
		assert.equal(
			response.headers.get('content-disposition'),
			`attachment; filename="drawing.svg"; filename*=UTF-8''drawing.svg`,
		);
		assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
		assert.equal(response.headers.get('content-security-policy'), "sandbox; default-src 'none'");
		assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
		assert.equal(response.headers.get('cache-control'), 'private, max-age=31536000, immutable');
		assert.deepEqual(Buffer.from(await response.arrayBuffer()), svgWithScript);
	});

	test('shows pictures, sound and films in place, and saves the rest', async (t) => {
		const app = await startFiles(t);
		const dispositionOf = async (bytes: Buffer<ArrayBuffer> | string, type: string) => {
			const response = await fetch(await app.store(new File([bytes], 'a', { type })), { method: 'HEAD' });
			return response.headers.get('content-disposition')?.split(';')[0];
		};
		assert.equal(await dispositionOf(jpeg(1, 1), 'image/jpeg'), 'inline');
		assert.equal(await dispositionOf(gif(1, 1, '<script>alert(1)</script>'), 'image/gif'), 'inline');
		assert.equal(await dispositionOf(webm, 'audio/webm'), 'inline');
		assert.equal(await dispositionOf(webm, 'video/webm'), 'inline');
		assert.equal(await dispositionOf(pdf, 'application/pdf'), 'attachment');
		assert.equal(await dispositionOf('hello', 'text/plain'), 'attachment');
	});

	for (const [sent, shown, header] of [
		['Grüße 🎉.txt', 'Grüße 🎉.txt', `filename="Gr__e _.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%F0%9F%8E%89.txt`],
		[
			`it's "100%" (new).txt`,
			`it's "100%" (new).txt`,
			`filename="it's _100__ (new).txt"; filename*=UTF-8''it%27s%20%22100%25%22%20%28new%29.txt`,
		],
		['evil\u202etxt.png', 'evil_txt.png', `filename="evil_txt.png"; filename*=UTF-8''evil_txt.png`],
		[
			'a\r\nSet-Cookie: a=1\u2028.txt',
			'a__Set-Cookie: a=1_.txt',
			`filename="a__Set-Cookie: a=1_.txt"; filename*=UTF-8''a__Set-Cookie%3A%20a%3D1_.txt`,
		],
		['../../etc/passwd', '.._.._etc_passwd', `filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
		['..\\..\\boot.ini', '.._.._boot.ini', `filename=".._.._boot.ini"; filename*=UTF-8''.._.._boot.ini`],
		['..', 'file', `filename="file"; filename*=UTF-8''file`],
		['\ud800.txt', '\ufffd.txt', `filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
		[
			`${'ü'.repeat(300)}.txt`,
			`${'ü'.repeat(125)}.txt`,
			`filename="${'_'.repeat(125)}.txt"; filename*=UTF-8''${'%C3%BC'.repeat(125)}.txt`,
		],
	] as const) {
		test(`a file called ${JSON.stringify(sent.slice(0, 40))} keeps a harmless name`, async (t) => {
			const app = await startFiles(t);
			// By a direct upload, whose name passes no form parser.
			const bytes = Buffer.from('hello');
			const checksum = 'XUFAKrxLKna5cZ2REBfFkg==';
			const announced = await app.files.announce({ name: sent, contentType: '', byteSize: bytes.length, checksum });
			assert.equal(announced.filename, shown);
			await fetch(`${app.origin}/files/${app.files.sign('upload', announced)}`, { method: 'PUT', body: bytes });
			const name = encodeURIComponent(announced.filename);
			const response = await fetch(`${app.origin}/files/${app.files.sign('address', announced)}/${name}`);
			assert.equal(response.status, 200);
			assert.equal(response.headers.get('set-cookie'), null);
			assert.equal(response.headers.get('content-disposition'), `attachment; ${header}`);
			assert.deepEqual(await app.listStored(), [announced.key]);
		});
	}

	test('a stranger cannot make or alter an address', async (t) => {
		const app = await startFiles(t);
		const address = new URL(await app.store(new File([png(1, 1)], 'cat.png', { type: 'image/png' })));
		const [, , id = ''] = address.pathname.split('/');
		const key = id.slice(0, 32);
		const mac = id.slice(33);
		const blob = await app.files.findByAddress(id);
		assert.ok(blob);
		const forgeries = [
			key,
			`${key}-`,
			`${key}-${mac.slice(0, -1)}`,
			`${key}-${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
			`${'0'.repeat(32)}-${mac}`,
			`${key.toUpperCase()}-${mac}`,
			app.files.sign('attachment', blob),
			app.files.sign('upload', blob),
			'1',
			'..%2f..%2fetc%2fpasswd',
			`%00${id}`,
		];
		for (const forgery of forgeries) {
			const response = await fetch(`${app.origin}/files/${forgery}/cat.png`);
			assert.equal(response.status, 404, forgery);
			assert.deepEqual(await response.json(), { error: 'Resource could not be found' });
		}
		assert.equal((await fetch(address)).status, 200);
	});

	test('a removed file is gone, from the disk too', async (t) => {
		const app = await startFiles(t);
		const address = await app.store(new File([png(1, 1)], 'cat.png', { type: 'image/png' }));
		const blob = await app.files.findByAddress(address.split('/')[4] ?? '');
		assert.ok(blob);
		await app.files.remove([blob]);
		assert.equal((await fetch(address)).status, 404);
		assert.deepEqual(await app.listStored(), []);
	});

	test('caches do not store that the bytes of a file are gone', async (t) => {
		const app = await startFiles(t);
		const address = await app.store(new File([png(1, 1)], 'cat.png', { type: 'image/png' }));
		const [name = ''] = await app.listStored();
		await app.lose(name);
		const response = await fetch(address);
		assert.equal(response.status, 404);
		assert.equal(response.headers.get('cache-control'), 'no-store');
		assert.equal(response.headers.get('etag'), null);
		assert.deepEqual(await response.json(), { error: 'Resource could not be found' });
	});

	test('ranges are served as requested, so that a player can seek', async (t) => {
		const app = await startFiles(t);
		const address = await app.store(new File(['0123456789'], 'a.txt', { type: 'text/plain' }));
		const get = async (range: string, headers: Record<string, string> = {}) => {
			const response = await fetch(address, { headers: { range, ...headers } });
			return [
				response.status,
				response.headers.get('content-range'),
				response.headers.get('content-length'),
				await response.text(),
			];
		};
		assert.deepEqual(await get('bytes=0-3'), [206, 'bytes 0-3/10', '4', '0123']);
		assert.deepEqual(await get('bytes=4-'), [206, 'bytes 4-9/10', '6', '456789']);
		assert.deepEqual(await get('bytes=-3'), [206, 'bytes 7-9/10', '3', '789']);
		assert.deepEqual(await get('bytes=-99'), [206, 'bytes 0-9/10', '10', '0123456789']);
		assert.deepEqual(await get('bytes=8-99'), [206, 'bytes 8-9/10', '2', '89']);
		assert.deepEqual(await get('bytes=10-'), [416, 'bytes */10', '0', '']);
		assert.deepEqual(await get('bytes=-0'), [416, 'bytes */10', '0', '']);
		assert.deepEqual(await get('bytes=0-1,4-5'), [200, null, '10', '0123456789']);
		assert.deepEqual(await get('bytes=5-2'), [200, null, '10', '0123456789']);
		assert.deepEqual(await get('lines=1-2'), [200, null, '10', '0123456789']);
		assert.deepEqual(await get('bytes=0-3', { 'if-range': '"another"' }), [200, null, '10', '0123456789']);
	});

	test('HEAD tells what GET would, without the bytes', async (t) => {
		const app = await startFiles(t);
		const address = await app.store(new File(['0123456789'], 'a.txt', { type: 'text/plain' }));
		const response = await fetch(address, { method: 'HEAD', headers: { range: 'bytes=2-3' } });
		assert.equal(response.status, 206);
		assert.equal(response.headers.get('content-length'), '2');
		assert.equal(response.headers.get('accept-ranges'), 'bytes');
		assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
		assert.equal(await response.text(), '');
	});

	test('a copy that is still good is not sent again', async (t) => {
		const app = await startFiles(t);
		const address = await app.store(new File(['0123456789'], 'a.txt', { type: 'text/plain' }));
		const etag = (await fetch(address)).headers.get('etag') ?? '';
		const response = await fetch(address, { headers: { 'if-none-match': etag } });
		assert.deepEqual([response.status, await response.text()], [304, '']);
	});

	test('serves an empty file', async (t) => {
		const app = await startFiles(t);
		const response = await fetch(await app.store(new File([], 'a.txt', { type: 'text/plain' })));
		assert.deepEqual([response.status, response.headers.get('content-length'), await response.text()], [200, '0', '']);
	});

	// Only Linux tells which files a process has open.
	test(
		'a reader who leaves in the middle leaves no open file behind',
		{ skip: process.platform !== 'linux' },
		async (t) => {
			const app = await startFiles(t);
			const address = await app.store(new File([Buffer.alloc(20_000_000, 'x')], 'a.txt', { type: 'text/plain' }));
			const reading = request(address).end();
			const [response] = (await once(reading, 'response')) as [IncomingMessage];
			await once(response, 'data');
			assert.equal(await app.countOpen(), 1);
			response.destroy();
			await t.waitFor(async () => assert.equal(await app.countOpen(), 0));
		},
	);

	test('an address stays the same for a while, is valid for the set days and not for twice as many', async (t) => {
		const app = await startFiles(t);
		const began = 1_000 * LINK_DAYS * DAY;
		t.mock.timers.enable({ apis: ['Date'], now: began + 5 * DAY });
		const address = await app.store(new File(['hello'], 'a.txt', { type: 'text/plain' }));
		const blob = (await app.files.findByAddress(address.split('/')[4] ?? '')) ?? assert.fail();
		const isValid = async (id: string) => (await app.files.findByAddress(id)) !== undefined;
		const id = app.files.sign('address', blob);
		t.mock.timers.setTime(began + LINK_DAYS * DAY - 1);
		assert.equal(app.files.sign('address', blob), id);
		t.mock.timers.setTime(began + (5 + LINK_DAYS) * DAY);
		assert.notEqual(app.files.sign('address', blob), id);
		assert.ok(await isValid(id));
		t.mock.timers.setTime(began + 2 * LINK_DAYS * DAY - 1);
		assert.ok(await isValid(id));
		t.mock.timers.setTime(began + 2 * LINK_DAYS * DAY);
		assert.equal(await isValid(id), false);
		assert.equal((await fetch(address)).status, 404);
		// Whoever is shown the file again gets an address that is valid.
		assert.ok(await isValid(app.files.sign('address', blob)));
		// The day is part of what is signed.
		assert.equal(await isValid(id.replace(/-\d+-/, '-999999-')), false);
		assert.equal(await isValid(id.replace(/-\d+-/, '-')), false);
	});

	test('an address without a day, from before version 0.2.0, is valid as long as one of the first day of its file', async (t) => {
		const app = await startFiles(t);
		const began = 1_000 * LINK_DAYS * DAY;
		t.mock.timers.enable({ apis: ['Date'], now: began + 5 * DAY });
		const address = await app.store(new File(['hello'], 'a.txt', { type: 'text/plain' }));
		const blob = (await app.files.findByAddress(address.split('/')[4] ?? '')) ?? assert.fail();
		const old = createSignedIds(['a secret of this test']).sign('address', { key: blob.key });
		t.mock.timers.setTime(began + 2 * LINK_DAYS * DAY - 1);
		assert.ok(await app.files.findByAddress(old));
		t.mock.timers.setTime(began + 2 * LINK_DAYS * DAY);
		assert.equal(await app.files.findByAddress(old), undefined);
	});
});
