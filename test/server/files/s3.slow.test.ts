/** An installation whose files are on S3 (docs/operating.md, Files on S3). */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { readS3Bucket } from '../../../src/server/base/s3Bucket.ts';
import { readSettings } from '../../../src/server/base/settings.ts';
import { openBlackHole } from '../../support/blackHole.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { startS3Server, type S3Bucket, type S3Server } from '../../support/s3Server.ts';
import { startServer, type ServerOptions, type TestServer } from '../../support/server.ts';
import { answerWithin } from '../http/answerWithin.ts';
import { beginConversation, call, createVisitor, type Visitor } from '../api.ts';
import { png } from './filesSamples.ts';
import { createSqlite } from '../sqlite.ts';

/** Milliseconds that a request may take. */
const REQUEST_MAX = 5_000;

const PICTURE = png(2, 2);

async function sendFile(origin: string, visitor: Visitor): Promise<{ status: number; message: Message }> {
	const form = new FormData();
	form.append('message[attachments][]', new File([PICTURE], 'cup.png', { type: 'image/png' }));
	const answer = await fetch(new URL('/api/v1/widget/messages?website_token=demo', origin), {
		method: 'POST',
		headers: { 'X-Auth-Token': visitor.authToken },
		body: form,
	});
	return { status: answer.status, message: (await answer.json()) as Message };
}

async function readFile(origin: string, { attachments }: Message): Promise<{ status: number; bytes: Buffer }> {
	const [file] = attachments ?? [];
	assert.ok(file && 'data_url' in file && file.data_url !== null);
	const answer = await fetch(new URL(file.data_url, origin));
	return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The server makes the folder for the first object, and removes it with the last one. */
const countObjects = ({ folder, ending }: S3Bucket) =>
	existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ending)).length : 0;

