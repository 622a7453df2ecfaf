/** A mail, and what makes it safe to send: what strangers typed stays within its header. */
import type { SendMailOptions } from 'nodemailer';
import { withoutControls } from '../base/withoutControls.ts';
import { MailError } from './mailError.ts';

export interface Mail {
	/** Unique, and the same however often the mail is tried. */
	id: string;
	/** One person; the name may be ''. */
	to: { name: string; address: string };
	subject: string;
	text: string;
	html: string;
}

/** As nodemailer takes it. Throws MailError INVALID_ADDRESS. */
export function toMessage({ id, to, subject, text, html }: Mail, from: string): SendMailOptions {
	if (to.address.length > ADDRESS_MAX || !ADDRESS.test(to.address)) throw new MailError('INVALID_ADDRESS');
	return {
		from,
		to: { name: oneLine(to.name), address: to.address },
		subject: oneLine(subject),
		text,
		html,
		messageId: `<${id}@${domainOf(from)}>`,
		// Marks the mail as automatic, so that no auto-responder answers it.
		headers: { 'Auto-Submitted': 'auto-generated' },
		// No part of a mail is ever fetched from our disk or our network.
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}

/** Stricter than the standard: nothing that could end the address, begin another or carry a comment. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;
/** Characters (RFC 5321 section 4.5.3.1.3). */
const ADDRESS_MAX = 254;

function oneLine(text: string): string {
	return withoutControls(text, ' ').trim();
}

function domainOf(from: string): string {
	return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
}
