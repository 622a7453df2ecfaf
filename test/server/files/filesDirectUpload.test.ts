import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { FILE_SIZE_MAX } from '#protocol/entities/attachments.ts';
import type { BlobRow } from '../../../src/server/store/tables/blobRow.ts';
import { presentDirectUpload } from '../../../src/server/present/file.ts';
import { describeEachStorage, type FilesApp } from './filesApp.ts';
import { html, png } from './filesSamples.ts';

const DAY = 24 * 60 * 60 * 1000;

function announce(app: FilesApp, bytes: Buffer<ArrayBuffer>, name: string, contentType: string): Promise<BlobRow> {
	const checksum = createHash('md5').update(bytes).digest('base64');
	return app.files.announce({ name, contentType, byteSize: bytes.length, checksum });
}

async function put(app: FilesApp, blob: BlobRow, bytes: Buffer<ArrayBuffer>): Promise<number> {
	const { url, headers } = presentDirectUpload(app.files, blob).direct_upload;
	return (await fetch(new URL(url, app.origin), { method: 'PUT', headers, body: bytes })).status;
}

describeEachStorage((startFiles) => {
	test('announces, sends and attaches a file', async (t) => {
		const app = await startFiles(t);
		const blob = await announce(app, png(4, 5), 'cat.png', 'image/png');
		const upload = presentDirectUpload(app.files, blob);
		assert.deepEqual(Object.keys(upload), [
			'id',
			'key',
			'filename',
			'content_type',
			'metadata',
			'service_name',
			'byte_size',
			'checksum',
			'created_at',
			'signed_id',
			'direct_upload',
		]);
		await assert.rejects(app.files.findAttachable(upload.signed_id), { reason: { code: 'FILE_NOT_AVAILABLE' } });
		assert.equal(await put(app, blob, png(4, 5)), 204);
		const { width, height, content_type } = await app.files.findAttachable(upload.signed_id);
		assert.deepEqual({ width, height, content_type }, { width: 4, height: 5, content_type: 'image/png' });
	});

	test('one message takes a file, another cannot', async (t) => {
		const app = await startFiles(t);
		const blob = await announce(app, png(1, 1), 'cat.png', 'image/png');
		assert.equal(await app.blobs.claim(blob.id, Date.now()), false);
		await put(app, blob, png(1, 1));
		const claims = await Promise.all([app.blobs.claim(blob.id, Date.now()), app.blobs.claim(blob.id, Date.now())]);
		assert.equal(claims.filter(Boolean).length, 1);
		await assert.rejects(app.files.findAttachable(app.files.sign('attachment', blob)), {
			reason: { code: 'FILE_NOT_AVAILABLE' },
		});
	});

	test('other bytes than announced are refused, and the right ones are accepted afterwards', async (t) => {
		const app = await startFiles(t);
		const bytes = png(1, 1);
		const blob = await announce(app, bytes, 'cat.png', 'image/png');
		const altered = Buffer.from(bytes);
		altered[altered.length - 1] = 0;
		assert.equal(await put(app, blob, altered), 422);
		assert.equal(await put(app, blob, bytes.subarray(1)), 422);
		assert.equal(await put(app, blob, Buffer.concat([bytes, Buffer.alloc(20_000_000)])), 422);
		assert.deepEqual(await app.listStored(), []);
		assert.equal(await put(app, blob, bytes), 204);
		const first = await app.identify(blob.key);
		assert.equal(await put(app, blob, bytes), 204);
		assert.equal(await put(app, blob, altered), 422);
		assert.equal(await app.identify(blob.key), first);
		assert.deepEqual(await app.listStored(), [blob.key]);
	});

	test('refuses bytes of another type than announced', async (t) => {
		const app = await startFiles(t);
		const program = Buffer.from(`MZ${'\0'.repeat(100)}`);
		for (const bytes of [html, program]) {
			assert.equal(await put(app, await announce(app, bytes, 'cat.png', 'image/png'), bytes), 422);
		}
		assert.equal(await put(app, await announce(app, program, 'cat.exe', 'application/octet-stream'), program), 422);
		assert.deepEqual(await app.listStored(), []);
	});

	test('the first complete bytes stay, even if another upload began before', async (t) => {
		const app = await startFiles(t);
		const bytes = Buffer.alloc(300_000, 'x');
		const blob = await announce(app, bytes, 'a.txt', 'text/plain');
		const slow = connect(app.port, '127.0.0.1');
		slow.write(
			`PUT /files/${app.files.sign('upload', blob)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${bytes.length}\r\n\r\n`,
		);
		slow.write(bytes.subarray(0, 100_000));
		await t.waitFor(async () => assert.equal((await app.listStored()).length, 1));
		assert.equal(await put(app, blob, bytes), 204);
		const first = await app.identify(blob.key);
		slow.write(bytes.subarray(100_000));
		assert.match(await text(slow), /^HTTP\/1\.1 204 /);
		assert.equal(await app.identify(blob.key), first);
		assert.deepEqual(await app.listStored(), [blob.key]);
	});

	test('an announcement of a file that would be refused is refused', async (t) => {
		const { files } = await startFiles(t);
		const announcement = { name: 'a.png', contentType: 'image/png', byteSize: FILE_SIZE_MAX, checksum: '' };
		assert.equal((await files.announce(announcement)).byte_size, FILE_SIZE_MAX);
		await assert.rejects(files.announce({ ...announcement, byteSize: FILE_SIZE_MAX + 1 }), {
			reason: { code: 'FILE_TOO_BIG' },
		});
		await assert.rejects(files.announce({ ...announcement, contentType: 'application/x-msdownload' }), {
			reason: { code: 'FILE_TYPE_NOT_SUPPORTED' },
		});
		await files.announce({ ...announcement, contentType: 'application/x-zip-compressed' });
	});

	test('a forged upload address stores nothing', async (t) => {
		const app = await startFiles(t);
		const blob = await announce(app, png(1, 1), 'cat.png', 'image/png');
		for (const id of [app.files.sign('address', blob), app.files.sign('attachment', blob), blob.key, 'x']) {
			assert.equal((await fetch(`${app.origin}/files/${id}`, { method: 'PUT', body: png(1, 1) })).status, 404);
		}
		assert.deepEqual(await app.listStored(), []);
	});

	test('an upload that breaks off can be repeated', async (t) => {
		const app = await startFiles(t);
		const bytes = Buffer.alloc(300_000, 'x');
		const blob = await announce(app, bytes, 'a.txt', 'text/plain');
		const socket = connect(app.port, '127.0.0.1');
		const path = `/files/${app.files.sign('upload', blob)}`;
		socket.write(
			`PUT ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${bytes.length}\r\n\r\n`,
		);
		socket.write(bytes.subarray(0, 100_000));
		await t.waitFor(async () => assert.equal((await app.listStored()).length, 1));
		socket.destroy();
		await t.waitFor(async () => assert.deepEqual(await app.listStored(), []));
		assert.equal(await put(app, blob, bytes), 204);
	});

	test('files that no message took within a day are deleted, and no others', async (t) => {
		const app = await startFiles(t);
		const [unfinished, abandoned, claimed, recent] = await Promise.all(
			['a', 'b', 'c', 'd'].map((content) => announce(app, Buffer.from(content), `${content}.txt`, 'text/plain')),
		);
		assert.ok(unfinished && abandoned && claimed && recent);
		await put(app, abandoned, Buffer.from('b'));
		await put(app, claimed, Buffer.from('c'));
		await put(app, recent, Buffer.from('d'));
		await app.blobs.claim(claimed.id, Date.now());
		for (const { id } of [unfinished, abandoned, claimed]) app.date(id, Date.now() - DAY - 1000);
		assert.equal(await put(app, unfinished, Buffer.from('a')), 404);

		await app.files.cleanUp();
		assert.deepEqual((await app.listStored()).toSorted(), [claimed.key, recent.key].toSorted());
		assert.equal(app.countBlobs(), 2);
		await app.files.findAttachable(app.files.sign('attachment', recent));
	});

	test('the clean-up handles any number of files', async (t) => {
		const app = await startFiles(t);
		for (let count = 0; count < 250; count++) {
			const { id } = await announce(app, Buffer.from('a'), 'a.txt', 'text/plain');
			app.date(id, Date.now() - DAY - 1000);
		}
		await app.files.cleanUp();
		assert.equal(app.countBlobs(), 0);
	});

	test('a source that fails leaves no file', async (t) => {
		const app = await startFiles(t);
		const source = Readable.from(
			(async function* () {
				yield Buffer.from('begun');
				throw new Error('gone');
			})(),
		);
		await assert.rejects(app.files.upload(source, { name: 'a.txt', contentType: 'text/plain' }), { message: 'gone' });
		assert.deepEqual(await app.listStored(), []);
	});
});
