/** Shows what a search has found. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { conversationHref } from '../common/route.ts';
import { account, call } from '../session/api.ts';
import { jumpTo } from '../thread/model/quoted.ts';
import { openThread } from '../thread/model/thread.ts';

export const openConversation = atom(null, (_get, _set, id: number) => {
	location.hash = conversationHref(id);
});

/**
 * Shows the conversation at this message, and loads what is between the message and the newest one.
 */
export const openMessage = atom(null, async (_get, set, conversationId: number, id: number) => {
	set(openConversation, conversationId);
	await set(openThread, conversationId);
	await set(jumpTo, conversationId, id);
});

/** The contact that was chosen last. */
const chosenAtom = atom<object>();

/**
 * Shows the contact's conversation with the last activity, unless the agent has chosen something
 * else since. Resolves with whether there is one. Rejects with a RequestError.
 */
export const openContact = atom(null, async (get, set, id: number): Promise<boolean> => {
	const params = { ...account(get), id };
	const choice = {};
	set(chosenAtom, choice);
	const { hash } = location;
	const { payload } = await call(get, applicationRoutes.listContactConversations, { params });
	const [latest] = payload;
	const isCurrent = get(chosenAtom) === choice && location.hash === hash;
	if (latest && isCurrent) set(openConversation, latest.id);
	return latest !== undefined || !isCurrent;
});
