/** Where a mail belongs that has arrived. */
import { validEmail } from '../domain/contacts/contactFacts.ts';
import { findMailSession } from '../domain/contacts/mailSender.ts';
import type { ReceivedMail } from '../mail/received/readMail.ts';
import type { ContactInbox, ConversationRow, ReceivedMailRow } from '../store/tables/schema.ts';
import type { Channel } from '../store/websites/channels.ts';
import { commit, type Services } from './services.ts';

export type Waiting = Omit<ReceivedMailRow, 'mail'>;

/**
 * The one that it was received for. Of a mail to a website, the one that began by a mail and has
 * another that this answers: only now, since that may have waited before this one.
 */
export async function findConversation(
	{ conversations, messages }: Services['store'],
	{ conversation_id, inbox_id }: Waiting,
	{ answers }: ReceivedMail,
): Promise<ConversationRow | undefined> {
	const id =
		conversation_id ??
		(inbox_id === null ? undefined : (await messages.listMailConversationIds(inbox_id, answers)).at(-1));
	const [found] = id === undefined ? [] : await conversations.listByIds([id]);
	return found;
}

/** That of the conversation, else of who has written. */
export async function findSession(
	services: Services,
	{ id }: Waiting,
	channel: Channel,
	mail: ReceivedMail,
	conversation: ConversationRow | undefined,
): Promise<ContactInbox | undefined> {
	if (conversation) return (await services.store.sessions.listByIds([conversation.contact_inbox_id]))[0];
	const address = validEmail(mail.from[0]);
	if (address === null) return undefined;
	const scope = { accountId: channel.account.id, key: `mails to ${channel.inbox.id}` };
	return commit(services, scope, async (repositories, publish) => {
		// Two processes that post it make one contact.
		await repositories.receivedMails.lock(id);
		return findMailSession(repositories, publish, channel, { address, name: mail.fromName });
	});
}
