/** Restores what the visitor has typed and chosen but not sent, and synchronises it between their windows. */
import { followPicks, resumePicks } from '../features/attachments/selectedFiles.ts';
import { followDraft, resumeDraft } from '../features/messages/draft.ts';
import { followFormDraft, resumeFormDraft } from '../features/prechat/formDraft.ts';
import { followReply, resumeReply } from '../features/replies/replies.ts';
import type { Store } from './store.ts';

export function resumeRemembered(store: Store): void {
	store.set(resumeDraft);
	store.set(resumePicks);
	store.set(resumeReply);
	store.set(resumeFormDraft);
}

/** Returns the undo functions. */
export function followRemembered(store: Store): (() => void)[] {
	return [store.set(followDraft), store.set(followPicks), store.set(followReply), store.set(followFormDraft)];
}
