/** The mails to a visitor who has left: what the team has answered, and the question for a rating. */
import { html } from '#markdown/html.ts';
import { drawPage } from '#transcript/drawPage.ts';
import type { TranscriptEntry } from '#transcript/transcript.ts';
import { msg, type Text } from '../language/msg.ts';
import { translate } from '../language/translate.ts';
import type { Mail } from './mail.ts';

export interface AwayMailOptions {
	locale: string;
	/** Name of the website. */
	website: string;
	unsubscribeUrl: string;
	/** Where the visitor is asked for a rating. */
	surveyUrl?: string;
}

type Content = Omit<Mail, 'id' | 'to'>;

/** `entries`: what is unread, the oldest first. */
export function answerMail(
	options: AwayMailOptions,
	entries: readonly TranscriptEntry[],
	continueUrl: string,
): Content {
	return write(options, {
		subject: msg`${{ website: options.website }} has answered you`,
		entries,
		links: [{ label: msg`Continue conversation`, url: continueUrl }, ...surveyLinks(options)],
		note: msg`The link opens your conversation without a password, for 30 days: do not pass it on.`,
	});
}

export function ratingMail(options: AwayMailOptions): Content {
	return write(options, {
		subject: msg`How was your conversation with ${{ website: options.website }}?`,
		entries: [],
		links: surveyLinks(options),
		note: undefined,
	});
}

function surveyLinks({ surveyUrl }: AwayMailOptions): Link[] {
	return surveyUrl === undefined ? [] : [{ label: msg`Rate your conversation`, url: surveyUrl }];
}

interface Link {
	label: Text;
	url: string;
}

interface Parts {
	subject: Text;
	entries: readonly TranscriptEntry[];
	links: readonly Link[];
	note: Text | undefined;
}

function write({ locale, website, unsubscribeUrl }: AwayMailOptions, parts: Parts): Content {
	const say = (text: Text): string => translate(locale, text);
	const subject = say(parts.subject);
	const links = parts.links.map(({ label, url }) => ({ label: say(label), url }));
	const notes = parts.note ? [say(parts.note)] : [];
	const reason = say(msg`You get this mail because this address was given in the chat of ${{ website }}.`);
	const unsubscribe = say(msg`Unsubscribe`);
	return {
		subject,
		unsubscribeUrl,
		text: [
			subject,
			...parts.entries.map((entry) => entry.text),
			...links.map(({ label, url }) => `${label}: ${url}`),
			...notes,
			reason,
			`${unsubscribe}: ${unsubscribeUrl}`,
		].join('\n\n'),
		html: drawPage(
			locale,
			subject,
			html`${parts.entries.map((entry) => entry.html)}
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
					${notes.map((note) => html`<p style="margin:0 0 8px">${note}</p>`)}
					<p style="margin:0">
						${reason} <a href="${unsubscribeUrl}" rel="noopener noreferrer" style="color:#5b6470">${unsubscribe}</a>
					</p>
				</div>`,
		).text,
	};
}
