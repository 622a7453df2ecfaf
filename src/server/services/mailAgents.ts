/**
 * Mails agents who are not at the desk what waits for them (docs/application-api.md,
 * Notifications).
 */
import { randomUUID } from 'node:crypto';
import { DAY } from '#protocol/base/duration.ts';
import type { NotificationEvent } from '#protocol/entities/notifications.ts';
import { mailboxOf } from '../domain/contacts/mailAddress.ts';
import { choiceOf } from '../domain/people/notificationSettings.ts';
import { chooseLocale } from '../language/translate.ts';
import { agentMail } from '../mail/agentMail.ts';
import type { Mail } from '../mail/mail.ts';
import type { UnaskedMail } from '../mail/unaskedMail.ts';
import type { Quota, Quotas } from '../quotas/quotas.ts';
import type { AgentMailRow, ConversationRow, MessageRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/people/users.ts';
import type { MailAwayOptions } from './mailMissedReplies.ts';
import { drawMessages, MESSAGES_MAX } from './mailedMessages.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/** Mails to one agent: visitors may begin as many conversations as they like. */
const MAILBOX_LIMIT: Quota = { name: 'agent-mail', max: 100, timeWindow: DAY };

/** What is mailed to others than those who have to answer. */
const TO_OTHERS: ReadonlySet<NotificationEvent> = new Set([
	'conversation_mention',
	'participating_conversation_new_message',
]);

/** What deliveries of these mails are called. */
export type AgentMailEvent = `agent_${NotificationEvent}`;

/** Each in a transaction of its own. Where there is no mail server, what waits is forgotten. */
export async function mailAgents(services: Services, { since, limit, onError }: MailAwayOptions): Promise<void> {
	for (const waiting of await services.store.agentMails.listWaiting(since, limit)) {
		await mailConversation(services, waiting).catch((error: unknown) => onError(error, waiting.conversation_id));
	}
}

async function mailConversation(services: Services, waiting: AgentMailRow): Promise<void> {
	const { store, presence, readMail, rateLimits } = services;
	const conversation = await store.conversations.find(waiting.conversation_id);
	const present = await presence.listIfKnown(conversation.account_id, 'users');
	// It waits, as it is, for a run that knows who is away.
	if (!present) return;
	const after = Math.max(waiting.mailed_message_id, conversation.agent_last_seen_message_id ?? 0);
	// What the visitor has written, and neither the team has seen nor a mail has told of.
	const unread = await store.messages.listIncoming(conversation.id, { afterId: after, limit: MESSAGES_MAX });
	const { mailsLinks } = await readMail();
	const told = mailsLinks
		? [
				...(await findTold(store, present, conversation, waiting, unread)),
				...(await findMentioned(store, present, conversation, waiting)),
			]
		: [];
	const drawn = await Promise.all(
		told.map(async (one) => ({ ...one, mails: await writeMails(services, conversation, unread, one) })),
	);
	// The transaction may run again, and takes of the quota once.
	let accepted: { event: NotificationEvent; mails: Mail[] }[] | undefined;
	await commit(services, scopeOfConversation(conversation), async ({ conversations, agentMails, deliveries }) => {
		const now = await conversations.lock(conversation.id);
		const row = await agentMails.find(conversation.id);
		// The next run looks again at what has changed since it was read, or has been mailed by
		// another process.
		if (!isSame(row, waiting) || !isSame(now, conversation)) return;
		accepted ??= await Promise.all(
			drawn.map(async ({ event, mails }) => ({ event, mails: await withinQuota(rateLimits, mails) })),
		);
		const until = unread.at(-1)?.id;
		for (const { event, mails } of accepted)
			for (const mail of mails) {
				const name: AgentMailEvent = `agent_${event}`;
				const tellsOf = event === 'conversation_mention' ? undefined : { after, until: until ?? after };
				const unasked: UnaskedMail = { ...mail, ...(tellsOf && { tellsOf }) };
				await deliveries.insertMail(name, unasked, { conversation_id: conversation.id });
			}
		// What those have been mailed who follow it may still be news to its assignee.
		const isSettled = accepted.some(({ event, mails }) => mails.length > 0 && !TO_OTHERS.has(event));
		await agentMails.settle(conversation.id, isSettled ? until : undefined);
	});
	if (accepted) services.deliveryWorker.wake();
}

function isSame<Row extends object>(now: Row | undefined, before: Row): boolean {
	return JSON.stringify(now) === JSON.stringify(before);
}

interface Told {
	event: NotificationEvent;
	members: readonly Member[];
}

/**
 * Nothing where no agent has to be told, as when one has seen it, is there to see it, or has ended
 * the conversation.
 */
async function findTold(
	store: Repositories,
	present: ReadonlySet<number>,
	{ id, account_id, inbox_id, contact_id, status, assignee_id }: ConversationRow,
	{ is_new, assigned_id }: AgentMailRow,
	unread: readonly MessageRow[],
): Promise<Told[]> {
	const channel = await store.channels.find(inbox_id);
	if (status === 'resolved' || channel.inbox.removed_at !== null || channel.account.status === 'suspended') return [];
	if ((await store.contacts.find(contact_id)).blocked) return [];
	const readerIds = await store.users.listReaderIds(account_id, inbox_id);
	const readers = (await store.users.listAccount(account_id)).filter(({ user_id }) => readerIds.includes(user_id));
	const tell = (event: NotificationEvent, whom: readonly Member[]): Told[] => {
		const members = whom.filter((member) => choiceOf(member).email.includes(event));
		return members.length > 0 ? [{ event, members }] : [];
	};
	if (assignee_id === null && is_new) {
		const isAnyoneThere = readers.some((reader) => isAtDesk(reader, present));
		return unread.length > 0 && !isAnyoneThere ? tell('conversation_creation', readers) : [];
	}
	const followerIds = await store.participants.list(id);
	const followers = readers.filter(
		(reader) => reader.user_id !== assignee_id && followerIds.includes(reader.user_id) && !isAtDesk(reader, present),
	);
	const toFollowers = unread.length > 0 ? tell('participating_conversation_new_message', followers) : [];
	const assignee = readers.find(({ user_id }) => user_id === assignee_id);
	if (!assignee || isAtDesk(assignee, present)) return toFollowers;
	const assigned = assigned_id === assignee_id ? tell('conversation_assignment', [assignee]) : [];
	if (assigned.length > 0 || unread.length === 0) return [...assigned, ...toFollowers];
	return [...tell('assigned_conversation_new_message', [assignee]), ...toFollowers];
}

/** Whom notes have named, of those who are not there to see it. */
async function findMentioned(
	store: Repositories,
	present: ReadonlySet<number>,
	{ account_id, inbox_id }: ConversationRow,
	{ mentioned_ids }: AgentMailRow,
): Promise<Told[]> {
	if (!mentioned_ids) return [];
	const { inbox, account } = await store.channels.find(inbox_id);
	if (inbox.removed_at !== null || account.status === 'suspended') return [];
	const readerIds = await store.users.listReaderIds(account_id, inbox_id);
	const members = (await store.users.listAccount(account_id)).filter(
		(member) =>
			mentioned_ids.includes(member.user_id) &&
			readerIds.includes(member.user_id) &&
			choiceOf(member).email.includes('conversation_mention') &&
			!isAtDesk(member, present),
	);
	return members.length > 0 ? [{ event: 'conversation_mention', members }] : [];
}

/**
 * Whether the agent reads there what comes in. Who has chosen to be busy or offline need not look
 * at the desk that they have left open; who is shown as online while they have closed it
 * (`auto_offline` off) does not.
 */
function isAtDesk({ user_id, availability }: Member, present: ReadonlySet<number>): boolean {
	return availability === 'online' && present.has(user_id);
}

/**
 * In the website's language, as what the desk says of a conversation: it is not known which one an
 * agent reads. Who is named in a note is mailed no messages.
 */
async function writeMails(
	services: Services,
	conversation: ConversationRow,
	unread: readonly MessageRow[],
	{ event, members }: Told,
): Promise<Mail[]> {
	const { store, publicUrl } = services;
	const channel = await store.channels.find(conversation.inbox_id);
	const locale = chooseLocale(channel.inbox.locale);
	const desk = `${publicUrl}/desk`;
	const content = agentMail(
		event,
		{
			locale,
			visitor: (await store.contacts.find(conversation.contact_id)).name,
			website: channel.inbox.name,
			conversationUrl: `${desk}#/conversations/${conversation.display_id}`,
			settingsUrl: `${desk}#/settings/notifications`,
		},
		await drawMessages(services, {
			channel,
			conversation,
			messages: event === 'conversation_mention' ? [] : unread,
			locale,
		}),
	);
	return members.map(({ name, email }) => ({ ...content, id: randomUUID(), to: { name, address: email } }));
}

/** Those whose recipients have not had too many today. */
async function withinQuota(rateLimits: Quotas, mails: readonly Mail[]): Promise<Mail[]> {
	const accepted: Mail[] = [];
	for (const mail of mails)
		if ((await rateLimits.take(MAILBOX_LIMIT, mailboxOf(mail.to.address), 1)) === 0) accepted.push(mail);
	return accepted;
}
