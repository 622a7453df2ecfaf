/** The mails to agents who are not at the desk. */
import { withoutControls } from '#markdown/withoutControls.ts';
import type { NotificationEvent } from '#protocol/entities/notifications.ts';
import type { TranscriptEntry } from '#transcript/transcript.ts';
import { msg, type Text } from '../language/msg.ts';
import type { Mail } from './mail.ts';
import { drawMessageMail } from './messageMail.ts';

export interface AgentMailOptions {
	locale: string;
	/** Name of the visitor. */
	visitor: string;
	/** Name of the website. */
	website: string;
	/** Where the desk shows the conversation. */
	conversationUrl: string;
	/** Where the agent chooses what they are told of. */
	settingsUrl: string;
}

/** `entries`: what the visitor has written, the oldest first. */
export function agentMail(
	event: NotificationEvent,
	{ locale, visitor, website: written, conversationUrl, settingsUrl }: AgentMailOptions,
	entries: readonly TranscriptEntry[],
): Omit<Mail, 'id' | 'to'> {
	const website = lineOf(written);
	return drawMessageMail({
		locale,
		subject: headingOf(event, lineOf(visitor)),
		entries,
		links: [{ label: msg`Open the conversation`, url: conversationUrl }],
		reason: msg`You get this email because you reply to visitors of ${{ website }} and were not using the agent desk.`,
		choice: { label: msg`Choose your notifications`, url: settingsUrl },
	});
}

/**
 * A name without what would begin another paragraph or turn the direction of the words around it.
 */
function lineOf(name: string): string {
	return withoutControls(name, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** What has happened, in one line. */
export function headingOf(event: NotificationEvent, visitor: string): Text {
	if (event === 'conversation_creation') return msg`New conversation with ${{ visitor }}`;
	if (event === 'conversation_assignment') return msg`The conversation with ${{ visitor }} is yours now`;
	if (event === 'conversation_mention') return msg`You were mentioned in the conversation with ${{ visitor }}`;
	return msg`New message from ${{ visitor }}`;
}
