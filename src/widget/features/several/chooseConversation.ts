// chunk: several
/**
 * Which of the visitor's conversations the chat shows, where the website allows several: one at a
 * time, and the same in all windows of the visitor (docs/wire.md, Several conversations).
 */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom, type Getter } from 'jotai/vanilla';
import * as v from 'valibot';
import { isAborted } from '#client/rest.ts';
import { readStored, removeStored, watchStored, writeStored } from '#client/storage.ts';
import { showAlert } from '../alerts/alerts.ts';
import { channelAtom } from '../channel/channel.ts';
import { changeConversation, conversationIdAtom, leftConversationAtom } from '../conversation/conversation.ts';
import {
	areConversationsReadAtom,
	canContinue,
	changeListed,
	listedConversationsAtom,
	loadConversations,
	reloadConversations,
} from '../history/history.ts';
import { postToHost } from '../host/host.ts';
import { catchUp } from '../messages/catchUp.ts';
import { newestIdAtom, threadOfAtom } from '../messages/messages.ts';
import { loadThread } from '../messages/openEarlierConversation.ts';
import { namedAtom } from '../session/several.ts';
import { ownUnreadCountAtom } from '../unread/unread.ts';
import { exchangeInput } from './exchangeInput.ts';

/** As it is stored: a conversation, or that the next message begins one after those up to an id. */
const Choice = v.union([v.object({ id: v.number() }), v.object({ left: v.number() })]);
type Choice = v.InferOutput<typeof Choice>;

const keyAtom = atom((get) => `chosen:${get(channelAtom).websiteToken}`);

function readChoice(get: Getter): Choice | undefined {
	const stored = v.safeParse(Choice, readStored(get(keyAtom)));
	return stored.success ? stored.output : undefined;
}

/** The newest that is known, by its display id, or 0. */
const newestListedAtom = atom((get) => Math.max(0, ...get(listedConversationsAtom).map(({ id }) => id)));

/**
 * The choice for which messages are loaded, unless the visitor has gone elsewhere since, here or in
 * another window.
 */
const pendingAtom = atom<object>();

export const giveUpChoice = atom(null, (_get, set) => set(pendingAtom, undefined));

/**
 * Goes to another conversation, with what was typed there. Resolves with whether it is shown; a
 * banner shows a failure.
 */
export const chooseConversation = atom(null, async (_get, set, id: number): Promise<boolean> => {
	try {
		if (!(await set(awaitThread, id))) return false;
	} catch (error) {
		if (!isAborted(error)) set(showAlert, i18n._(msg`There was an error, please try again`));
		return false;
	}
	set(goTo, id);
	return true;
});

/**
 * Resolves once the messages of a chosen conversation are known, with whether it is still the
 * choice: otherwise what is being written would go to one that was chosen before. Rejects with a
 * RequestError.
 */
const awaitThread = atom(null, async (get, set, id: number): Promise<boolean> => {
	const choice = {};
	set(pendingAtom, choice);
	const isCurrent = () => get(pendingAtom) === choice;
	try {
		await set(knowThread, id);
	} catch (error) {
		if (!isCurrent()) return false;
		if (!isAborted(error)) console.debug('live-chat-widget: the conversation could not be read', error);
		throw error;
	}
	return isCurrent();
});

/** Loads the messages of a conversation, unless they are known. Rejects with a RequestError. */
export const knowThread = atom(null, async (get, set, id: number) => {
	if (!get(isThreadKnownAtom)(id)) await set(loadThread, id);
});

export const isThreadKnownAtom = atom((get) => (id: number) => get(threadOfAtom)(id).newestId > 0);

/** Goes to a conversation whose messages are known. */
export const goTo = atom(null, (get, set, id: number) => {
	if (id === get(conversationIdAtom)) return;
	set(leave, id);
	set(show, { id });
});

