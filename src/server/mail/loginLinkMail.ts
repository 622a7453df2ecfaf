/** The mail with a link that signs an agent in. */
import { html } from '#markdown/html.ts';
import { msg } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import { drawPage } from '#transcript/drawPage.ts';
import type { Mail } from './mail.ts';

/** What the mail says. */
export function loginLinkMail(locale: string, link: string): Omit<Mail, 'id' | 'to'> {
	const subject = translate(locale, msg`Your sign-in link`);
	const lead = translate(locale, msg`This link signs you in to the agent desk, once, within 30 minutes:`);
	const note = translate(locale, msg`If you did not ask for it, you can ignore this mail.`);
	return {
		subject,
		text: [lead, link, note].join('\n\n'),
		html: drawPage(
			locale,
			subject,
			html`<p>${lead}</p>
				<p><a href="${link}" rel="noopener noreferrer">${link}</a></p>
				<p style="color:#5b6470">${note}</p>`,
		).text,
	};
}
