/** Messages that others quote, anywhere in the conversation. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import { isAborted } from '#client/rest.ts';
import { showAlert } from '../alerts/alerts.ts';
import { readPage } from '../messages/messages.ts';
import { loadMessagesFrom, readMessagesAtom, earlierQueryAtom } from '../messages/reading.ts';
import { isForVisitor } from '../messages/visitorThread.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { replyToAtom } from './replies.ts';

/** Messages that were loaded alone, since the pages between are not known yet. */
const fetchedAtom = atomPerVisit<ReadonlyMap<number, Message>>(new Map());
const jumpAtom = atom<{ id: number }>();

/**
 * The message with that id; undefined while it is not known, and when the visitor may not see it.
 */
export function findQuoted(get: Getter, id: number): Message | undefined {
	return get(readMessagesAtom).findLast((message) => message.id === id) ?? get(fetchedAtom).get(id);
}

/** The message that the next one answers, if it is known. */
export const answeredAtom = atom((get) => {
	const id = get(replyToAtom);
	return id === undefined ? undefined : findQuoted(get, id);
});

/**
 * Loads a quoted message without those in between. If that fails, the answer is shown without its
 * quote.
 */
export const loadQuoted = atom(null, async (get, set, id: number) => {
	try {
		const { payload } = await set(readPage, { ...get(earlierQueryAtom), after: id, before: id + 1 });
		const message = payload.find((candidate) => candidate.id === id && isForVisitor(candidate));
		if (message) set(fetchedAtom, (fetched) => new Map(fetched).set(id, message));
	} catch (error) {
		console.debug('live-chat-widget: a quoted message could not be read', error);
	}
});

/** The message to scroll to and highlight, or undefined. Each jump is a new object. */
export const jumpTargetAtom: Atom<{ id: number } | undefined> = jumpAtom;

/** Scrolls to a message, and loads the messages from there on first. */
export const jumpTo = atom(null, async (get, set, id: number) => {
	try {
		if (!get(readMessagesAtom).some((message) => message.id === id)) await set(loadMessagesFrom, id);
		set(jumpAtom, { id });
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: the quoted message could not be reached', error);
		set(showAlert, i18n._(msg`There was an error, please try again`));
	}
});

export const endJump = atom(null, (_get, set) => set(jumpAtom, undefined));
