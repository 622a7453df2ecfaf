/** Keeps a saved view right: only the server knows what is in it. */
import { atom } from 'jotai/vanilla';
import { isAborted } from '#client/rest.ts';
import { viewAtom } from '../conversations/chosenView.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { isRefused, knownConversationsAtom, mergeConversations } from '../conversations/conversations.ts';
import { COUNT_INTERVAL } from '../conversations/counts.ts';
import {
	chooseView,
	continueProgress,
	listProgressAtom,
	readPage,
	report,
	type ListProgress,
} from '../conversations/list.ts';
import { keyOfView } from '../conversations/view.ts';

type Known = ReadonlyMap<number, Conversation>;

/** What was known when the view was last right. */
const seenAtom = atom<Known>(new Map());
/** Present for `COUNT_INTERVAL` after each reading: true once something has changed since then. */
const isOutdatedAtom = atom<boolean>();

/** Call it whenever something may have changed. Reads the view again where something has. */
export const followChanges = atom(null, (get, set) => {
	const seen = get(seenAtom);
	const known = get(knownConversationsAtom);
	const { ids } = get(listProgressAtom);
	set(seenAtom, known);
	const hasChanged = [...known].some(([id, conversation]) => {
		const before = seen.get(id);
		if (before === conversation) return false;
		return before ? JSON.stringify(before) !== JSON.stringify(conversation) : !ids?.has(id);
	});
	if (hasChanged) void set(reread);
});

/** Reads at once, but no more often than each `COUNT_INTERVAL`: a busy team makes many changes. */
export const reread = atom(null, async (get, set): Promise<void> => {
	if (get(isOutdatedAtom) !== undefined) return set(isOutdatedAtom, true);
	set(seenAtom, get(knownConversationsAtom));
	do {
		set(isOutdatedAtom, false);
		try {
			await set(readLoaded);
		} catch (error) {
			// The next change has it read again.
			if (!isAborted(error)) console.debug('The view could not be read again', error);
		}
		await new Promise((resolve) => setTimeout(resolve, COUNT_INTERVAL));
	} while (get(isOutdatedAtom));
	set(isOutdatedAtom, undefined);
});

/** Reads as much of the view as was loaded. */
const readLoaded = atom(null, async (get, set) => {
	const view = get(viewAtom);
	const isShown = () => keyOfView(get(viewAtom)) === keyOfView(view);
	const before = get(listProgressAtom);
	if (view.filterId === undefined) return;
	// What has happened since that page was asked may not be in its answer.
	if (before.state === 'loading') return set(isOutdatedAtom, true);
	let progress: ListProgress = { state: 'idle', next: undefined, end: undefined };
	try {
		do {
			const asOf = get(knownConversationsAtom);
			const page = await readPage(get, view, progress.next ?? undefined);
			if (!isShown()) return;
			// What has come during the request may be newer than its answer; the answer is not.
			set(followChanges);
			set(mergeConversations, page.conversations, asOf);
			set(seenAtom, get(knownConversationsAtom));
			progress = continueProgress(progress, page.progress);
		} while (progress.next !== null && (progress.ids?.size ?? 0) < (before.ids?.size ?? 0));
	} catch (error) {
		if (!isRefused(error, 404) || !isShown()) throw error;
		// It was deleted.
		return set(chooseView, {});
	}
	set(report, view, progress);
});
