/** Mails visitors who have left what they have not read (docs/wire.md, Mail that continues a chat). */
import { randomUUID } from 'node:crypto';
import { DAY } from '#protocol/duration.ts';
import { MessageType } from '#protocol/entities.ts';
import { mailAddressOf, mailboxOf } from '../domain/mailAddress.ts';
import { chooseLocale } from '../language/translate.ts';
import { answerMail, ratingMail, type AwayMailOptions } from '../mail/awayMail.ts';
import type { Mail } from '../mail/mail.ts';
import { createTranscriptMail } from '../mail/transcriptMail.ts';
import { presentTeamMessage } from '../present/message.ts';
import { loadRelations, partsOf } from '../present/messageParts.ts';
import type { Quota } from '../quotas/quotas.ts';
import type { Channel } from '../store/channels.ts';
import type { AnswerMailRow, ContactInbox, ConversationRow, MessageRow } from '../store/schema.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/** Messages in one mail: the newest. The link leads to the others. */
const MESSAGES_MAX = 20;

/** Mails to one mailbox, over all conversations: nobody has proven to own it. What goes beyond is in the first mail of the next day. */
const MAILBOX_LIMIT: Quota = { name: 'away-mail', max: 20, timeWindow: DAY };

export interface MailAwayOptions {
	/** Milliseconds since the epoch: what has waited since then or longer is mailed. */
	since: number;
	/** Conversations; the next run continues. */
	limit: number;
	/** Is told which conversations failed. */
	onError: (error: unknown, conversationId: number) => void;
}

/** Each in a transaction of its own. Where there is no mail server, what waits is forgotten. */
export async function mailAway(services: Services, { since, limit, onError }: MailAwayOptions): Promise<void> {
	for (const waiting of await services.store.answerMails.listWaiting(since, limit)) {
		await mailConversation(services, waiting).catch((error: unknown) => onError(error, waiting.conversation_id));
	}
}

async function mailConversation(services: Services, waiting: AnswerMailRow): Promise<void> {
	const { store, presence } = services;
	const conversation = await store.conversations.find(waiting.conversation_id);
	const isHere = (await presence.list(conversation.account_id)).contacts.has(conversation.contact_id);
	const draft = isHere ? undefined : await writeMail(services, conversation, waiting.mailed_message_id);
	await commit(services, scopeOfConversation(conversation), async ({ conversations, answerMails, deliveries }) => {
		const now = await conversations.lock(conversation.id);
		const row = await answerMails.find(conversation.id);
		if (row?.waiting_since !== waiting.waiting_since) return;
		// The visitor has come back and read, or the team has ended the conversation, while the mail was written: the next run looks
		// again.
		const isSame =
			now.status === conversation.status &&
			now.contact_last_seen_message_id === conversation.contact_last_seen_message_id;
		if (isHere || !isSame) return answerMails.postpone(conversation.id, Date.now());
		await answerMails.settle(conversation.id, draft?.newestId);
		if (!draft) return;
		await deliveries.insert({
			receiver_type: 'mail',
			receiver_id: 0,
			conversation_id: conversation.id,
			contact_inbox_id: null,
			event: draft.event,
			payload: JSON.stringify(draft.mail),
		});
	});
	if (draft) services.deliveryWorker.wake();
}

interface Draft {
	mail: Mail;
	event: string;
	/** Id of the newest message of which it tells. */
	newestId: number;
}

/** Undefined where there is nothing to mail, or it may not be mailed. */
async function writeMail(
	services: Services,
	conversation: ConversationRow,
	mailedId: number,
): Promise<Draft | undefined> {
	const { store, publicUrl, mailLinks } = services;
	if (!services.mailsLinks) return undefined;
	const channel = await store.channels.find(conversation.inbox_id);
	if (
		!channel.widget.continuity_via_email ||
		channel.inbox.removed_at !== null ||
		channel.account.status === 'suspended'
	)
		return undefined;
	const contact = await store.contacts.find(conversation.contact_id);
	const [session] = await store.sessions.listByIds([conversation.contact_inbox_id]);
	const address = session && (await mailAddressOf(store, contact, session));
	if (!session || address === undefined) return undefined;
	const isEnded = conversation.status === 'resolved';
	const messages = await listUnread(services, conversation, { isEnded, mailedId });
	const newest = messages.at(-1);
	if (!newest || (await services.rateLimits.take(MAILBOX_LIMIT, mailboxOf(address), 1)) > 0) return undefined;
	const unsubscribed = { conversation: conversation.id, address };
	const options = {
		locale: chooseLocale(conversation.locale, channel.inbox.locale),
		website: channel.inbox.name,
		unsubscribeUrl: `${publicUrl}/unsubscribe/${await mailLinks.signUnsubscribed(unsubscribed)}`,
	};
	const content = isEnded
		? ratingMail(options, `${publicUrl}/survey/responses/${conversation.uuid}`)
		: await writeAnswers(services, { channel, conversation, session, messages, options });
	return {
		mail: { ...content, id: randomUUID(), to: { name: contact.name, address } },
		event: isEnded ? 'rating' : 'answers',
		newestId: newest.id,
	};
}

/** The team's answers; of a conversation that has ended, the question for a rating that is not given yet. */
async function listUnread(
	{ store }: Services,
	{ id }: ConversationRow,
	{ isEnded, mailedId }: { isEnded: boolean; mailedId: number },
): Promise<MessageRow[]> {
	const type = isEnded ? MessageType.TEMPLATE : MessageType.OUTGOING;
	const unread = await store.messages.listUnread(id, { type, afterId: mailedId, limit: MESSAGES_MAX });
	if (!isEnded) return unread.filter(({ content_attributes }) => content_attributes['deleted'] !== true);
	const question = unread.findLast(({ content_type }) => content_type === 'input_csat');
	return question && !(await store.csatResponses.findByMessage(question.id)) ? [question] : [];
}

interface Answers {
	channel: Channel;
	conversation: ConversationRow;
	session: ContactInbox;
	messages: readonly MessageRow[];
	options: AwayMailOptions;
}

async function writeAnswers(
	{ store, files, publicUrl, mailLinks }: Services,
	{ channel, conversation, session, messages, options }: Answers,
): Promise<Omit<Mail, 'id' | 'to'>> {
	const { account_id, display_id } = conversation;
	const surroundings = await loadRelations(store, files, account_id, messages);
	const { entryOf } = createTranscriptMail({
		displayId: display_id,
		locale: options.locale,
		timeZone: channel.inbox.timezone,
	});
	const entries = messages.flatMap(
		(message) => entryOf(presentTeamMessage(message, display_id, partsOf(message, surroundings, undefined))) ?? [],
	);
	return answerMail(options, entries, `${publicUrl}/continue/${await mailLinks.signContinued(conversation, session)}`);
}
