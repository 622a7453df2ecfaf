import type { Pattern } from '#protocol/base/pagePattern.ts';
import { loadChunk } from './chunk.ts';

/**
 * The browser's URLPattern, or a polyfill where it is missing: Safari before 26, Firefox before
 * 142. Rejects with a ChunkLoadError.
 */
export async function loadURLPattern(): Promise<Pattern> {
	if (typeof URLPattern !== 'undefined') return URLPattern;
	const polyfill = await loadChunk(() => import('urlpattern-polyfill/urlpattern'));
	return polyfill.URLPattern as unknown as Pattern;
}
