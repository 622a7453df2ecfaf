/**
 * Takes in a mail, whichever way it has come: piped, posted, or fetched from a mailbox. What a
 * visitor has answered is stored before it is acknowledged; `postReceivedMails` then posts it, in a
 * process that serves visitors and agents.
 */
import { createHash } from 'node:crypto';
import { HOUR } from '#protocol/base/duration.ts';
import { isVisible } from '#protocol/base/isVisible.ts';
import { noteUndelivered, readUndelivered } from '../domain/contacts/bounces.ts';
import type { MailLinks } from '../domain/people/mailLinks.ts';
import { readMailInThread } from '../mail/received/mailReader.ts';
import { MAIL_MAX, type ReceivedMail } from '../mail/received/readMail.ts';
import { signedIn } from '../mail/received/replyAddress.ts';
import type { Store } from '../store/store.ts';

/** Mails to one conversation in an hour: with more, two programs answer each other. */
export const MAILS_PER_HOUR = 60;

export interface Receipt {
	/**
	 * `accepted`: what it says is posted soon; `ignored`: it is no answer of a person, or was
	 * accepted before; `refused`: nothing can be done with it, now or later.
	 */
	outcome: 'accepted' | 'ignored' | 'refused';
	/** A sentence for the operator. */
	says: string;
}

/** Rejects while the database is away: the mail has to be offered again. */
export async function receiveMail(
	{ store, mailLinks }: { store: Store; mailLinks: MailLinks },
	raw: Uint8Array,
): Promise<Receipt> {
	if (raw.length === 0) return refused('it is empty');
	if (raw.length > MAIL_MAX) return refused(`it has more than ${MAIL_MAX / 1_000_000} MB`);
	const mail = await readMailInThread(raw);
	if (!mail) return refused('it cannot be read as a mail');
	if (mail.kind === 'bounce') return { outcome: 'ignored', says: await noteBounce(store, mailLinks, raw) };
	if (mail.kind !== 'written')
		return ignored(mail.kind === 'own' ? 'it is a mail of this server' : 'a program has written it, no person');
	const conversationId = signedIn(mail)
		.map((signed) => mailLinks.readReply(signed))
		.find((id) => id !== undefined);
	if (conversationId === undefined) return refused('it names no conversation of this server');
	const [conversation] = await store.conversations.listByIds([conversationId]);
	if (!conversation) return refused('its conversation is deleted');
	if (!isVisible(mail.reply) && mail.files.length === 0) return refused('it says nothing');
	const now = Date.now();
	if ((await store.receivedMails.countSince(conversation.id, now - HOUR)) >= MAILS_PER_HOUR)
		return ignored(`conversation ${conversation.display_id} has had ${MAILS_PER_HOUR} mails within an hour`);
	const isNew = await store.receivedMails.add(
		{ conversation_id: conversation.id, key: keyOf(mail), mail: Buffer.from(raw).toString('base64') },
		now,
	);
	return isNew
		? { outcome: 'accepted', says: `Accepted: it is posted in conversation ${conversation.display_id}.` }
		: ignored('it was accepted before');
}

/**
 * The same for every copy of a mail, whatever servers have added on its way. A program that gives
 * none an id gives each of its mails another time.
 */
function keyOf({ messageId, from, date, subject, text }: ReceivedMail): string {
	const identity = messageId ?? JSON.stringify([from, date, subject, text]);
	return createHash('sha256').update(identity).digest('base64url');
}

async function noteBounce(store: Store, mailLinks: MailLinks, raw: Uint8Array): Promise<string> {
	const undelivered = await readUndelivered(mailLinks, raw);
	return typeof undelivered === 'string'
		? undelivered
		: store.transaction((repositories) => noteUndelivered(repositories, undelivered));
}

function ignored(why: string): Receipt {
	return { outcome: 'ignored', says: `Nothing is posted: ${why}.` };
}

function refused(why: string): Receipt {
	return { outcome: 'refused', says: `The mail is refused: ${why}.` };
}
