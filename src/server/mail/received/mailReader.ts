/**
 * Reads mails in a thread of their own: one with large files takes seconds, for which all visitors
 * would have to wait.
 */
import { Thread } from '../../base/programs/thread.ts';
import type { ReceivedMail } from './readMail.ts';

const thread = new Thread<Uint8Array>('src/server/mail/received/mailThread.ts');

/** As `readMail`. */
export function readMailInThread(mail: Uint8Array): Promise<ReceivedMail | undefined> {
	return thread.call(mail);
}
