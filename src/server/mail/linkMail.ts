import { html } from '#markdown/html.ts';
import { drawPage } from '#transcript/drawPage.ts';
import type { Text } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import type { Mail } from './mail.ts';

interface LinkTexts {
	subject: Text;
	/** What the link does. */
	lead: Text;
	/** What to do with a mail that is not meant for the reader. */
	note: Text;
}

/** A mail with a link that works once, for an agent. */
export function linkMail(locale: string, texts: LinkTexts, link: string): Omit<Mail, 'id' | 'to'> {
	const subject = translate(locale, texts.subject);
	const lead = translate(locale, texts.lead);
	const note = translate(locale, texts.note);
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
