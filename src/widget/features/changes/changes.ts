/** Which of their own messages the visitor may change, and what they are about to do. */
import { atom } from 'jotai/vanilla';
import { MESSAGE_CHANGE_PERIOD } from '#protocol/base/limits.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { channelAtom } from '../channel/channel.ts';
import { isReadOnlyAtom } from '../messages/reading.ts';
import { atomPerVisit } from '../session/perVisit.ts';

/** The message for which the visitor is asked, or whose text they change. */
export const changingAtom = atomPerVisit<{ id: number; to: 'edit' | 'delete' } | undefined>(undefined);

/**
 * Answers until when a message may be changed, in milliseconds since the epoch; 0 where it no
 * longer may.
 */
export const changeableTillAtom = atom((get) => {
	const isOffered = get(channelAtom).allowMessageChanges && !get(isReadOnlyAtom);
	return ({ stored, isFromVisitor, createdAt }: ShownMessage): number => {
		const till = isOffered && stored && isFromVisitor ? createdAt * 1000 + MESSAGE_CHANGE_PERIOD : 0;
		return Date.now() < till ? till : 0;
	};
});
