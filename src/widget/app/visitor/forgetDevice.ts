import { atom } from 'jotai/vanilla';
import { removeDatabases } from '#client/fileStore.ts';
import { isKeptForWindow, removeStored, storedKeys } from '#client/storage.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { discardInput } from './discardInput.ts';
import { releaseInput } from './heldInput.ts';
import { forgetSession, setPageUser } from '../../features/session/session.ts';

/**
 * Deletes everything that this device has stored of the channel's visitor. What it stores for other
 * channels of this server stays.
 */
export const forgetDevice = atom(null, async (get, set) => {
	set(releaseInput);
	set(discardInput);
	set(forgetSession);
	set(setPageUser, undefined);
	const { websiteToken } = get(channelAtom);
	for (const key of storedKeys('')) if (key.split(':')[1] === websiteToken) removeStored(key);
	// What the next visitor has typed already is put back now.
	await Promise.resolve();
	if (storedKeys('').length === 0) await removeDatabases(isKeptForWindow());
});
