/** Restores what the visitor has typed and chosen but not sent, and synchronises it between their windows. */
import { followSelectedFiles, resumeSelectedFiles } from '../features/attachments/selectedFiles.ts';
import { followDraft, resumeDraft } from '../features/messages/draft.ts';
import { followFormDraft, resumeFormDraft } from '../features/prechat/formDraft.ts';
import { followReply, resumeReply } from '../features/replies/replies.ts';
import { followTopic, resumeTopic } from '../features/topics/topics.ts';
import type { Store } from './store.ts';

export function restoreInput(store: Store): void {
	store.set(resumeDraft);
	store.set(resumeSelectedFiles);
	store.set(resumeReply);
	store.set(resumeFormDraft);
	store.set(resumeTopic);
}

/** Returns the undo functions. */
export function followInput(store: Store): (() => void)[] {
	return [followDraft, followSelectedFiles, followReply, followFormDraft, followTopic].map((follow) =>
		store.set(follow),
	);
}
