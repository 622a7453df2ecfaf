/** Puts what the visitor sends into the outbox. */
import { atom } from 'jotai/vanilla';
import { addToOutbox } from '#models/outbox.ts';
import type { OutboxEntry } from '#models/outboxEntry.ts';
import { sendOutbox } from '#models/sending.ts';
import type { FileFacts } from '#models/fileFacts.ts';
import { hostAtom } from '../host/host.ts';
import { endReply, replyToAtom } from '../replies/replies.ts';
import { newestIdAtom } from '../messages/messages.ts';

/** Sends a file that is already in the file store under `echoId`, such as a voice message. */
export const sendFileNow = atom(null, (_get, set, echoId: string, file: FileFacts) => {
	set(writeMessage, { content: '', echoId, file });
	void set(sendOutbox);
});

/** Writes a message. The first one written answers the message that the visitor has chosen to reply to. */
export const writeMessage = atom(null, (get, set, written: Pick<OutboxEntry, 'content'> & Partial<OutboxEntry>) => {
	const replyTo = get(replyToAtom);
	const page = { referrerUrl: get(hostAtom).referrerUrl, afterId: get(newestIdAtom) };
	set(addToOutbox, { ...page, ...written, ...(replyTo !== undefined && { replyTo }) });
	set(endReply);
});
