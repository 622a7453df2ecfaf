// chunk: asking
import { atom } from 'jotai/vanilla';
import { loadChunk } from '#client/chunk.ts';
import { channelAtom } from '../channel/channel.ts';

/**
 * Resolves with the text as it may be sent: masked where the channel says so. Rejects with a
 * ChunkLoadError.
 */
export const maskedText = atom(null, async (get, _set, text: string): Promise<string> => {
	const { masks } = get(channelAtom);
	if (!masks) return text;
	const { maskText } = await loadChunk(() => import('./maskText.ts'));
	return maskText(text, masks);
});
