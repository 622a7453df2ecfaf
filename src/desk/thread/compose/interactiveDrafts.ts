import { atom } from 'jotai/vanilla';
import { agentAtom } from '../../session/session.ts';
import { NEW_DRAFT, type InteractiveDraft } from './interactive.ts';

const draftsAtom = atom<ReadonlyMap<string, InteractiveDraft>>(new Map());

/** What is typed for each conversation: closing the dialog loses nothing. */
export const interactiveDraftAtom = atom((get) => {
	const agentId = get(agentAtom)?.id;
	const drafts = get(draftsAtom);
	return (conversationId: number) => drafts.get(`${agentId} ${conversationId}`) ?? NEW_DRAFT;
});

/** Keeps what is typed; undefined once it is sent. */
export const keepInteractive = atom(null, (get, set, conversationId: number, draft: InteractiveDraft | undefined) => {
	const key = `${get(agentAtom)?.id} ${conversationId}`;
	const drafts = new Map(get(draftsAtom));
	if (draft) drafts.set(key, draft);
	else drafts.delete(key);
	set(draftsAtom, drafts);
});
