import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import fastify from 'fastify';
import { DAY } from '#protocol/base/duration.ts';
import { createFiles } from '../../../src/server/files/files.ts';
import { createFolderStorage } from '../../../src/server/files/folderStorage.ts';
import { StorageAway } from '../../../src/server/files/storage.ts';
import { checkFiles } from '../../../src/server/jobs/checkFiles.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { png } from './filesSamples.ts';

function makeFolder(t: TestContext): string {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(folder, { recursive: true }));
	return folder;
}

test('a process without the folder that has the files says so, and the others do not', async (t) => {
	const [own, other] = [makeFolder(t), makeFolder(t)];
	const store = await openStore({ dataDir: own });
	t.after(() => store.close());
	const filesIn = (dataDir: string) =>
		createFiles({
			blobs: store.blobs,
			storage: createFolderStorage(dataDir),
			dataDir,
			secretKeys: ['a secret of this test'],
			baseUrl: '',
			diskFloor: 0,
			linkDays: 365,
		});
	/** What a process with this folder writes to its log when it starts. */
	const startIn = async (dataDir: string): Promise<unknown[]> => {
		const lines: unknown[] = [];
		const write = (line: string) => void lines.push((JSON.parse(line) as { missing: unknown }).missing);
		const app = fastify({ logger: { stream: { write } } });
		checkFiles(app, { files: filesIn(dataDir) });
		await app.ready();
		await app.close();
		return lines;
	};
	const upload = async (dataDir: string) =>
		filesIn(dataDir).upload(Readable.from([png(2, 2)]), { name: 'cup.png', contentType: 'image/png' });
	const [taken, alsoTaken] = [await upload(own), await upload(own)];
	// One that no message has taken yet may go at any time.
	await upload(other);
	for (const { id } of [taken, alsoTaken]) await store.blobs.claim(id, Date.now());
	assert.deepEqual([await startIn(own), await startIn(other)], [[], [2]]);
});

test('files that are deleted while the storage is away are gone once it is back', async (t) => {
	const dataDir = makeFolder(t);
	const store = await openStore({ dataDir });
	t.after(() => store.close());
	const folder = createFolderStorage(dataDir);
	let isAway = false;
	const files = createFiles({
		blobs: store.blobs,
		storage: {
			...folder,
			async remove(key) {
				if (isAway) throw new StorageAway('hangs');
				await folder.remove(key);
			},
		},
		dataDir,
		secretKeys: ['a secret of this test'],
		baseUrl: '',
		diskFloor: 0,
		linkDays: 365,
	});
	const blob = await files.upload(Readable.from([png(2, 2)]), { name: 'cup.png', contentType: 'image/png' });
	t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * DAY });
	isAway = true;
	await files.remove([blob]);
	await assert.rejects(files.cleanUp(), StorageAway);
	assert.ok(await folder.has(blob.key));
	isAway = false;
	await files.cleanUp();
	assert.equal(await folder.has(blob.key), false);
	assert.equal(await store.blobs.findByKey(blob.key), undefined);
});

test('a file that a message takes while it is cleaned up stays, and none can take one that goes', async (t) => {
	const dataDir = makeFolder(t);
	const store = await openStore({ dataDir });
	t.after(() => store.close());
	const storage = createFolderStorage(dataDir);
	const files = createFiles({
		blobs: {
			...store.blobs,
			async listUnclaimed(createdBefore, limit) {
				const listed = await store.blobs.listUnclaimed(createdBefore, limit);
				await store.blobs.claim(taken.id, Date.now());
				return listed;
			},
		},
		storage: {
			...storage,
			async remove(key) {
				assert.equal(await store.blobs.claim(left.id, Date.now()), false);
				await storage.remove(key);
			},
		},
		dataDir,
		secretKeys: ['a secret of this test'],
		baseUrl: '',
		diskFloor: 0,
		linkDays: 365,
	});
	const upload = () => files.upload(Readable.from([png(2, 2)]), { name: 'cup.png', contentType: 'image/png' });
	const [taken, left] = [await upload(), await upload()];
	t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * DAY });
	await files.cleanUp();
	assert.deepEqual([await storage.has(taken.key), await storage.has(left.key)], [true, false]);
	assert.ok((await store.blobs.findByKey(taken.key))?.stored_at);
});
