/** Resolves the conversation that is shown, after which the next one of the list follows. */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { createPersisted } from '#models/persisted.ts';
import { conversationHref, isAddressed } from '../common/route.ts';
import { setStatus } from './changes.ts';
import { findConversation, knownConversationsAtom } from './conversations.ts';
import { listedConversationsAtom } from './list.ts';

const choice = createPersisted(atom('resolving:desk'), v.object({ goesOn: v.boolean() }), { goesOn: true });

/** Whether the next one is shown then. */
export const goesOnAtom = atom((get) => get(choice.valueAtom).goesOn);
export const chooseGoingOn = atom(null, (_get, set, goesOn: boolean) => set(choice.write, { goesOn }));

/** Restores the choice, and follows that of other windows. Returns the undo. */
export const followGoingOn = atom(null, (_get, set) => {
	set(choice.resume);
	return set(choice.follow);
});

/** The conversation that has followed, until it is shown. */
const followingAtom = atom<number>();

export const isFollowingAtom = atom((get) => (id: number) => get(followingAtom) === id);

export const endFollowing = atom(null, (_get, set) => set(followingAtom, undefined));

/**
 * Without a conversation that follows, the one before is shown; without any other, it stays.
 * Resolves with whether another one is shown. Rejects with a RequestError.
 */
export const resolve = atom(null, async (get, set, id: number): Promise<boolean> => {
	const ids = get(listedConversationsAtom).map((conversation) => conversation.id);
	const place = ids.indexOf(id);
	const next = place < 0 ? undefined : (ids[place + 1] ?? ids[place - 1]);
	await set(setStatus, id, 'resolved');
	// The agent may have left it meanwhile.
	const goesOn = get(goesOnAtom) && next !== undefined && isAddressed(id);
	if (goesOn) {
		// Who was writing goes on to write; by a key or button, the next key is no text.
		if (!document.activeElement?.matches('textarea')) set(followingAtom, next);
		location.hash = conversationHref(next);
	}
	return goesOn;
});

/** Answers a function that gives the conversation the status that it has now, and shows it. */
export const rememberStatus = atom(null, (get, set, id: number) => {
	const { status = 'open', snoozedUntil } = findConversation(get(knownConversationsAtom), id) ?? {};
	return async (): Promise<void> => {
		await set(setStatus, id, status, snoozedUntil);
		location.hash = conversationHref(id);
	};
});
