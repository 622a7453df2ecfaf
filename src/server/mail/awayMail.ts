/**
 * The mails to a visitor who has left: what the team has answered, and the question for a rating.
 */
import type { TranscriptEntry } from '#transcript/transcript.ts';
import { msg } from '../language/msg.ts';
import type { Mail } from './mail.ts';
import { drawMessageMail, type Link, type MessageMail } from './messageMail.ts';

export interface AwayMailOptions {
	locale: string;
	/** Name of the website. */
	website: string;
	unsubscribeUrl: string;
	/** Whether answers to the mail are read. */
	canReply: boolean;
	/** Where the visitor is asked for a rating. */
	surveyUrl?: string;
}

type Content = Omit<Mail, 'id' | 'to'>;

/**
 * `entries`: what is unread, the oldest first. `asksCode`: what the link opens is shown only with a
 * code.
 */
export function answerMail(
	options: AwayMailOptions,
	entries: readonly TranscriptEntry[],
	{ url, asksCode }: { url: string; asksCode: boolean },
): Content {
	return write(options, {
		subject: msg`${{ website: options.website }} has replied to you`,
		entries,
		links: [{ label: msg`Continue conversation`, url }, ...surveyLinks(options)],
		notes: [
			options.canReply
				? msg`Reply to this email, or use the link: both continue your conversation.`
				: msg`Please reply using the link: replies to this email are not read.`,
			asksCode
				? msg`The link opens the chat, which shows your conversations once you enter a code that we email to you.`
				: msg`The link opens your conversation without a password, for 30 days: do not pass it on.`,
		],
	});
}

export function ratingMail(options: AwayMailOptions): Content {
	return write(options, {
		subject: msg`How was your conversation with ${{ website: options.website }}?`,
		entries: [],
		links: surveyLinks(options),
	});
}

function surveyLinks({ surveyUrl }: AwayMailOptions): Link[] {
	return surveyUrl === undefined ? [] : [{ label: msg`Rate your conversation`, url: surveyUrl }];
}

type Parts = Pick<MessageMail, 'subject' | 'entries' | 'links' | 'notes'>;

function write({ locale, website, unsubscribeUrl }: AwayMailOptions, parts: Parts): Content {
	const drawn = drawMessageMail({
		...parts,
		locale,
		reason: msg`You get this email because this address was given in the chat of ${{ website }}.`,
		choice: { label: msg`Unsubscribe`, url: unsubscribeUrl },
	});
	return { ...drawn, unsubscribeUrl };
}
