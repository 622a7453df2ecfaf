/** The mail with a code by which a visitor proves to read the mailbox. */
import { html } from '#markdown/html.ts';
import { drawPage } from '#transcript/drawPage.ts';
import { msg } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import type { Mail } from './mail.ts';

/** The subject has no code: programs show subjects on locked screens, and keep them longest. */
export function emailCodeMail(locale: string, website: string, code: string): Omit<Mail, 'id' | 'to'> {
	const subject = translate(locale, msg`Your code for the chat of ${{ website }}`);
	const lead = translate(locale, msg`Enter this code in the chat to see your conversations there, within 10 minutes:`);
	const note = translate(locale, msg`Do not pass it on: whoever has the code reads your conversations.`);
	const otherwise = translate(locale, msg`If you did not ask for it, you can ignore this email.`);
	return {
		subject,
		text: [lead, code, note, otherwise].join('\n\n'),
		html: drawPage(
			locale,
			subject,
			html`<p>${lead}</p>
				<p dir="ltr" style="font-size:32px;font-weight:600;letter-spacing:6px;margin:24px 0">${code}</p>
				<p style="color:#5b6470">${note}</p>
				<p style="color:#5b6470">${otherwise}</p>`,
		).text,
	};
}
