/** Typing indicators in both directions: the visitor's, for the team, and the team's, for the visitor. */
import { atom } from 'jotai/vanilla';
import { SEND_TIMEOUT, TYPING_AUTO_OFF, TYPING_IDLE } from '#protocol/limits.ts';
import type { TypingEvent } from '#protocol/realtime.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor, sessionAtom } from '../session/session.ts';
import { conversationIdAtom } from './conversation.ts';

type Timer = ReturnType<typeof setTimeout>;

const ownTimerAtom = atom<Timer>();
const agentAtom = atomPerVisit<{ name: string; timer: Timer } | undefined>(undefined);

/** Name of the agent who is typing, or undefined. */
export const typingAgentAtom = atom((get) => get(agentAtom)?.name);

/** The visitor pressed a key: the team is told of the first one, and of the end after `TYPING_IDLE` without another. */
export const noteKey = atom(null, (get, set) => {
	const timer = get(ownTimerAtom);
	clearTimeout(timer);
	if (timer === undefined) set(reportTyping, 'on');
	const idle = setTimeout(() => set(stopTyping), TYPING_IDLE);
	set(ownTimerAtom, idle);
});

/** The visitor has paused, left the field, or sent the message. */
export const stopTyping = atom(null, (get, set) => {
	const timer = get(ownTimerAtom);
	if (timer === undefined) return;
	clearTimeout(timer);
	set(ownTimerAtom, undefined);
	set(reportTyping, 'off');
});

/** Ignores typing in private notes, in other conversations, and by the visitor in other tabs. */
export const receiveTyping = atom(null, (get, set, isOn: boolean, { conversation, user, is_private }: TypingEvent) => {
	if (is_private || user.type !== 'user' || conversation.id !== get(conversationIdAtom)) return;
	set(endAgentTyping);
	if (!isOn) return;
	const timer = setTimeout(() => set(endAgentTyping), TYPING_AUTO_OFF);
	set(agentAtom, () => ({ name: user.available_name || user.name, timer }));
});

/** The agent has stopped, or has sent the message. */
export const endAgentTyping = atom(null, (get, set) => {
	clearTimeout(get(agentAtom)?.timer);
	set(agentAtom, () => undefined);
});

const reportTyping = atom(null, (get, set, typing_status: 'on' | 'off') => {
	// Typing alone creates no contact, and without a conversation no agent could see it.
	if (!get(sessionAtom) || get(conversationIdAtom) === undefined) return;
	callAsVisitor(get, set, widgetRoutes.toggleTyping, { body: { typing_status } }, { timeout: SEND_TIMEOUT }).catch(
		(error: unknown) => console.debug('live-chat-widget: typing was not reported', error),
	);
});
