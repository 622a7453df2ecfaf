/**
 * The messages that the list shows: of the current conversation, or of an earlier one that the
 * visitor reads.
 */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type Atom, atom, type Getter, type Setter } from 'jotai/vanilla';
import type { Message } from '#protocol/entities/entities.ts';
import { isAborted } from '#client/rest.ts';
import { isFullPage, readRange } from '#models/pages.ts';
import { mergeMessage, preferNewer } from '#models/thread.ts';
import { showAlert } from '../alerts/alerts.ts';
import { canWriteAtom, conversationIdAtom } from '../conversation/conversation.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { changeThread, isWaitingAtom, readPage, shownMessagesAtom, threadOfAtom } from './messages.ts';

export interface Earlier {
	/** Display id of the earlier conversation. */
	id: number;
	state: 'loading' | 'loaded' | 'failed';
}

const earlierAtom = atomPerVisit<Earlier | undefined>(undefined);
const olderAtom = atomPerVisit<'idle' | 'reading' | 'failed'>('idle');
/** Display id of the conversation that is read. */
export const readConversationAtom = atom((get) => get(earlierAtom)?.id ?? get(conversationIdAtom));
const threadAtom = atom((get) => get(threadOfAtom)(get(readConversationAtom)));

/** The earlier conversation that the visitor reads, or undefined. */
export const earlierConversationAtom: Atom<Earlier | undefined> = earlierAtom;

/** An earlier conversation cannot be answered. */
export const isReadOnlyAtom = atom((get) => get(earlierAtom) !== undefined);

/** Whether the visitor can write here: not in a closed conversation, and not in an earlier one. */
export const canAnswerAtom = atom((get) => get(canWriteAtom) && !get(isReadOnlyAtom));

/**
 * The query parameter that names the conversation. It is left out for the newest one, since servers
 * without a history do not know it.
 */
export const earlierQueryAtom = atom((get) => ({ conversation_id: get(earlierAtom)?.id }));

/** The server's messages, oldest first. */
export const readMessagesAtom = atom((get) => get(threadAtom).messages);

/** Id of the newest known message, or 0. */
export const newestReadIdAtom = atom((get) => get(threadAtom).newestId);

/** The same messages as they are shown, followed by those in the outbox. */
export const listedMessagesAtom = atom((get) => (get(isReadOnlyAtom) ? get(threadAtom).shown : get(shownMessagesAtom)));

/** Key of the visitor's last message; undefined before there is one. */
export const lastOwnKeyAtom = atom((get) => get(listedMessagesAtom).findLast((message) => message.isFromVisitor)?.key);

/** Whether the first page is still to be loaded. */
export const isReadingFirstAtom = atom((get) =>
	get(isReadOnlyAtom) ? get(earlierAtom)?.state === 'loading' : get(isWaitingAtom),
);

export const hasOlderAtom = atom((get) => get(threadAtom).hasOlder);

/** State of loading older messages; `failed` until the visitor tries again. */
export const readingOlderAtom: Atom<'idle' | 'reading' | 'failed'> = olderAtom;

/** Which earlier conversation is read; undefined for the current one. */
export const changeReading = atom(null, (_get, set, change: (earlier: Earlier | undefined) => Earlier | undefined) =>
	set(earlierAtom, change),
);

/**
 * Loads the page before the oldest known message. Never rejects: `readingOlderAtom` and a banner
 * show a failure.
 */
export const loadOlderMessages = atom(null, async (get, set) => {
	try {
		await readOlder(get, set, async (before) => {
			const page = await set(readPage, { ...get(earlierQueryAtom), before });
			return { payload: page.payload, hasOlder: isFullPage(page) };
		});
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: older messages could not be read', error);
		set(olderAtom, () => 'failed');
		set(showAlert, i18n._(msg`There was an error, please try again`));
	}
});

/** Loads all missing messages from the one with the id `id` on. Rejects with a RequestError. */
export const loadMessagesFrom = atom(null, (get, set, id: number) =>
	readOlder(get, set, async (before) => ({ payload: await set(readFrom, id, before), hasOlder: true })),
);

/** All messages from the id `first` on, before `before`. Rejects with a RequestError. */
export const readFrom = atom(null, (get, set, first: number, before: number) =>
	readRange(first, before, (range) => set(readPage, { ...get(earlierQueryAtom), ...range })),
);

interface Older {
	payload: readonly Message[];
	hasOlder: boolean;
}

/** One load at a time, so that the thread stays without gaps. */
async function readOlder(get: Getter, set: Setter, read: (before: number) => Promise<Older>) {
	const conversation = get(readConversationAtom);
	const asOf = get(threadAtom);
	if (!asOf.hasOlder || get(olderAtom) === 'reading') return;
	set(olderAtom, () => 'reading');
	try {
		const { payload, hasOlder } = await read(asOf.oldestId);
		set(changeThread, conversation, (thread) => ({
			...preferNewer(asOf, thread, payload).reduce(mergeMessage, thread),
			hasOlder,
		}));
		set(olderAtom, () => 'idle');
	} catch (error) {
		// After a change of visitor the state belongs to the next one.
		if (!isAborted(error)) set(olderAtom, () => 'idle');
		throw error;
	}
}
