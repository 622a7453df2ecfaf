/**
 * A mail, and the checks that make it safe to send: a stranger's text cannot break out of its
 * header.
 */
import type { SendMailOptions } from 'nodemailer';
import { withoutControls } from '#markdown/withoutControls.ts';
import { EMAIL_MAX } from '#protocol/base/limits.ts';
import { MAIL_ADDRESS } from '#protocol/entities/contactForms.ts';
import { MailError } from './mailError.ts';
import { domainOf } from './servers/domainOf.ts';

interface Mailbox {
	name: string;
	address: string;
}

export interface Mail {
	/** Unique, and the same for every attempt to send the mail. */
	id: string;
	/** Absent: the installation's sender. */
	from?: Mailbox;
	/** The name may be ''. */
	to: Mailbox;
	/** Who gets it besides. */
	cc?: string[];
	/**
	 * Milliseconds since the epoch. After that the mail is of no use, and is not sent any more;
	 * absent: never.
	 */
	expiresAt?: number;
	subject: string;
	text: string;
	html: string;
	files?: { filename: string; contentType: string; content: Buffer }[];
	/** Whether a person has written it, to whom auto-responders may answer. */
	isByPerson?: boolean;
	/**
	 * Address at which the recipient can refuse such mails, by one press in the mail program (RFC
	 * 8058).
	 */
	unsubscribeUrl?: string;
	/** Where an answer goes to; absent: to the sender. */
	replyTo?: string;
	/** Ids of the mail that this one answers, and of those before it; without angle brackets. */
	inReplyTo?: string;
	references?: string[];
	/**
	 * Signed proof that the mail is ours, by which a bounce that repeats it is believed
	 * (`MailLinks.readBounced`).
	 */
	bounceToken?: string;
}

/** Not the Message-ID, since some providers give a mail one of their own. */
export const BOUNCE_HEADER = 'X-Live-Chat-Bounce';

/** The mail in nodemailer's form. Throws MailError INVALID_ADDRESS. */
export function toMessage(
	{ id, from: own, to, cc = [], subject, text, html, files, isByPerson = false, ...mail }: Mail,
	installation: string,
): SendMailOptions {
	if ([to.address, ...cc].some((address) => address.length > EMAIL_MAX || !MAIL_ADDRESS.test(address)))
		throw new MailError('INVALID_ADDRESS');
	const { unsubscribeUrl, bounceToken, replyTo, inReplyTo, references } = mail;
	const from = own ? { name: oneLine(own.name), address: own.address } : installation;
	return {
		from,
		...(cc.length > 0 && { cc }),
		to: { name: oneLine(to.name), address: to.address },
		subject: oneLine(subject),
		text,
		html,
		...(files && { attachments: files }),
		messageId: `<${id}@${domainOf(own?.address ?? installation)}>`,
		...(replyTo !== undefined && { replyTo }),
		...(inReplyTo !== undefined && { inReplyTo: `<${inReplyTo}>` }),
		...(references && { references: references.map((each) => `<${each}>`) }),
		headers: {
			// Marks the mail as automatic, so that no auto-responder answers it.
			...(!isByPerson && { 'Auto-Submitted': 'auto-generated' }),
			...(unsubscribeUrl !== undefined && {
				'List-Unsubscribe': `<${unsubscribeUrl}>`,
				'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
			}),
			...(bounceToken !== undefined && { [BOUNCE_HEADER]: bounceToken }),
		},
		// Keeps nodemailer from reading parts of a mail from our disk or network.
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}

function oneLine(text: string): string {
	return withoutControls(text, ' ').trim();
}
