import { atom } from 'jotai/vanilla';
import { ACTIVE_CONVERSATION_PERIOD } from '#protocol/limits.ts';
import { outOfOfficeAtom } from '../../features/availability/availability.ts';
import { shownMessagesAtom } from '../../features/messages/messages.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { todayAtom } from '../../features/messages/today.ts';

/** Seconds after which a message no longer counts as said today. */
const SAID_FOR = 24 * 60 * 60;

/**
 * The team's out-of-office text, or ''. It is not shown where the conversation already contains it, since a server may answer
 * the first message with it, nor while an agent is answering.
 */
export const awayNoticeAtom = atom((get) => {
	const text = get(outOfOfficeAtom);
	const now = get(todayAtom);
	const makesNeedless = ({ isFromVisitor, content, sender, createdAt }: ShownMessage) =>
		(!isFromVisitor && content.trim() === text && createdAt > now - SAID_FOR) ||
		(sender?.type === 'user' && createdAt > now - ACTIVE_CONVERSATION_PERIOD / 1000);
	return get(shownMessagesAtom).some(makesNeedless) ? '' : text;
});
