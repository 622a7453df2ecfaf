// chunk: asking
/**
 * Asks the page before messages of others are shown to the visitor. Loaded where the page wants to
 * be asked.
 */
import { atom } from 'jotai/vanilla';
import { type Message, MessageType } from '#protocol/entities/entities.ts';
import { askPage } from '../host/askPage.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { isForVisitor } from './visitorThread.ts';

/**
 * Message id → whether the page refuses it: a message that is read again, or changes, is not asked
 * for again.
 */
const verdictsAtom = atomPerVisit<ReadonlyMap<number, Promise<boolean>>>(new Map());

/**
 * Resolves with the messages, of which those that the page refuses are marked as not for the
 * visitor. Never rejects.
 */
export const filterMessages = atom(null, (get, set, messages: readonly Message[]): Promise<Message[]> =>
	Promise.all(
		messages.map(async (message) => {
			if (message.message_type === MessageType.INCOMING || !isForVisitor(message)) return message;
			const verdict = get(verdictsAtom).get(message.id) ?? set(ask, message);
			return (await verdict) ? { ...message, private: true } : message;
		}),
	),
);

const ask = atom(null, (_get, set, message: Message): Promise<boolean> => {
	const verdict = set(askPage, 'message', message).then(({ isRefused }) => isRefused);
	set(verdictsAtom, (verdicts) => new Map(verdicts).set(message.id, verdict));
	return verdict;
});
