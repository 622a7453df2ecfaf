// chunk: signOut
/**
 * What a user had typed when they were signed out, kept on this device for that user alone: it is
 * shown again once the site has proven them again, and deleted once it has proven another user.
 */
import { atom } from 'jotai/vanilla';
import * as v from 'valibot';
import { outboxAtom } from '#models/outbox.ts';
import { readStored, removeStored, writeStored } from '#client/storage.ts';
import { draftAtom, writeDraft } from '../../features/messages/draft.ts';
import { joinTexts } from './joinTexts.ts';
import { keptInputKeyAtom } from './keptInputKey.ts';

const KeptInput = v.object({ identifier: v.string(), text: v.string() });

/**
 * Reads what was typed, with the messages that the server does not have; the function that it
 * returns keeps that.
 */
export const keepInput = atom(null, (get, _set, identifier: string) => {
	const text = joinTexts([...get(outboxAtom).map(({ content }) => content), get(draftAtom)]);
	const key = get(keptInputKeyAtom);
	return () => text && writeStored(key, { identifier, text });
});

/** The site has proven this user: they go on writing, and send it themselves. */
export const restoreKeptInput = atom(null, (get, set, identifier: string) => {
	const key = get(keptInputKeyAtom);
	const kept = v.safeParse(KeptInput, readStored(key));
	removeStored(key);
	if (kept.success && kept.output.identifier === identifier) {
		set(writeDraft, joinTexts([kept.output.text, get(draftAtom)]));
	}
});
