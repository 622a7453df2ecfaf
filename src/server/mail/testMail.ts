/** The mail by which administrators see whether mail arrives. */
import { html } from '#markdown/html.ts';
import { drawPage } from '#transcript/drawPage.ts';
import { msg } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import type { Mail } from './mail.ts';

/** What the mail says. */
export function testMail(locale: string): Omit<Mail, 'id' | 'to'> {
	const subject = translate(locale, msg`Test email`);
	const text = translate(
		locale,
		msg`You have sent this email to yourself from the settings of the agent desk. It has arrived.`,
	);
	return { subject, text, html: drawPage(locale, subject, html`<p>${text}</p>`).text };
}