/** The visitor's next message begins another conversation, while this one stays as it is. */
export const beginAnother = atom(null, (get, set) => {
	if (get(conversationIdAtom) === undefined) return;
	set(leave, 0);
	set(show, { left: 0 });
	set(postToHost, { event: 'onEvent', eventIdentifier: 'start-conversation', data: { hasConversation: true } });
});

const leave = atom(null, (get, set, to: number) => {
	const from = get(conversationIdAtom) ?? 0;
	const unread_count = get(ownUnreadCountAtom);
	const seen = unread_count === 0 && { contact_last_seen_message_id: get(newestIdAtom) };
	set(changeListed, from, { unread_count, ...seen });
	set(exchangeInput, from, to);
});

/** Shows what was chosen, here or in another window. */
const show = atom(null, (get, set, choice: Choice) => {
	set(giveUpChoice);
	if ('left' in choice) {
		set(changeConversation, {}, Math.max(choice.left, get(newestListedAtom), get(conversationIdAtom) ?? 0));
	} else {
		const listed = get(listedConversationsAtom).find(({ id }) => id === choice.id);
		const { id, inbox_id, status, contact_last_seen_at, contact_last_seen_message_id } = listed ?? {};
		set(
			changeConversation,
			listed ? { id, inbox_id, status, contact_last_seen_at, contact_last_seen_message_id } : { id: choice.id },
			0,
		);
	}
	set(noteConversation);
	void set(catchUp);
});

/** The chat shows another conversation: calls name it, and the next page load shows it again. */
export const noteConversation = atom(null, (get, set) => {
	const id = get(conversationIdAtom);
	set(namedAtom, id === undefined ? {} : { conversation_id: String(id) });
	const left = get(leftConversationAtom);
	if (id !== undefined) set(store, { id });
	else if (left > 0) set(store, { left });
	if (id !== undefined && !get(listedConversationsAtom).some((listed) => listed.id === id))
		void set(reloadConversations);
});

const store = atom(null, (get, _set, choice: Choice) => {
	const text = JSON.stringify(choice);
	if (text !== JSON.stringify(readStored(get(keyAtom)))) writeStored(get(keyAtom), choice);
});

/** A conversation that the team begins is not the one that the visitor is about to begin. */
export const leaveUpTo = atom(null, (get, set) => {
	if (get(conversationIdAtom) !== undefined || get(leftConversationAtom) === 0) return;
	const newest = get(newestListedAtom);
	if (newest > get(leftConversationAtom)) set(changeConversation, {}, newest);
});

/** Shows what was shown before the page was loaded. Rejects where it cannot be known. */
export const resumeConversation = atom(null, async (get, set) => {
	const choice = readChoice(get);
	if (!choice) {
		void set(loadConversations);
		return;
	}
	await set(reloadConversations);
	if (!get(areConversationsReadAtom)) throw new Error('The conversations are not known');
	const isOwn = (id: number) => get(listedConversationsAtom).some((listed) => listed.id === id && canContinue(listed));
	if ('left' in choice ? get(listedConversationsAtom).length > 0 : isOwn(choice.id)) set(resume, choice);
	else set(forgetChoice);
});

const resume = atom(null, (get, set, choice: Choice) => {
	if (get(conversationIdAtom) === undefined) set(show, choice);
});

export const forgetChoice = atom(null, (get) => removeStored(get(keyAtom)));

/** Follows the visitor's other windows. Returns the undo. */
export const followChoice = atom(null, (get, set) =>
	watchStored(get(keyAtom), () => {
		const choice = readChoice(get);
		if (!choice) return;
		set(giveUpChoice);
		if ('left' in choice) {
			if (get(conversationIdAtom) !== undefined) set(show, choice);
		} else if (choice.id !== get(conversationIdAtom)) {
			// The other window may have gone on, which the browser tells a moment later.
			const isStored = () => JSON.stringify(readChoice(get)) === JSON.stringify(choice);
			set(awaitThread, choice.id).then(
				(isCurrent) => isCurrent && isStored() && set(show, choice),
				() => {},
			);
		}
	}),
);
