/** Reads a mail that has arrived (RFC 5322): what it says, and what kind of mail it is. */
import PostalMime, { addressParser, type Address, type Email } from 'postal-mime';
import { beginningOf } from '#protocol/base/characters.ts';
import { isVisible } from '#protocol/base/isVisible.ts';
import { CONTENT_MAX, EMAIL_MAX } from '#protocol/base/limits.ts';
import { storableText } from '../../base/cleanBody.ts';
import { BOUNCE_HEADER } from '../mail.ts';
import { htmlToText } from './htmlToText.ts';
import { QUOTE_BEGINS, splitReply } from './splitReply.ts';

/** Bytes of a mail with its files, which take a third more in it. */
export const MAIL_MAX = 30_000_000;
/** Files of one mail; the others are named. */
const FILES_MAX = 15;
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };
const ADDRESSES_MAX = 50;
const LINE_MAX = 998;
const NAME_MAX = 255;

export interface ReceivedMail {
	/**
	 * `written`: by a person; `automatic`: a note of absence and the like; `bounce`: of a mail
	 * server; `own`: one of this server, which has come back.
	 */
	kind: 'written' | 'automatic' | 'bounce' | 'own';
	/** Without angle brackets; null where there is none. */
	messageId: string | null;
	inReplyTo: string | null;
	/** Ids of the mails that it answers, the nearest first. */
	answers: string[];
	/** Each address that it says it was sent to, also in what servers have added. */
	recipients: string;
	/** The same, of which those come first that servers have added for this copy. */
	recipientAddresses: string[];
	/**
	 * Whether it was sent to many, or a server takes it for spam: nothing that begins a
	 * conversation.
	 */
	isBulk: boolean;
	from: string[];
	/** What the first of them calls themselves; '' for nothing. */
	fromName: string;
	to: string[];
	cc: string[] | null;
	subject: string;
	/** ISO 8601; null where the mail has none that can be read. */
	date: string | null;
	contentType: string;
	/** All that it says. */
	text: string;
	/** The HTML that `text` was made of; null for a mail of plain text. */
	html: string | null;
	/** What is new in it, if the rest is quoted. */
	reply: string;
	files: MailFile[];
	/** Names of files that are too many. */
	leftOut: string[];
}

export interface MailFile {
	name: string;
	type: string;
	content: Uint8Array;
}

/** Undefined for what is no mail, or is nested or headed beyond reason. */
export async function readMail(mail: Uint8Array): Promise<ReceivedMail | undefined> {
	const email = await PostalMime.parse(mail, { ...LIMITS, attachmentEncoding: 'arraybuffer' }).catch(() => undefined);
	const senders = email?.replyTo?.length ? email.replyTo : email && [email.from ?? email.sender];
	const from = addressesOf(senders);
	if (!email || (from.length === 0 && email.messageId === undefined && email.to === undefined)) return undefined;
	const plain = withoutLinks(storableText(email.text ?? ''));
	const html = isVisible(plain) || email.html === undefined ? null : withoutLinks(storableText(email.html));
	const marked = html === null ? plain : htmlToText(html);
	const text = marked.replaceAll(QUOTE_BEGINS, '').trim();
	const reply = splitReply(marked);
	const files = filesOf(email);
	const header = (name: string) => email.headers.find(({ key }) => key === name)?.value.trim();
	return {
		kind: kindOf(email, header),
		messageId: idsIn(email.messageId)[0] ?? null,
		inReplyTo: idsIn(email.inReplyTo)[0] ?? null,
		answers: [...idsIn(email.inReplyTo), ...idsIn(email.references).toReversed()],
		recipients: ADDRESSED.flatMap((name) => valuesOf(email, name)).join(' '),
		recipientAddresses: addressesOf(
			ADDRESSED.flatMap((name) => valuesOf(email, name)).flatMap((value) => addressParser(value, { flatten: true })),
		),
		isBulk: isBulk(header),
		from,
		fromName: beginningOf(storableText(senders?.[0]?.name ?? '').trim(), NAME_MAX),
		to: addressesOf(email.to),
		cc: email.cc ? addressesOf(email.cc) : null,
		subject: beginningOf(storableText(email.subject ?? ''), LINE_MAX),
		date: dateOf(email.date),
		contentType: beginningOf(header('content-type')?.split(';')[0]?.toLowerCase() ?? 'text/plain', 100),
		text: beginningOf(text, CONTENT_MAX),
		html: html === null ? null : beginningOf(html, CONTENT_MAX),
		// Who only forwards a mail says by it what they mean.
		reply: beginningOf(isVisible(reply) || files.length > 0 ? reply : text, CONTENT_MAX),
		files: files.slice(0, FILES_MAX),
		leftOut: files.slice(FILES_MAX).map(({ name }) => name),
	};
}

