/**
 * Posts what visitors have answered by mail, and what was written to the address of a website
 * (docs/wire.md, Answers by mail and Mail to a website).
 */
import { Readable } from 'node:stream';
import { beginningOf } from '#protocol/base/characters.ts';
import { HOUR } from '#protocol/base/duration.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { Problem } from '../base/problem.ts';
import { visitorFileRules } from '../domain/messages/attach.ts';
import type { Attachable } from '../domain/messages/attach.ts';
import { TEXT, type Draft } from '../domain/messages/insertMessage.ts';
import { postVisitorMessage } from '../domain/conversations/postMessage.ts';
import type { Visitor } from '../domain/contacts/visitor.ts';
import { readMailInThread } from '../mail/received/mailReader.ts';
import type { MailFile, ReceivedMail } from '../mail/received/readMail.ts';
import { findConversation, findSession, type Waiting } from './mailPlace.ts';
import { commit, scopeOfVisitor, type Services } from './services.ts';

/** Milliseconds after the first failure; each further one doubles them, to at most an hour. */
const PAUSE = 5_000;
/** Together more than half a day. */
const ATTEMPTS_MAX = 20;

export interface PostOptions {
	/** Mails; the next run continues. */
	limit: number;
	onError: (error: unknown, mailId: number) => void;
}

/** Each in a transaction of its own, those of a conversation in the order in which they came. */
export async function postReceivedMails(services: Services, { limit, onError }: PostOptions): Promise<void> {
	const { receivedMails } = services.store;
	/** Conversations whose next mail could not be posted: the others come after it. */
	const held = new Set<number>();
	for (const waiting of await receivedMails.listDue(Date.now(), limit)) {
		const { conversation_id: conversationId } = waiting;
		if (conversationId !== null && held.has(conversationId)) continue;
		await postMail(services, waiting).catch(async (error: unknown) => {
			onError(error, waiting.id);
			if (conversationId !== null) held.add(conversationId);
			if (waiting.attempts + 1 >= ATTEMPTS_MAX) await receivedMails.settle(waiting.id);
			else await receivedMails.postpone(waiting.id, Date.now() + Math.min(PAUSE * 2 ** waiting.attempts, HOUR));
		});
	}
}

async function postMail(services: Services, waiting: Waiting): Promise<void> {
	const { id } = waiting;
	const { store, readConfiguration } = services;
	const raw = await store.receivedMails.readMail(id);
	// Another process was faster.
	if (raw === null) return;
	const mail = await readMailInThread(Buffer.from(raw, 'base64'));
	const configuration = await readConfiguration();
	const conversation = mail && (await findConversation(store, waiting, mail));
	const inboxId = conversation?.inbox_id ?? waiting.inbox_id;
	const channel = inboxId === null ? undefined : await configuration.channel(store, inboxId);
	const isClosed = !channel || channel.inbox.removed_at !== null || channel.account.status === 'suspended';
	if (!mail || isClosed) return void (await store.receivedMails.settle(id));
	const session = await findSession(services, waiting, channel, mail, conversation);
	if (!session) return void (await store.receivedMails.settle(id));
	const visitor = { channel, session, configuration };
	const draft = await draftOf(services, visitor, mail);
	const isOver = conversation?.status === 'resolved' && !channel.inbox.allow_messages_after_resolved;
	const startsConversation = !conversation || isOver;
	await commit(services, scopeOfVisitor(visitor), async (repositories, publish) => {
		// The lock keeps other processes from posting it, too.
		if (!(await repositories.receivedMails.settle(id))) return;
		await postVisitorMessage(repositories, publish, {
			visitor,
			draft,
			readOrigin: () => ({
				additionalAttributes: {
					source: 'email',
					mail_subject: mail.subject,
					...(mail.inReplyTo !== null && { in_reply_to: mail.inReplyTo }),
					initiated_at: { timestamp: mail.date ?? new Date().toISOString() },
				},
				customAttributes: {},
			}),
			locale: undefined,
			startsConversation,
			conversationId: startsConversation ? undefined : conversation.id,
			topic: undefined,
			mayAskForEmail: false,
		});
	});
}

async function draftOf(services: Services, visitor: Visitor, mail: ReceivedMail): Promise<Draft> {
	const { attachables, leftOut } = await storeFiles(services, visitor, mail.files);
	return {
		...TEXT,
		content: beginningOf(mail.reply, services.visitorMessageMax) || (mail.files.length > 0 ? null : mail.subject),
		contentAttributes: { email: emailOf(mail, [...leftOut, ...mail.leftOut]), cc_email: mail.cc, bcc_email: null },
		sourceId: mail.messageId,
		attachables,
	};
}

/** Files that the website does not accept are left out, and named with the message. */
async function storeFiles(
	{ files }: Services,
	{ channel, session }: Visitor,
	sent: readonly MailFile[],
): Promise<{ attachables: Attachable[]; leftOut: string[] }> {
	const attachables: Attachable[] = [];
	const leftOut: string[] = [];
	const rules = { ...visitorFileRules(channel), sender: session.id };
	for (const { name, type, content } of sent)
		try {
			const source = Readable.from([Buffer.from(content)]);
			const blob = await files.upload(source, { name, contentType: type }, rules);
			attachables.push({ file_type: 'file', blob });
		} catch (error) {
			if (!isRefusal(error)) throw error;
			leftOut.push(name);
		}
	return { attachables, leftOut };
}

/** Of the file, or since its sender has sent too many bytes today (status 429). */
function isRefusal(error: unknown): boolean {
	if (error instanceof Problem) return error.isAboutFile();
	return error instanceof Error && 'status' in error && error.status === 429;
}

/**
 * As Chatwoot shows a mail: of a text, `full` and `reply` are all of it, and `quoted` what is new
 * in it.
 */
function emailOf(mail: ReceivedMail, leftOut: readonly string[]): Attributes {
	const texts = { reply: mail.text, quoted: mail.reply };
	return {
		from: mail.from,
		to: mail.to,
		cc: mail.cc,
		bcc: null,
		subject: mail.subject,
		date: mail.date,
		message_id: mail.messageId,
		in_reply_to: mail.inReplyTo,
		content_type: mail.contentType,
		multipart: mail.contentType.startsWith('multipart/'),
		number_of_attachments: mail.files.length + mail.leftOut.length,
		text_content: mail.html === null ? { full: mail.text, ...texts } : {},
		html_content: mail.html === null ? {} : { full: mail.html, ...texts },
		...(leftOut.length > 0 && { left_out: leftOut }),
	};
}
