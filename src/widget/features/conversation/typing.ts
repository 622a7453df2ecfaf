/** Who of the team is typing, shown to the visitor. */
import { atom } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import type { TypingEvent } from '#protocol/entities/realtime.ts';
import { startTyping, stopTyping, typistsOfAtom } from '#models/typists.ts';
import { conversationIdAtom } from './conversation.ts';

/** Name of the agent who is typing, or undefined. */
export const typingAgentAtom = atom((get) => get(typistsOfAtom)(get(conversationIdAtom)).at(-1)?.name);

/** Ignores typing in private notes, and by the visitor in other tabs. */
export const receiveTyping = atom(null, (_get, set, isOn: boolean, { conversation, user, is_private }: TypingEvent) => {
	if (is_private || user.type !== 'user') return;
	if (isOn) set(startTyping, conversation.id, { ...user, name: user.available_name || user.name });
	else set(stopTyping, conversation.id, user);
});

/** The writer of the message has sent what they were typing. */
export const endTypingOf = atom(null, (_get, set, { conversation_id, sender }: Message) => {
	if (sender) set(stopTyping, conversation_id, sender);
});
