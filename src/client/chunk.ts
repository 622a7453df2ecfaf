/** A script or style chunk that has not arrived after this long has failed. */
export const CHUNK_TIMEOUT = 120_000;

/** A lazily loaded script failed to load, or took too long. */
export class ChunkLoadError extends Error {
	override readonly name = 'ChunkLoadError';
}

/**
 * The one way to load a module lazily: `loadChunk(() => import('./view.tsx'))`. Rejects with a
 * `ChunkLoadError`.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const expired = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new ChunkLoadError(`No answer after ${CHUNK_TIMEOUT} ms`)), CHUNK_TIMEOUT);
	});
	try {
		return await Promise.race([load(), expired]);
	} catch (error) {
		throw error instanceof ChunkLoadError ? error : new ChunkLoadError('Loading a chunk failed', { cause: error });
	} finally {
		clearTimeout(timer);
	}
}
