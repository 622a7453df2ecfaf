import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { account, call } from '../session/api.ts';

/** Conversations, contacts and messages that have all words, or words that begin so. Rejects with a RequestError. */
export const searchEverything = atom(null, async (get, _set, q: string) => {
	return (await call(get, applicationRoutes.search, { params: account(get), query: { q } })).payload;
});
