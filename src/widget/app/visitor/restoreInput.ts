/**
 * Restores what the visitor has typed and chosen but not sent, and synchronises it between their
 * windows.
 */
import { atom } from 'jotai/vanilla';
import { followSelectedFiles, resumeSelectedFiles } from '../../features/attachments/selectedFiles.ts';
import { followDraft, resumeDraft } from '../../features/messages/draft.ts';
import { followFormDraft, resumeFormDraft } from '../../features/prechat/formDraft.ts';
import { followReply, resumeReply } from '../../features/replies/replies.ts';
import { followTopic, resumeTopic } from '../../features/topics/topics.ts';
import type { Store } from '../routing/store.ts';

export const restoreInput = atom(null, (_get, set) => {
	set(resumeDraft);
	set(resumeSelectedFiles);
	set(resumeReply);
	set(resumeFormDraft);
	set(resumeTopic);
});

/** Returns the undo functions. */
export function followInput(store: Store): (() => void)[] {
	return [followDraft, followSelectedFiles, followReply, followFormDraft, followTopic].map((follow) =>
		store.set(follow),
	);
}
