import { atom } from 'jotai/vanilla';
import { outOfOfficeAtom } from '../../features/availability/availability.ts';
import { isAgentAnsweringAtom } from '../../features/messages/answering.ts';
import { shownMessagesAtom } from '../../features/messages/messages.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { todayAtom } from '../../features/messages/today.ts';

/** Seconds after which a message no longer counts as said today. */
const SAID_FOR = 24 * 60 * 60;

/**
 * The team's out-of-office text, or ''. It is not shown where the conversation already contains it,
 * since a server may answer the first message with it, nor while an agent is answering. By then the
 * server may know the visitor's name, which the text has.
 */
export const awayNoticeAtom = atom((get) => {
	const text = get(outOfOfficeAtom);
	const now = get(todayAtom);
	const saysIt = ({ isFromVisitor, stored, content, createdAt }: ShownMessage) =>
		!isFromVisitor &&
		(content.trim() === text || stored?.content_attributes['template'] === 'out_of_office') &&
		createdAt > now - SAID_FOR;
	return get(isAgentAnsweringAtom) || get(shownMessagesAtom).some(saysIt) ? '' : text;
});
