/**
 * What the visitor has typed, while the page is about to name its user. What this device has stored may be another person's: until
 * the user is named it is neither shown nor sent, and what is typed meanwhile is kept apart from it.
 */
import { atom } from 'jotai/vanilla';
import { IDENTITY_TIMEOUT } from '#protocol/limits.ts';
import { holdStored, readHeld, readStored, releaseStored, removeStored, writeStored } from '#client/storage.ts';
import { readOutbox } from '#models/outbox.ts';
import type { OutboxEntry } from '#models/outboxEntry.ts';
import type { SelectedFile } from '#models/fileSelection.ts';
import { sendOutbox } from '#models/sending.ts';
import { addSelectedFiles } from '../features/attachments/selectedFiles.ts';
import { channelAtom } from '../features/channel/channel.ts';
import { draftAtom, writeDraft } from '../features/messages/draft.ts';
import { readSessionUser, releaseSession } from '../features/session/session.ts';
import { joinTexts } from './joinTexts.ts';
import { restoreInput } from './restoreInput.ts';
import type { Store } from './store.ts';

const DRAFT = 'draft:';
const PICKS = 'picks:';
const OUTBOX = 'outbox:';

/** Where a page that is left before its user is known keeps what was typed in it. */
const keyAtom = atom((get) => `held:${get(channelAtom).websiteToken}`);
/** The texts that the page before has kept so. */
const earlierAtom = atom('');

interface Typed {
	/** By storage key. */
	written: ReadonlyMap<string, unknown>;
	/** What the page before has kept. */
	earlier: string;
}

/** Holds it for at most IDENTITY_TIMEOUT. Has to be called before anything is restored. Returns the undo. */
export function holdInput(store: Store): () => void {
	const key = store.get(keyAtom);
	store.set(earlierAtom, String(readStored(key) ?? ''));
	holdStored([DRAFT, PICKS, 'reply:', 'prechat:', 'topic:', OUTBOX]);
	const timer = setTimeout(() => store.set(endWaiting), IDENTITY_TIMEOUT);
	function keep() {
		const { unsent, draft } = sort(readHeld());
		const text = joinTexts([store.get(earlierAtom), ...unsent.map(({ content }) => content), draft]);
		if (text) writeStored(key, text);
	}
	addEventListener('pagehide', keep);
	return () => {
		clearTimeout(timer);
		removeEventListener('pagehide', keep);
	};
}

/** The page names no user, or takes too long: the visitor whom the browser knows goes on. */
export const endWaiting = atom(null, (_get, set) => {
	const isUser = set(readSessionUser) !== undefined;
	set(releaseSession);
	set(giveBackInput, set(releaseInput), isUser);
});

/**
 * From now on the input is what the device has stored, which the caller deletes where that was another person's. Returns what has been
 * typed meanwhile, for `giveBackInput`; undefined where nothing is held.
 */
export const releaseInput = atom(null, (get, set): Typed | undefined => {
	const written = releaseStored();
	if (!written) return undefined;
	const earlier = get(earlierAtom);
	set(earlierAtom, '');
	removeStored(get(keyAtom));
	set(restore);
	return { written, earlier };
});

/**
 * Adds what has been typed meanwhile. Where there can be one value alone, as in the form's fields, the newer one stays.
 * @param isUnsure whether it may have been typed by another person than the one who goes on: then it becomes the draft, and nothing is
 *   sent without a press
 */
export const giveBackInput = atom(null, (get, set, typed: Typed | undefined, isUnsure = false) => {
	if (!typed) return;
	const { unsent, draft, picks } = sort(typed.written);
	const drafted = isUnsure ? unsent : [];
	const files = drafted.flatMap(({ echoId, file }) => (file ? [{ id: echoId, file }] : []));
	const apart = [DRAFT, PICKS, ...(isUnsure ? [OUTBOX] : [])];
	for (const [key, value] of typed.written) if (!apart.some((start) => key.startsWith(start))) writeStored(key, value);
	set(restore);
	set(writeDraft, joinTexts([get(draftAtom), typed.earlier, ...drafted.map(({ content }) => content), draft]));
	set(addSelectedFiles, [...files, ...picks]);
	void set(sendOutbox);
});

const restore = atom(null, (_get, set) => {
	set(restoreInput);
	set(readOutbox);
});

function sort(written: ReadonlyMap<string, unknown>) {
	const valuesOf = (start: string) => [...written].flatMap(([key, value]) => (key.startsWith(start) ? value : []));
	const unsent = valuesOf(OUTBOX) as OutboxEntry[];
	return {
		unsent: unsent.toSorted((one, other) => one.queuedAt - other.queuedAt),
		draft: valuesOf(DRAFT).join(''),
		picks: valuesOf(PICKS) as SelectedFile[],
	};
}
