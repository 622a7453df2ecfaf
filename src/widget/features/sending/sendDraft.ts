/** Sends the draft: the typed text and the selected files. */
import { atom } from 'jotai/vanilla';
import { MESSAGE_MAX } from '#protocol/limits.ts';
import { randomId } from '#protocol/randomId.ts';
import { sendAhead, sendOutbox } from '#models/sending.ts';
import { hasSelectedFilesAtom, takeSelectedFiles } from '../attachments/selectedFiles.ts';
import { endTyping } from '../conversation/reportTyping.ts';
import { draftAtom, writeDraft } from '../messages/draft.ts';
import { writeMessage } from './sending.ts';

/** Whether there is something to send that is not too long. */
export const canSendAtom = atom((get) => {
	const draft = get(draftAtom);
	return draft.length <= MESSAGE_MAX && (draft.trim() !== '' || get(hasSelectedFilesAtom));
});

/**
 * Shows the text and the files as messages at once, the text first, and sends them. A blank text is no message, and a text
 * beyond MESSAGE_MAX is refused; both stay in the composer.
 */
export const sendDraft = atom(null, (get, set) => {
	if (!get(canSendAtom)) return;
	const content = get(draftAtom);
	const picks = set(takeSelectedFiles);
	const echoId = randomId();
	if (content.trim() !== '') {
		set(writeDraft, '');
		set(writeMessage, { content, echoId });
	}
	for (const { id, file } of picks) set(writeMessage, { content: '', echoId: id, file });
	void set(sendOutbox);
	set(sendAhead, echoId);
	set(endTyping);
});
