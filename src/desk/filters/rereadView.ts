/** Keeps a saved view right: only the server knows what is in it. */
import { atom } from 'jotai/vanilla';
import { viewAtom } from '../conversations/chosenView.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { isRefused, knownConversationsAtom, mergeConversations } from '../conversations/conversations.ts';
import { createPaced } from '../conversations/createPaced.ts';
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

/** Reads as much of the view as was loaded. */
export const reread: ReturnType<typeof createPaced> = createPaced(async (get, set) => {
	set(seenAtom, get(knownConversationsAtom));
	const view = get(viewAtom);
	const isShown = () => keyOfView(get(viewAtom)) === keyOfView(view);
	const before = get(listProgressAtom);
	if (view.filterId === undefined) return;
	// What has happened since that page was asked may not be in its answer.
	if (before.state === 'loading') return set(reread);
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
}, 'The view could not be read again');
