/**
 * Puts what the visitor sends into the outbox: the draft, with the typed text and the selected
 * files, or a file of its own.
 */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { isVisible } from '#protocol/base/isVisible.ts';
import { MESSAGE_MAX } from '#protocol/base/limits.ts';
import { loadWithTexts } from '../language/loadWithTexts.ts';
import { randomId } from '#protocol/base/randomId.ts';
import type { FileFacts } from '#models/fileFacts.ts';
import { addToOutbox } from '#models/outbox.ts';
import type { OutboxEntry } from '#models/outboxEntry.ts';
import { sendImmediately, sendOutbox } from '#models/sending.ts';
import { showAlert } from '../alerts/alerts.ts';
import { hasSelectedFilesAtom, takeSelectedFiles } from '../attachments/selectedFiles.ts';
import { channelAtom } from '../channel/channel.ts';
import { endTyping } from '../conversation/reportTyping.ts';
import { hostAtom } from '../host/host.ts';
import { draftAtom, writeDraft } from '../messages/draft.ts';
import { newestIdAtom } from '../messages/messages.ts';
import { endReply, replyToAtom } from '../replies/replies.ts';

/** Whether there is something to send that is not too long. */
export const canSendAtom = atom((get) => {
	const draft = get(draftAtom);
	return draft.length <= MESSAGE_MAX && (isVisible(draft) || get(hasSelectedFilesAtom));
});

/**
 * Sends the draft. A blank text is no message, and a text beyond MESSAGE_MAX is refused; both stay
 * in the composer. So does what the page refuses, where it wants to be asked; where the channel
 * masks numbers, they are masked first. Resolves once the page has decided; never rejects.
 */
export const sendDraft = atom(null, (get, set) => {
	if (!get(canSendAtom)) return;
	if (!get(channelAtom).masks && !get(hostAtom).askBefore?.includes('send')) return set(sendNow, get(draftAtom), '');
	return loadWithTexts(() => import('./prepareDraft.ts')).then(
		({ prepareDraft }) => set(prepareDraft, (...message) => set(sendNow, ...message)),
		() => set(showAlert, i18n._(msg`Couldn't send, try again`)),
	);
});

/**
 * Shows the text and the selected files as messages at once, the text first, and sends them.
 * @param rest what stays in the composer
 * @param ids of the files; by default all are sent
 */
export const sendNow = atom(null, (_get, set, content: string, rest: string, ids?: readonly string[]) => {
	const selectedFiles = set(takeSelectedFiles, ids);
	const echoId = randomId();
	if (isVisible(content)) {
		set(writeDraft, rest);
		set(writeMessage, { content, echoId });
	}
	for (const { id, file } of selectedFiles) set(writeMessage, { content: '', echoId: id, file });
	void set(sendOutbox);
	set(sendImmediately, echoId);
	set(endTyping);
});

/** Sends a file that is already in the file store under `echoId`, such as a voice message. */
export const sendFileNow = atom(null, (_get, set, echoId: string, file: FileFacts) => {
	set(writeMessage, { content: '', echoId, file });
	void set(sendOutbox);
});

/**
 * Writes a message. The first one written answers the message that the visitor has chosen to reply
 * to.
 */
const writeMessage = atom(null, (get, set, written: Pick<OutboxEntry, 'content'> & Partial<OutboxEntry>) => {
	const replyTo = get(replyToAtom);
	const page = { referrerUrl: get(hostAtom).referrerUrl, afterId: get(newestIdAtom) };
	set(addToOutbox, { ...page, ...written, ...(replyTo !== undefined && { replyTo }) });
	set(endReply);
});
