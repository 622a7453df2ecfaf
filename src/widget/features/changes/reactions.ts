/** To which messages the visitor may react, and for which one the choice is open. */
import { atom } from 'jotai/vanilla';
import { type Message, MessageType } from '#protocol/entities/entities.ts';
import { isReadOnlyAtom } from '../messages/reading.ts';
import { atomPerVisit } from '../session/perVisit.ts';

/** Id of the message below which the emoji are shown. */
export const reactingAtom = atomPerVisit<number | undefined>(undefined);

/** Of the conversation's own messages, those that a person or a bot has written. */
export const canReactAtom = atom((get) => {
	const isReadOnly = get(isReadOnlyAtom);
	return ({ message_type }: Message): boolean => message_type === MessageType.OUTGOING && !isReadOnly;
});
