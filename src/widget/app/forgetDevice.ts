import { atom } from 'jotai/vanilla';
import { removeDatabases } from '#client/fileStore.ts';
import { removeStored, storedKeys } from '#client/storage.ts';
import { channelAtom } from '../features/channel/channel.ts';
import { discardTyped } from './discardTyped.ts';
import { forgetSession, learnUser } from '../features/session/session.ts';

/** Nothing on this device remembers the channel's visitor any more. Other channels of this server keep theirs. */
export const forgetDevice = atom(null, async (get, set) => {
	set(discardTyped);
	set(forgetSession);
	set(learnUser, undefined);
	const { websiteToken } = get(channelAtom);
	for (const key of storedKeys('')) if (key.split(':')[1] === websiteToken) removeStored(key);
	if (storedKeys('').length === 0) await removeDatabases();
});
