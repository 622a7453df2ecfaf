import { atom } from 'jotai/vanilla';
import { CONVERSING } from '#protocol/limits.ts';
import { outOfOfficeAtom } from '../../features/availability/availability.ts';
import { shownMessagesAtom } from '../../features/messages/messages.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { todayAtom } from '../../features/messages/today.ts';

/** Seconds after which what the conversation says is no longer about today. */
const SAID_FOR = 24 * 60 * 60;

/**
 * What the team has to say while it is away, or ''. Once: not where the conversation says the same, as a server does that
 * answers the first message with it, nor while somebody of the team is answering.
 */
export const awayNoticeAtom = atom((get) => {
	const text = get(outOfOfficeAtom);
	const now = get(todayAtom);
	const makesNeedless = ({ isFromVisitor, content, sender, createdAt }: ShownMessage) =>
		(!isFromVisitor && content.trim() === text && createdAt > now - SAID_FOR) ||
		(sender?.type === 'user' && createdAt > now - CONVERSING / 1000);
	return get(shownMessagesAtom).some(makesNeedless) ? '' : text;
});
