/**
 * What the visitor has typed, while the page is about to name its user. What this device has stored
 * may be another person's: until the user is named it is neither shown nor sent, and what is typed
 * until then is kept apart from it.
 */
import { atom } from 'jotai/vanilla';
import { holdStored, releaseStored, writeStored } from '#client/storage.ts';
import { readOutbox } from '#models/outbox.ts';
import type { SelectedFile } from '#models/fileSelection.ts';
import { sendOutbox } from '#models/sending.ts';
import { addSelectedFiles } from '../../features/attachments/selectedFiles.ts';
import { draftAtom, writeDraft } from '../../features/messages/draft.ts';
import { joinTexts } from './joinTexts.ts';
import { restoreInput } from './restoreInput.ts';

const DRAFT = 'draft:';
const PICKS = 'picks:';

/** Has to be called before anything is restored. */
export function holdInput(): void {
	holdStored([DRAFT, PICKS, 'reply:', 'prechat:', 'topic:', 'outbox:']);
}

/**
 * From now on the input is what the device has stored, which the caller deletes where that was
 * another person's. Returns what has been typed while that was held, for `giveBackInput`; undefined
 * where nothing is held.
 */
export const releaseInput = atom(null, (_get, set): Typed => {
	const typed = releaseStored();
	if (typed) set(restore);
	return typed;
});

/** By storage key. */
type Typed = ReadonlyMap<string, unknown> | undefined;

/**
 * Adds what `releaseInput` has returned. Where there can be one value alone, as in the form's
 * fields, the newer one stays.
 */
export const giveBackInput = atom(null, (get, set, typed: Typed) => {
	if (!typed) return;
	const picks: SelectedFile[] = [];
	let draft = '';
	for (const [key, value] of typed) {
		if (key.startsWith(DRAFT)) draft = value as string;
		else if (key.startsWith(PICKS)) picks.push(...(value as SelectedFile[]));
		else writeStored(key, value);
	}
	set(restore);
	set(writeDraft, joinTexts([get(draftAtom), draft]));
	set(addSelectedFiles, picks);
	void set(sendOutbox);
});

const restore = atom(null, (_get, set) => {
	set(restoreInput);
	set(readOutbox);
});
