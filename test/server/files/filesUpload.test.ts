import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { FILE_SIZE_MAX, FILES_PER_MESSAGE_MAX } from '#protocol/entities/attachments.ts';
import { describeEachStorage } from './filesApp.ts';
import { gif, jpeg, png } from './filesSamples.ts';

const letters = (size: number, name = 'a.txt') => new File([Buffer.alloc(size, 'x')], name, { type: 'text/plain' });

describeEachStorage((startFiles) => {
	test('a form with a file reads like one that refers to a direct upload', async (t) => {
		const app = await startFiles(t);
		const { status, body } = await app.post(new File([png(3, 2)], 'cat.png', { type: 'image/png' }));
		assert.equal(status, 200);
		assert.ok(typeof body.message === 'object');
		const [signedId, ...others] = body.message.attachments;
		assert.deepEqual(others, []);
		const blob = await app.files.findAttachable(signedId ?? '');
		assert.deepEqual(
			{ ...blob, id: 0, key: '', checksum: '', created_at: 0, stored_at: 0 },
			{
				id: 0,
				key: '',
				filename: 'cat.png',
				content_type: 'image/png',
				byte_size: png(3, 2).length,
				checksum: '',
				width: 3,
				height: 2,
				created_at: 0,
				stored_at: 0,
				claimed_at: null,
				article_account_id: null,
			},
		);
		assert.deepEqual(await app.listStored(), [blob.key]);
	});

	test('takes a file of exactly the limit', async (t) => {
		const app = await startFiles(t);
		const response = await fetch(await app.store(letters(FILE_SIZE_MAX)), { method: 'HEAD' });
		assert.equal(response.headers.get('content-length'), String(FILE_SIZE_MAX));
	});

	test('a file of one byte too many is refused with the reason, and not stored', async (t) => {
		const app = await startFiles(t);
		const { status, body } = await app.post(letters(FILE_SIZE_MAX + 1));
		assert.equal(status, 422);
		assert.deepEqual(body, { message: 'file size is too big', attributes: ['attachments.file'] });
		assert.deepEqual(await app.listStored(), []);
		assert.equal(app.countBlobs(), 0);
	});

	// Browsers read an answer only after they have sent everything, and use the same connection
	// again.
	for (const [kind, head, tail] of [
		['form', 'POST /forms HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b', '\r\n--b--\r\n'],
		['direct upload', 'PUT /files/UPLOAD HTTP/1.1\r\nContent-Type: image/png', ''],
	] as const) {
		test(`a refused ${kind} is read to its end, so that the visitor learns why`, async (t) => {
			const app = await startFiles(t);
			const blob = await app.files.announce({ name: 'a.png', contentType: 'image/png', byteSize: 9, checksum: '' });
			const part = (name: string) =>
				`--b\r\nContent-Disposition: form-data; name="attachments[]"; filename="${name}"\r\n\r\n`;
			const program = `MZ${'\0'.repeat(100)}`;
			const rest = `${program}\r\n${part('b.txt')}${'x'.repeat(8_000_000)}\r\n${part('c.txt')}${'x'.repeat(8_000_000)}`;
			const body = `${kind === 'form' ? part('a.png') : ''}${rest}${tail}`;
			const request = head.replace('UPLOAD', app.files.sign('upload', blob));

			const socket = connect(app.port, '127.0.0.1');
			t.after(() => socket.destroy());
			socket.pause();
			await new Promise((sent) => {
				socket.write(`${request}\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`, sent);
			});
			socket.write('GET /files/next/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
			const answers = await text(socket);
			assert.deepEqual(
				[...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
				['422', '404'],
			);
			assert.deepEqual(await app.listStored(), []);
		});
	}

	test('the bytes of a visitor who disconnects are deleted', async (t) => {
		const app = await startFiles(t);
		const socket = connect(app.port, '127.0.0.1');
		const head =
			'POST /forms HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n';
		socket.write(
			`${head}--b\r\nContent-Disposition: form-data; name="attachments[]"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${'x'.repeat(200_000)}`,
		);
		await t.waitFor(async () => assert.equal((await app.listStored()).length, 1));
		socket.destroy();
		await t.waitFor(async () => assert.deepEqual(await app.listStored(), []));
		assert.equal(app.countBlobs(), 0);
		assert.equal((await app.post(letters(1))).status, 200);
	});

	const part = '--b\r\nContent-Disposition: form-data; name="attachments[]"';
	for (const [what, type, body] of [
		['names no boundary', 'multipart/form-data', `${part}\r\n\r\nx\r\n--b--\r\n`],
		['names an endless boundary', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'x'],
		['has other boundaries than it names', 'multipart/form-data; boundary=c', `${part}\r\n\r\nx\r\n--b--\r\n`],
		['ends within a field', 'multipart/form-data; boundary=b', `${part}\r\n\r\nx`],
		[
			'ends within a file',
			'multipart/form-data; boundary=b',
			`${part}; filename="a.txt"\r\n\r\n${'x'.repeat(200_000)}`,
		],
		['ends after a part', 'multipart/form-data; boundary=b', `${part}\r\n\r\nx\r\n--b\r\n`],
	] as const) {
		test(`a form that ${what} is refused, and leaves nothing`, async (t) => {
			const app = await startFiles(t);
			const answer = await fetch(`${app.origin}/forms`, { method: 'POST', headers: { 'content-type': type }, body });
			assert.deepEqual(
				[answer.status, await answer.json()],
				[400, { message: 'Body is not a valid form', attributes: ['body'] }],
			);
			assert.deepEqual(await app.listStored(), []);
			assert.equal(app.countBlobs(), 0);
		});
	}

	test('takes as many files as one message may have, and not one more', async (t) => {
		const app = await startFiles(t);
		const files = Array.from({ length: FILES_PER_MESSAGE_MAX }, (_, index) => letters(1, `${index}.txt`));
		const taken = await app.post(...files);
		assert.ok(typeof taken.body.message === 'object');
		assert.equal(taken.body.message.attachments.length, FILES_PER_MESSAGE_MAX);
		assert.deepEqual(await app.post(...files, letters(1)), {
			status: 422,
			body: { message: 'Attachments exceeded maximum allowed', attributes: ['attachments'] },
		});
	});

	test('knows the size of a picture as it is shown, also beyond a long profile', async (t) => {
		const app = await startFiles(t);
		const sizeOf = async (bytes: Buffer<ArrayBuffer>, type: string) => {
			const { body } = await app.post(new File([bytes], `a.${type}`, { type: `image/${type}` }));
			assert.ok(typeof body.message === 'object', JSON.stringify(body));
			const { width, height } = await app.files.findAttachable(body.message.attachments[0] ?? '');
			return [width, height];
		};
		assert.deepEqual(await sizeOf(jpeg(640, 480), 'jpeg'), [640, 480]);
		assert.deepEqual(await sizeOf(jpeg(640, 480, { orientation: 6 }), 'jpeg'), [480, 640]);
		assert.deepEqual(await sizeOf(gif(7, 9), 'gif'), [7, 9]);
		assert.deepEqual(await sizeOf(gif(0, 9), 'gif'), [null, null]);
		assert.deepEqual(await sizeOf(jpeg(640, 480).subarray(0, 100), 'jpeg'), [null, null]);
	});
});
