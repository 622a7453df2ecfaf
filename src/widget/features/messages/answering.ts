import { atom } from 'jotai/vanilla';
import { ACTIVE_CONVERSATION_PERIOD } from '#protocol/base/limits.ts';
import { shownMessagesAtom } from './messages.ts';
import { todayAtom } from './today.ts';

/** Whether a person of the team has written within ACTIVE_CONVERSATION_PERIOD. */
export const isAgentAnsweringAtom = atom((get) => {
	const since = get(todayAtom) - ACTIVE_CONVERSATION_PERIOD / 1000;
	return get(shownMessagesAtom).some(({ sender, createdAt }) => sender?.type === 'user' && createdAt > since);
});
