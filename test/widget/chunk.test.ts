import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHUNK_TIMEOUT } from '#protocol/limits.ts';
import { ChunkLoadError, loadChunk } from '../../src/client/chunk.ts';

test('a chunk that fails to load rejects with a ChunkLoadError', async () => {
	await assert.rejects(
		loadChunk(() => Promise.reject(new TypeError('Failed to fetch'))),
		ChunkLoadError,
	);
});

test('so does one that has not arrived after 120 seconds', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const loading = loadChunk(() => new Promise(() => {}));
	t.mock.timers.tick(CHUNK_TIMEOUT);
	await assert.rejects(loading, ChunkLoadError);
});
