/** The mail with a link that signs an agent in, who has asked for it. */
import { msg } from '../language/msg.ts';
import { linkMail } from './linkMail.ts';
import type { Mail } from './mail.ts';

/** What the mail says. */
export function loginLinkMail(locale: string, link: string): Omit<Mail, 'id' | 'to'> {
	const texts = {
		subject: msg`Your sign-in link`,
		lead: msg`This link signs you in to the agent desk, once, within 30 minutes:`,
		note: msg`If you did not ask for it, you can ignore this email.`,
	};
	return linkMail(locale, texts, link);
}
