/**
 * The mails about an agent's new address: with a link to it, and once it is theirs to the former
 * one.
 */
import { html } from '#markdown/html.ts';
import { drawPage } from '#transcript/drawPage.ts';
import { msg } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import { linkMail } from './linkMail.ts';
import type { Mail } from './mail.ts';

/** What the new address is mailed. */
export function addressLinkMail(locale: string, link: string): Omit<Mail, 'id' | 'to'> {
	const texts = {
		subject: msg`Confirm your new email address`,
		lead: msg`This link makes this the email address with which you sign in to the agent desk. It works once, within 30 minutes, in a browser where you are signed in:`,
		note: msg`If you did not ask for it, you can ignore this email.`,
	};
	return linkMail(locale, texts, link);
}

/**
 * What the former address is mailed. It does not name the new one, since by now another person may
 * read this mailbox.
 */
export function addressChangedMail(locale: string): Omit<Mail, 'id' | 'to'> {
	const subject = translate(locale, msg`Your email address has been changed`);
	const text = translate(
		locale,
		msg`You now sign in to the agent desk with another email address. Emails for you no longer go to this one.`,
	);
	const note = translate(locale, msg`If that was not you, tell an administrator of your team at once.`);
	return {
		subject,
		text: [text, note].join('\n\n'),
		html: drawPage(
			locale,
			subject,
			html`<p>${text}</p>
				<p>${note}</p>`,
		).text,
	};
}
