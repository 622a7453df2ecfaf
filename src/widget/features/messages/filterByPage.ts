import { atom } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import { loadChunk } from '#client/chunk.ts';
import { hostAtom } from '../host/host.ts';

export const isPageFilteringAtom = atom((get) => get(hostAtom).askBefore?.includes('message'));

/**
 * Resolves with the messages, of which those that the page refuses are marked as not for the
 * visitor. Rejects with a ChunkLoadError.
 */
export const filterByPage = atom(null, async (get, set, messages: readonly Message[]): Promise<readonly Message[]> => {
	if (!get(isPageFilteringAtom)) return messages;
	const { filterMessages: screenMessages } = await loadChunk(() => import('./filterMessages.ts'));
	return set(screenMessages, messages);
});
