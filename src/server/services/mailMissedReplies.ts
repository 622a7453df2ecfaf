/**
 * Mails visitors who have left what they have not read (docs/wire.md, Mail that continues a chat).
 */
import { DAY } from '#protocol/base/duration.ts';
import { isStreaming, MessageType } from '#protocol/entities/entities.ts';
import { mailAddressOf, mailboxOf } from '../domain/contacts/mailAddress.ts';
import { hasProvenMailbox } from '../domain/contacts/visitor.ts';
import { channelIn } from '../domain/translations/translations.ts';
import { chooseLocale } from '../language/translate.ts';
import { answerMail, ratingMail, type AwayMailOptions } from '../mail/awayMail.ts';
import type { Mail } from '../mail/mail.ts';
import { replyAddressOf } from '../mail/received/replyAddress.ts';
import type { AwayMailEvent, UnaskedMail } from '../mail/unaskedMail.ts';
import type { Quota } from '../quotas/quotas.ts';
import type { Channel } from '../store/websites/channels.ts';
import type { AnswerMailRow, ContactInbox, ConversationRow, MessageRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import { drawMessages, MESSAGES_MAX } from './mailedMessages.ts';
import { threadOf } from './mailThread.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/**
 * Mails to one mailbox, over all conversations: no visitor has proven to own it. What goes beyond
 * waits for the next day.
 */
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
export async function mailMissedReplies(services: Services, { since, limit, onError }: MailAwayOptions): Promise<void> {
	for (const waiting of await services.store.answerMails.listWaiting(since, limit)) {
		await mailConversation(services, waiting).catch((error: unknown) => onError(error, waiting.conversation_id));
	}
}

async function mailConversation(services: Services, waiting: AnswerMailRow): Promise<void> {
	const { store, presence, rateLimits } = services;
	const conversation = await store.conversations.find(waiting.conversation_id);
	const present = await presence.listIfKnown(conversation.account_id, 'contacts');
	// It waits, as it is, for a run that knows who has left.
	if (!present) return;
	const isHere = present.has(conversation.contact_id);
	const addressee = isHere ? undefined : await findAddressee(services, conversation);
	const draft = addressee && (await writeMail(services, conversation, addressee, waiting.mailed_message_id));
	// The transaction may run again, and takes of the quota once.
	let wait: number | undefined;
	await commit(services, scopeOfConversation(conversation), async (repositories) => {
		const { conversations, answerMails, deliveries } = repositories;
		const now = await conversations.lock(conversation.id);
		const row = await answerMails.find(conversation.id);
		// Another process was faster, or a message was deleted that may be in the draft.
		if (row?.waiting_since !== waiting.waiting_since) return;
		// The next run looks again.
		if (isHere || !isSame(now, conversation)) return answerMails.postpone(conversation.id, Date.now());
		if (!addressee) return answerMails.settle(conversation.id);
		if (draft) {
			wait ??= await rateLimits.take(MAILBOX_LIMIT, mailboxOf(addressee.address), 1);
			if (wait > 0) return answerMails.postpone(conversation.id, Date.now() + wait);
			const tellsOf = { after: row.mailed_message_id, until: draft.newestId };
			const mail: UnaskedMail = { ...draft.mail, tellsOf };
			await deliveries.insertMail(draft.event, mail, { conversation_id: conversation.id });
		}
		await answerMails.settle(conversation.id, draft?.newestId);
		// What the team wrote while the mail was written, or is still writing, goes into the next
		// one.
		if (await isMoreUnread(repositories, now, draft?.newestId ?? row.mailed_message_id))
			await answerMails.postpone(conversation.id, Date.now());
	});
	if (draft) services.deliveryWorker.wake();
}

/**
 * Whether what was found out still holds: the visitor may have come back and read, or the team have
 * ended the conversation, or made it another contact's.
 */
function isSame(now: ConversationRow, before: ConversationRow): boolean {
	return (
		now.status === before.status &&
		now.contact_last_seen_message_id === before.contact_last_seen_message_id &&
		now.contact_id === before.contact_id &&
		now.contact_inbox_id === before.contact_inbox_id
	);
}

interface Addressee {
	channel: Channel;
	session: ContactInbox;
	name: string;
	address: string;
}

/** Undefined where nothing may be mailed. */
async function findAddressee(
	{ store, readMail }: Services,
	conversation: ConversationRow,
): Promise<Addressee | undefined> {
	if (!(await readMail()).mailsLinks) return undefined;
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
	return session && address !== undefined ? { channel, session, name: contact.name, address } : undefined;
}

interface Draft {
	mail: Mail;
	event: AwayMailEvent;
	/** Id of the newest message of which it tells. */
	newestId: number;
}

/** Undefined where there is nothing to mail. */
async function writeMail(
	services: Services,
	conversation: ConversationRow,
	{ channel, session, name, address }: Addressee,
	mailedId: number,
): Promise<Draft | undefined> {
	const { store, publicUrl, mailLinks, readMail } = services;
	const unread = await listAnswers(store, conversation, mailedId);
	const streaming = unread.find(isStreaming);
	const answers = unread.filter(({ id }) => !streaming || id < streaming.id);
	const asked = await findQuestion(store, conversation, mailedId);
	const question = asked && streaming && streaming.id < asked.id ? undefined : asked;
	const newestId = Math.max(answers.at(-1)?.id ?? 0, question?.id ?? 0);
	if (newestId === 0) return undefined;
	const { from, replyTo } = await readMail();
	const addressed = { conversation: conversation.id, address };
	const locale = chooseLocale(conversation.locale, channel.inbox.locale);
	const website = channelIn(channel, locale).inbox.name;
	const unsubscribed = { account: conversation.account_id, address, website, locale };
	const options = {
		locale,
		website,
		canReply: replyTo !== undefined,
		unsubscribeUrl: `${publicUrl}/unsubscribe/${await mailLinks.signUnsubscribed(unsubscribed)}`,
		...(question && { surveyUrl: `${publicUrl}/survey/responses/${conversation.uuid}` }),
	};
	const content =
		answers.length === 0
			? ratingMail(options)
			: await writeAnswers(services, { channel, conversation, session, address, answers, options });
	return {
		mail: {
			...content,
			...(await threadOf(services, conversation, from)),
			...(replyTo !== undefined && { replyTo: replyAddressOf(replyTo, mailLinks.signReply(conversation.id)) }),
			to: { name, address },
			bounceToken: await mailLinks.signBounced(addressed),
		},
		event: answers.length === 0 ? 'rating' : 'answers',
		newestId,
	};
}

async function isMoreUnread(
	repositories: Repositories,
	conversation: ConversationRow,
	afterId: number,
): Promise<boolean> {
	if ((await listAnswers(repositories, conversation, afterId)).length > 0) return true;
	return (await findQuestion(repositories, conversation, afterId)) !== undefined;
}

async function listAnswers(
	{ messages, sessions }: Pick<Repositories, 'messages' | 'sessions'>,
	{ id, contact_inbox_id }: ConversationRow,
	afterId: number,
): Promise<MessageRow[]> {
	const [session] = await sessions.listByIds([contact_inbox_id]);
	// Where the conversation began by mail, each answer is a mail already.
	if (session && session.mail_address !== null) return [];
	const unread = { type: MessageType.OUTGOING, afterId, limit: MESSAGES_MAX };
	return (await messages.listUnread(id, unread)).filter(
		({ content_attributes }) => content_attributes['deleted'] !== true,
	);
}

/** The question for a rating that is not given yet, of a conversation that has ended. */
async function findQuestion(
	{ messages, csatResponses }: Pick<Repositories, 'messages' | 'csatResponses'>,
	{ id, status }: ConversationRow,
	afterId: number,
): Promise<MessageRow | undefined> {
	if (status !== 'resolved') return undefined;
	const unread = await messages.listUnread(id, { type: MessageType.TEMPLATE, afterId, limit: MESSAGES_MAX });
	const question = unread.findLast(({ content_type }) => content_type === 'input_csat');
	return question && !(await csatResponses.findByMessage(question.id)) ? question : undefined;
}

interface Answers {
	/** To which they are mailed. */
	address: string;
	channel: Channel;
	conversation: ConversationRow;
	session: ContactInbox;
	answers: readonly MessageRow[];
	options: AwayMailOptions;
}

async function writeAnswers(
	services: Services,
	{ channel, conversation, session, address, answers, options }: Answers,
): Promise<Omit<Mail, 'id' | 'to'>> {
	const { publicUrl, mailLinks } = services;
	const entries = await drawMessages(services, { channel, conversation, messages: answers, locale: options.locale });
	const token = await mailLinks.signContinued(conversation, session, address);
	return answerMail(options, entries, { url: `${publicUrl}/continue/${token}`, asksCode: hasProvenMailbox(session) });
}
