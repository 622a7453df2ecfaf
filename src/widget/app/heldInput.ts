/**
 * What the visitor has typed, while the page is about to name its user. What this device has stored may be another person's: until
 * the user is named it is neither shown nor sent, and what is typed meanwhile is kept apart from it.
 */
import { atom } from 'jotai/vanilla';
import { holdStored, releaseStored, writeStored } from '#client/storage.ts';
import { readOutbox } from '#models/outbox.ts';
import { sendOutbox } from '#models/sending.ts';
import { draftAtom, writeDraft } from '../features/messages/draft.ts';
import { restoreInput } from './restoreInput.ts';

/** Has to be called before anything is restored. */
export function holdInput(): void {
	holdStored(['draft:', 'picks:', 'reply:', 'prechat:', 'topic:', 'outbox:']);
}

/**
 * The user is about to be known. From now on the input is what the device has stored, which the caller deletes where that was
 * another person's. The function that is returned adds what has been typed meanwhile; where both are one value, as with the form's
 * fields, the newer one stays.
 */
export const releaseInput = atom(null, (get, set) => {
	const typed = releaseStored();
	const restore = () => {
		set(restoreInput);
		set(readOutbox);
	};
	if (typed) restore();
	return () => {
		if (!typed) return;
		const draft = get(draftAtom);
		for (const [key, value] of typed) writeStored(key, value);
		restore();
		if (draft && draft !== get(draftAtom)) set(writeDraft, `${draft}\n${get(draftAtom)}`);
		void set(sendOutbox);
	};
});
