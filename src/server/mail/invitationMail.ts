/** The mail by which an administrator invites a person to the team. */
import { msg } from '../language/msg.ts';
import { linkMail } from './linkMail.ts';
import type { Mail } from './mail.ts';

/** What the mail says. `name`: who invites; `team`: the account. */
export function invitationMail(
	locale: string,
	{ name, team }: { name: string; team: string },
	link: string,
): Omit<Mail, 'id' | 'to'> {
	const texts = {
		subject: msg`${{ name }} invites you to the team “${{ team }}”`,
		lead: msg`${{ name }} invites you to reply to visitors in the chat, as a member of the team “${{ team }}”. This link signs you in to the agent desk, once, within a day:`,
		note: msg`If you do not know ${{ name }}, you can ignore this email.`,
	};
	return linkMail(locale, texts, link);
}
