/** What the visitor has begun and not sent: taken up again, and the same in each of their windows. */
import { followPicks, resumePicks } from '../features/attachments/picks.ts';
import { followDraft, resumeDraft } from '../features/messages/draft.ts';
import { followFormDraft } from '../features/prechat/formDraft.ts';
import { followReply, resumeReply } from '../features/replies/replies.ts';
import type { Store } from './store.ts';

export function resumeRemembered(store: Store): void {
	store.set(resumeDraft);
	store.set(resumePicks);
	store.set(resumeReply);
}

/** Returns the undos. */
export function followRemembered(store: Store): (() => void)[] {
	return [store.set(followDraft), store.set(followPicks), store.set(followReply), store.set(followFormDraft)];
}