/**
 * What is quoted has the links of our mail in it, which open the visitor's session, unsubscribe and
 * rate: they are for the visitor alone.
 */
function withoutLinks(text: string): string {
	return text.replaceAll(OUR_LINKS, '$1…');
}

/** Also where another program has encoded or broken them. */
const OUR_LINKS =
	/((?:\/|%2F)(?:continue|unsubscribe|survey(?:\/|%2F)responses)(?:\/|%2F))[\w.-]{16,}(?:=?[ \t]*\r?\n[> \t]*[\w.-]{20,})*/gi;

const ADDRESSED = [
	'delivered-to',
	'x-original-to',
	'envelope-to',
	'x-envelope-to',
	'x-forwarded-to',
	'resent-to',
	'to',
	'cc',
	'bcc',
] as const;

function valuesOf({ headers }: Email, name: string): string[] {
	return headers.filter(({ key }) => key === name).map(({ value }) => value);
}

type Header = (name: string) => string | undefined;

/** What lists (RFC 2919 and 2369) and filters of spam add. */
function isBulk(header: Header): boolean {
	return (
		header('list-id') !== undefined ||
		header('list-unsubscribe') !== undefined ||
		/^list/i.test(header('precedence') ?? '') ||
		['x-spam-flag', 'x-spam-status', 'x-spam'].some((name) => /^(?:yes|true)/i.test(header(name) ?? ''))
	);
}

/** RFC 3834 section 2, and what programs say that do not keep to it. */
function kindOf({ messageId, returnPath, headers, from }: Email, header: Header): ReceivedMail['kind'] {
	const type = header('content-type') ?? '';
	if (/^multipart\/report/i.test(type)) return /disposition-notification/i.test(type) ? 'automatic' : 'bounce';
	const hasOwn = headers.some(({ key }) => key === BOUNCE_HEADER.toLowerCase());
	if (hasOwn || /^<(?:reply|thread)\.\d+\.[\da-f]{24}/.test(messageId ?? '')) return 'own';
	const isFromServer = /^(?:mailer-daemon|postmaster)@/i.test(from?.address ?? '');
	if (header('x-failed-recipients') !== undefined || isFromServer) return 'bounce';
	const says = (name: string, words: RegExp) => words.test(header(name) ?? '');
	const isAutomatic =
		says('auto-submitted', /^(?!no\b)\S/i) ||
		says('x-autoreply', /^(?!no\b)\S/i) ||
		says('x-autorespond', /\S/) ||
		says('x-autoresponder', /\S/) ||
		says('precedence', /^(?:bulk|junk|auto[_-]?reply)/i) ||
		says('x-precedence', /^(?:bulk|junk|auto[_-]?reply)/i) ||
		(header('return-path') ?? returnPath)?.trim() === '<>';
	return isAutomatic ? 'automatic' : 'written';
}

function idsIn(header: string | undefined): string[] {
	const found = (header ?? '').matchAll(/<([^<>\s]{1,998})>/g);
	const ids = [...found].map(([, id = '']) => storableText(id));
	const bare = (header ?? '').trim();
	return ids.length > 0 || bare === '' || /\s/.test(bare)
		? ids.slice(0, ADDRESSES_MAX)
		: [storableText(bare).slice(0, LINE_MAX)];
}

function addressesOf(found: readonly (Address | undefined)[] | undefined): string[] {
	return (found ?? [])
		.flatMap((each) => (each?.group ? each.group : each ? [each] : []))
		.map(({ address }) => storableText(address ?? '').toLowerCase())
		.filter((address) => address !== '' && address.length <= EMAIL_MAX)
		.slice(0, ADDRESSES_MAX);
}

function dateOf(date: string | undefined): string | null {
	return date !== undefined && /^\d{4}-\d\d-\d\dT/.test(date) ? date : null;
}

/** Also the pictures within the text; what is signed or empty is no file for a person. */
function filesOf({ attachments }: Email): MailFile[] {
	return attachments.flatMap(({ filename, mimeType, content, contentId }): MailFile[] => {
		// By the encoding that is asked for, none is a text.
		const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
		if (bytes.length === 0 || UNSEEN.has(mimeType)) return [];
		const ending = ENDINGS[mimeType] ?? '';
		return [{ name: filename ?? `${contentId ? 'picture' : 'file'}${ending}`, type: mimeType, content: bytes }];
	});
}

const UNSEEN: ReadonlySet<string> = new Set([
	'application/pgp-signature',
	'application/pkcs7-signature',
	'application/x-pkcs7-signature',
]);

const ENDINGS: Record<string, string | undefined> = {
	'image/png': '.png',
	'image/jpeg': '.jpg',
	'image/gif': '.gif',
	'image/webp': '.webp',
	'application/pdf': '.pdf',
	'text/plain': '.txt',
	'text/calendar': '.ics',
	'message/rfc822': '.eml',
};
