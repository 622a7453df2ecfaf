/** By which an answer finds the conversation, and mail programs show its mails together. */
import { randomUUID } from 'node:crypto';
import type { Mail } from '../mail/mail.ts';
import { domainOf } from '../mail/servers/domainOf.ts';
import { mailIdOf, threadIdOf } from '../mail/received/replyAddress.ts';
import type { ConversationRow } from '../store/tables/schema.ts';
import type { Services } from './services.ts';

/** `from`: who sends the mail. */
export async function threadOf(
	{ store, mailLinks }: Services,
	{ id }: Pick<ConversationRow, 'id'>,
	from: string,
): Promise<Pick<Mail, 'id' | 'inReplyTo' | 'references'>> {
	const signed = mailLinks.signReply(id);
	const thread = `${threadIdOf(signed)}@${domainOf(from)}`;
	const answered = (await store.messages.findNewestIncoming(id))?.source_id;
	return {
		id: mailIdOf(signed, randomUUID()),
		inReplyTo: answered ?? thread,
		references: [thread, ...(answered ? [answered] : [])],
	};
}
