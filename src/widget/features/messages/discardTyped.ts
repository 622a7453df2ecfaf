import { atom } from 'jotai/vanilla';
import { discardPicks } from '../attachments/picks.ts';
import { discardForm } from '../prechat/formDraft.ts';
import { endReply } from '../replies/replies.ts';
import { abortStrayUploads } from '../attachments/uploads.ts';
import { writeDraft } from './draft.ts';
import { notePlace } from './place.ts';
import { emptyOutbox } from './outbox.ts';

/** What one visitor typed is not the next one's to send: drafts, chosen files and outbox go. */
export const discardTyped = atom(null, (_get, set) => {
	set(emptyOutbox);
	set(abortStrayUploads);
	set(writeDraft, '');
	set(endReply);
	set(notePlace, undefined);
	set(discardPicks);
	set(discardForm);
});
