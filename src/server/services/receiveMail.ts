/**
 * Takes in a mail, whichever way it has come: piped, posted, or fetched from a mailbox. What a
 * visitor has answered is stored before it is acknowledged; `postReceivedMails` then posts it, in a
 * process that serves visitors and agents.
 */
import { createHash } from 'node:crypto';
import { HOUR } from '#protocol/base/duration.ts';
import { isVisible } from '#protocol/base/isVisible.ts';
import { noteUndelivered, readUndelivered } from '../domain/contacts/bounces.ts';
import { validEmail } from '../domain/contacts/contactFacts.ts';
import { mailboxOf } from '../domain/contacts/mailAddress.ts';
import type { MailLinks } from '../domain/people/mailLinks.ts';
import { readMailInThread } from '../mail/received/mailReader.ts';
import { MAIL_MAX, type ReceivedMail } from '../mail/received/readMail.ts';
import { signedIn } from '../mail/received/replyAddress.ts';
import type { ConversationRow } from '../store/tables/schema.ts';
import type { Store } from '../store/store.ts';

/** Mails to one conversation in an hour: with more, two programs answer each other. */
export const MAILS_PER_HOUR = 60;
/** Mails of one sender to a website in an hour, and of all. */
export const SENDER_MAILS_PER_HOUR = 30;
const WEBSITE_MAILS_PER_HOUR = 1_000;

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
	const [conversation] = conversationId === undefined ? [] : await store.conversations.listByIds([conversationId]);
	const website = conversation ? undefined : await findWebsite(store, mail);
	if (!conversation && !website)
		return refused(
			conversationId === undefined
				? 'it names no conversation of this server, and no address of a website'
				: 'its conversation is deleted',
		);
	if (!isVisible(mail.reply) && mail.files.length === 0 && !(website && isVisible(mail.subject)))
		return refused('it says nothing');
	return conversation ? takeAnswer(store, raw, mail, conversation) : takeLetter(store, raw, mail, website ?? 0);
}

async function takeAnswer(
	{ receivedMails }: Store,
	raw: Uint8Array,
	mail: ReceivedMail,
	{ id, display_id }: ConversationRow,
): Promise<Receipt> {
	const addressed = { conversation_id: id };
	const now = Date.now();
	if ((await receivedMails.countSince(addressed, now - HOUR)) >= MAILS_PER_HOUR)
		return ignored(`conversation ${display_id} has had ${MAILS_PER_HOUR} mails within an hour`);
	const isNew = await receivedMails.add({ ...addressed, key: keyOf(mail), mail: encoded(raw) }, now);
	return isNew ? accepted(`it is posted in conversation ${display_id}`) : ignored('it was accepted before');
}

/** A mail to the address of a website, which may still answer another one. */
async function takeLetter(
	{ receivedMails, channels }: Store,
	raw: Uint8Array,
	mail: ReceivedMail,
	inbox_id: number,
): Promise<Receipt> {
	const sender = validEmail(mail.from[0]);
	if (sender === null) return refused('it names no sender');
	if (mail.isBulk) return ignored('it was sent to many, or is marked as spam');
	if ((await channels.listByEmails([sender])).length > 0) return ignored('its sender is the address of a website');
	const sender_hash = createHash('sha256').update(sender).digest('base64url');
	const now = Date.now();
	if ((await receivedMails.countSince({ inbox_id, sender_hash }, now - HOUR)) >= SENDER_MAILS_PER_HOUR)
		return ignored(`its sender has written ${SENDER_MAILS_PER_HOUR} mails within an hour`);
	if ((await receivedMails.countSince({ inbox_id }, now - HOUR)) >= WEBSITE_MAILS_PER_HOUR)
		return ignored(`the website has had ${WEBSITE_MAILS_PER_HOUR} mails within an hour`);
	const isNew = await receivedMails.add({ inbox_id, sender_hash, key: keyOf(mail), mail: encoded(raw) }, now);
	return isNew ? accepted('it is posted to the website') : ignored('it was accepted before');
}

/** Id of the inbox to whose address it was sent, also with something behind a plus. */
async function findWebsite({ channels }: Store, { recipientAddresses }: ReceivedMail): Promise<number | undefined> {
	const wanted = recipientAddresses.flatMap((address) => [address, mailboxOf(address)]);
	const known = await channels.listByEmails([...new Set(wanted)]);
	return wanted.map((address) => known.find(({ email }) => email === address)?.inbox_id).find((id) => id !== undefined);
}

function encoded(raw: Uint8Array): string {
	return Buffer.from(raw).toString('base64');
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

function accepted(what: string): Receipt {
	return { outcome: 'accepted', says: `Accepted: ${what}.` };
}

function ignored(why: string): Receipt {
	return { outcome: 'ignored', says: `Nothing is posted: ${why}.` };
}

function refused(why: string): Receipt {
	return { outcome: 'refused', says: `The mail is refused: ${why}.` };
}