describe('files on S3', () => {
	let s3: S3Server;
	before(async () => (s3 = await startS3Server()));
	after(() => s3.stop());

	const prepare = async (t: TestContext): Promise<ServerOptions> => {
		const { options, cleanUp } = await createSqlite();
		t.after(cleanUp);
		return options;
	};
	const start = async (t: TestContext, options: ServerOptions): Promise<TestServer> => {
		const server = await startServer(options);
		t.after(() => server.stop());
		return server;
	};
	/** Starts a server, has a visitor send files to it, and answers their messages. */
	const fill = async (t: TestContext, options: ServerOptions) => {
		const server = await start(t, options);
		const visitor = await createVisitor(server.origin);
		const sent = [await sendFile(server.origin, visitor), await sendFile(server.origin, visitor)];
		assert.deepEqual(
			sent.map(({ status }) => status),
			[200, 200],
		);
		return { server, messages: sent.map(({ message }) => message) };
	};
	const readAll = async (server: TestServer, messages: readonly Message[]) => {
		for (const message of messages)
			assert.deepEqual(await readFile(server.origin, message), { status: 200, bytes: PICTURE });
	};

	test('while S3 hangs, requests that need it end with 503, all others work, and the health check says so', async (t) => {
		const options = await prepare(t);
		const way = await openBlackHole(s3.createBucket().url);
		t.after(() => way.close());
		const { server, messages } = await fill(t, { ...options, settings: { S3_URL: way.url } });
		const { origin } = server;
		const visitor = await createVisitor(origin);
		await beginConversation(visitor);
		const leaving = await createVisitor(origin);
		await sendFile(origin, leaving);
		const readiness = async () => {
			const { status, body } = await answerWithin(2_000, () => call(origin, '/readyz'));
			return [status, body];
		};
		assert.deepEqual(await readiness(), [200, { status: 'ok', database: 'ok', disk: 'ok', redis: 'none', s3: 'ok' }]);

		way.swallow();
		const [sent, read, written, left] = await Promise.all([
			answerWithin(REQUEST_MAX, () => sendFile(origin, visitor)),
			answerWithin(REQUEST_MAX, () => readFile(origin, messages[0] ?? assert.fail())),
			answerWithin(REQUEST_MAX, () => visitor.write('Without a file')),
			// The clean-up deletes the file itself later.
			answerWithin(REQUEST_MAX, () => leaving.call('contact', { method: 'DELETE' })),
		]);
		assert.deepEqual([sent.status, read.status, written.content, left.status], [503, 503, 'Without a file', 204]);
		assert.deepEqual(await readiness(), [
			503,
			{ status: 'away', database: 'ok', disk: 'ok', redis: 'none', s3: 'away' },
		]);

		way.heal();
		await readAll(server, messages);
		assert.equal((await sendFile(origin, visitor)).status, 200);
	});

	test('a backup has the files of a bucket, and brings them into a folder or another bucket', async (t) => {
		const [original, bucket, other] = [await prepare(t), s3.createBucket(), s3.createBucket()];
		const settings = { S3_URL: bucket.url };
		const { messages } = await fill(t, { ...original, settings });
		assert.equal(countObjects(bucket), 2);
		const folder = mkdtempSync(join(tmpdir(), 'live-chat-backup-'));
		t.after(() => rmSync(folder, { recursive: true }));
		assert.match((await runAdmin({ ...original, settings }, 'backup', folder)).text, / and 2 files\./);
		assert.match((await runAdmin(original, 'verify', folder)).text, /is whole: .* and 2 files\.$/m);
		assert.equal(readdirSync(join(folder, 'files')).length, 2);

		for (const restoredSettings of [{}, { S3_URL: other.url }]) {
			const options = { ...(await prepare(t)), settings: restoredSettings };
			const { code, text } = await runAdmin(options, 'restore', folder);
			assert.equal(code, 0, text);
			await readAll(await start(t, options), messages);
		}
		assert.equal(countObjects(other), 2);
	});

	test('files of a folder are copied, counted, and served from the bucket', async (t) => {
		const options = await prepare(t);
		const bucket = s3.createBucket();
		const settings = { S3_URL: bucket.url };
		const { server, messages } = await fill(t, options);
		const copy = () => runAdmin({ ...options, settings }, 'copy-files-to-s3');
		assert.deepEqual(await copy(), {
			code: 1,
			text: 'Stop the server first: what it stores meanwhile would not be copied\n',
		});
		await server.stop();
		assert.deepEqual(await runAdmin(options, 'copy-files-to-s3'), {
			code: 1,
			text: 'S3_URL has to name the bucket to fill\n',
		});
		const first = await copy();
		assert.match(first.text, /^Copied 2 files: the bucket has all 2 that the database names/);
		assert.match((await copy()).text, /^Copied 0 files: the bucket has all 2 /);
		assert.equal(countObjects(bucket), 2);

		rmSync(join(options.dataDir ?? '', 'files'), { recursive: true });
		await readAll(await start(t, { ...options, settings }), messages);
	});

	test('the doctor writes, reads and deletes there, and finds a bucket that strangers can read', async (t) => {
		const options = await prepare(t);
		const [bucket, open] = [s3.createBucket(), s3.createBucket('open')];
		const lineOf = async (url: string) => {
			const { text } = await runAdmin({ ...options, settings: { S3_URL: url } }, 'doctor');
			assert.doesNotMatch(text, /S3RVER|wrong/);
			return text.split('\n').find((line) => line.includes(' S3: '));
		};
		assert.equal(
			await lineOf(bucket.url),
			'ok    S3: files can be written, read and deleted, and strangers cannot read them',
		);
		assert.equal(countObjects(bucket), 0);
		assert.equal(
			await lineOf(open.url),
			'FAILS S3: anybody can read the bucket: take the right to read away from the public',
		);
		assert.equal(
			await lineOf(bucket.url.replace(':S3RVER@', ':wrong@')),
			'FAILS S3: files cannot be written, read and deleted (S3: it answers 403 SignatureDoesNotMatch): correct S3_URL, or the rights of its key',
		);
		assert.match((await lineOf(bucket.url.replace('/files/', '/none/'))) ?? '', /it answers 404 NoSuchBucket/);
		assert.match((await lineOf('http://key:wrong@127.0.0.1:9/bucket')) ?? '', /ECONNREFUSED/);
	});
});

describe('S3_URL', () => {
	test('names a bucket by path or by host, and a key with any characters', () => {
		const both = { region: 'eu-central-1', accessKeyId: 'AKIA', secretAccessKey: 'a/b+c%' };
		const login = 'AKIA:a%2Fb+c%25';
		assert.deepEqual(readS3Bucket(`https://${login}@s3.example/bucket?region=eu-central-1`), {
			origin: 'https://s3.example',
			path: '/bucket/',
			...both,
		});
		assert.deepEqual(readS3Bucket(`https://${login}@bucket.s3.example?region=eu-central-1`), {
			origin: 'https://bucket.s3.example',
			path: '/',
			...both,
		});
		assert.deepEqual(readS3Bucket(`http://${login}@minio:9000/bucket/live-chat/`), {
			origin: 'http://minio:9000',
			path: '/bucket/live-chat/',
			...both,
			region: 'us-east-1',
		});
	});

	for (const url of [
		'https://s3.example/bucket',
		'https://key@s3.example/bucket',
		'ftp://key:secret@s3.example/bucket',
		'https://key:sec/ret@s3.example/bucket',
		'https://key:secret%@s3.example/bucket',
		'https://key:secret@s3.example/bucket?region=eu central',
		'https://key:secret@s3.example/bucket?zone=1',
		'https://key:secret@s3.example/a bucket',
	])
		test(`${url} is refused, and not shown`, () => {
			assert.throws(() => readSettings({ S3_URL: url }), {
				message:
					'S3_URL must be an address such as https://key:secret@s3.example/bucket?region=eu-central-1, with %2F for each / of the secret (its value is not shown)',
			});
		});
});
