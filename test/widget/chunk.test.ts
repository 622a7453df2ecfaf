import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChunkLoadError, loadChunk, CHUNK_TIMEOUT } from '../../src/client/chunk.ts';

test('loadChunk rejects with a ChunkLoadError when the import fails', async () => {
	await assert.rejects(
		loadChunk(() => Promise.reject(new TypeError('Failed to fetch'))),
		ChunkLoadError,
	);
});

test('loadChunk rejects with a ChunkLoadError after 120 seconds', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const loading = loadChunk(() => new Promise(() => {}));
	t.mock.timers.tick(CHUNK_TIMEOUT);
	await assert.rejects(loading, ChunkLoadError);
});
