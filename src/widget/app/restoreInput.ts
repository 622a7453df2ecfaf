/** Restores what the visitor has typed and chosen but not sent, and synchronises it between their windows. */
import { followSelectedFiles, resumeSelectedFiles } from '../features/attachments/selectedFiles.ts';
import { followDraft, resumeDraft } from '../features/messages/draft.ts';
import { followFormDraft, resumeFormDraft } from '../features/prechat/formDraft.ts';
import { followReply, resumeReply } from '../features/replies/replies.ts';
import type { Store } from './store.ts';

export function restoreInput(store: Store): void {
	store.set(resumeDraft);
	store.set(resumeSelectedFiles);
	store.set(resumeReply);
	store.set(resumeFormDraft);
}

/** Returns the undo functions. */
export function followInput(store: Store): (() => void)[] {
	return [store.set(followDraft), store.set(followSelectedFiles), store.set(followReply), store.set(followFormDraft)];
}
