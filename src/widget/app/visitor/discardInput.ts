import { atom } from 'jotai/vanilla';
import { removeStored } from '#client/storage.ts';
import { discardSelectedFiles } from '../../features/attachments/selectedFiles.ts';
import { discardForm } from '../../features/prechat/formDraft.ts';
import { answersKeyAtom } from '../../features/kinds/answersKeyAtom.ts';
import { emailCodeKeyAtom } from '../../features/session/emailCodeKeyAtom.ts';
import { endReply } from '../../features/replies/replies.ts';
import { abortStrayUploads } from '#models/uploads.ts';
import { chooseTopic } from '../../features/topics/topics.ts';
import { writeDraft } from '../../features/messages/draft.ts';
import { storePosition } from '../../screens/conversation/readingPosition.ts';
import { emptyOutbox } from '#models/outbox.ts';

/**
 * Deletes draft, half-typed answers, chosen files and outbox: what one visitor has typed must not
 * be sent by the next.
 */
export const discardInput = atom(null, (get, set) => {
	set(emptyOutbox);
	set(abortStrayUploads);
	set(writeDraft, '');
	set(endReply);
	set(storePosition, undefined);
	set(discardSelectedFiles);
	set(discardForm);
	set(chooseTopic, '');
	removeStored(get(answersKeyAtom));
	removeStored(get(emailCodeKeyAtom));
});
