/**
 * What the mails have in common that continue a chat: what was said, links, and why the recipient
 * gets it.
 */
import { html } from '#markdown/html.ts';
import { drawPage } from '#transcript/drawPage.ts';
import type { TranscriptEntry } from '#transcript/transcript.ts';
import { translate } from '../language/translate.ts';
import type { Text } from '../language/msg.ts';
import type { Mail } from './mail.ts';

export interface Link {
	label: Text;
	url: string;
}

export interface MessageMail {
	locale: string;
	subject: Text;
	/** The oldest first. */
	entries: readonly TranscriptEntry[];
	links: readonly Link[];
	/** What is to be known of the links. */
	notes?: readonly Text[] | undefined;
	/** Why the recipient gets the mail. */
	reason: Text;
	/** Where they can have it otherwise. */
	choice: Link;
}

export function drawMessageMail({
	locale,
	entries,
	notes = [],
	...mail
}: MessageMail): Pick<Mail, 'subject' | 'text' | 'html'> {
	const say = (text: Text): string => translate(locale, text);
	const subject = say(mail.subject);
	const links = mail.links.map(({ label, url }) => ({ label: say(label), url }));
	const saidNotes = notes.map(say);
	const reason = say(mail.reason);
	const choice = { label: say(mail.choice.label), url: mail.choice.url };
	return {
		subject,
		text: [
			subject,
			...entries.map((entry) => entry.text),
			...links.map(({ label, url }) => `${label}: ${url}`),
			...saidNotes,
			reason,
			`${choice.label}: ${choice.url}`,
		].join('\n\n'),
		html: drawPage(
			locale,
			subject,
			html`${entries.map((entry) => entry.html)}
				${links.map(
					({ label, url }) =>
						html`<p style="margin:24px 0">
							<a
								href="${url}"
								rel="noopener noreferrer"
								style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1f2933;color:#ffffff;font-weight:600;text-decoration:none"
								>${label}</a
							>
						</p>`,
				)}
				<div style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #e4e7eb;color:#5b6470;font-size:13px">
					${saidNotes.map((text) => html`<p style="margin:0 0 8px">${text}</p>`)}
					<p style="margin:0">
						${reason} <a href="${choice.url}" rel="noopener noreferrer" style="color:#5b6470">${choice.label}</a>
					</p>
				</div>`,
		).text,
	};
}
