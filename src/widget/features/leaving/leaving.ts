/**
 * Whether the visitor leaves a message with their address in place of chatting (docs/wire.md,
 * Working hours).
 */
import { type Atom, atom } from 'jotai/vanilla';
import { isOnlineAtom } from '../availability/availability.ts';
import { widgetPageAtom } from '../channel/channel.ts';
import { contactAtom } from '../contact/contact.ts';
import { isAgentAnsweringAtom } from '../messages/answering.ts';
import { atomPerVisit } from '../session/perVisit.ts';

const leftAtom = atomPerVisit(false);

/** Whether the visitor has left a message since the chat was loaded. */
export const hasLeftMessageAtom: Atom<boolean> = leftAtom;

/**
 * The channel wants it, it is out of hours, no agent is online or answering, and the visitor's
 * address is unknown.
 */
export const isLeavingMessageAtom = atom((get) => {
	const { channel, globalConfig } = get(widgetPageAtom);
	if (!channel.leaveMessage || globalConfig.DISABLE_USER_PROFILE_UPDATE) return false;
	return (
		channel.workingHoursEnabled &&
		!get(isOnlineAtom) &&
		get(contactAtom)?.has_email !== true &&
		!get(isAgentAnsweringAtom)
	);
});

export const noteLeftMessage = atom(null, (_get, set) => set(leftAtom, () => true));
