import { atom } from 'jotai/vanilla';
import { writeDraft } from './draft.ts';
import { emptyOutbox } from './outbox.ts';

/** What one visitor typed is not the next one's to send: draft and outbox go. */
export const discardTyped = atom(null, (_get, set) => {
	set(emptyOutbox);
	set(writeDraft, '');
});
