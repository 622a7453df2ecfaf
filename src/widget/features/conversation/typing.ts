/** Who types: the visitor, told to the team, and the team, shown to the visitor. */
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

/** Name of the agent who types, or undefined. */
export const typingAgentAtom = atom((get) => get(agentAtom)?.name);

/** A key was pressed: the team hears of the first one, and of the end after `TYPING_IDLE` without another. */
export const noteKey = atom(null, (get, set) => {
	const timer = get(ownTimerAtom);
	clearTimeout(timer);
	if (timer === undefined) set(reportTyping, 'on');
	const idle = setTimeout(() => set(stopTyping), TYPING_IDLE);
	set(ownTimerAtom, idle);
});

/** The visitor paused, left the field, or sent. */
export const stopTyping = atom(null, (get, set) => {
	const timer = get(ownTimerAtom);
	if (timer === undefined) return;
	clearTimeout(timer);
	set(ownTimerAtom, undefined);
	set(reportTyping, 'off');
});

/** Private notes, other conversations and the visitor's own other tabs are none of the visitor's business. */
export const receiveTyping = atom(null, (get, set, isOn: boolean, { conversation, user, is_private }: TypingEvent) => {
	if (is_private || user.type !== 'user' || conversation.id !== get(conversationIdAtom)) return;
	set(endAgentTyping);
	if (!isOn) return;
	const timer = setTimeout(() => set(endAgentTyping), TYPING_AUTO_OFF);
	set(agentAtom, () => ({ name: user.available_name || user.name, timer }));
});

/** The agent stopped, or has sent what was being typed. */
export const endAgentTyping = atom(null, (get, set) => {
	clearTimeout(get(agentAtom)?.timer);
	set(agentAtom, () => undefined);
});

const reportTyping = atom(null, (get, set, typing_status: 'on' | 'off') => {
	// Typing alone makes no contact, and without a conversation no agent could see it.
	if (!get(sessionAtom) || get(conversationIdAtom) === undefined) return;
	callAsVisitor(get, set, widgetRoutes.toggleTyping, { body: { typing_status } }, { timeout: SEND_TIMEOUT }).catch(
		(error: unknown) => console.debug('live-chat-widget: typing was not reported', error),
	);
});
