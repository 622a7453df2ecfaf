/**
 * How many requests one caller may make, in one table: a stranger's address, or an agent's token
 * (quotas/knownCallers.ts). `RATE_LIMITS=off` turns all of these off, but not the quotas of stored
 * data.
 */
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { HOUR, MINUTE } from '#protocol/base/duration.ts';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import type { RouteTable } from '#protocol/base/routes.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { networkOf } from '../../base/network/networkOf.ts';
import { hashToken } from '../../base/randomToken.ts';
import { mailboxOf } from '../../domain/contacts/mailAddress.ts';
import type { Quota } from '../../quotas/quotas.ts';
import type { OwnQuota } from './takeQuota.ts';

/** Pieces that a bot writes of its messages. */
export const STREAM_PIECES_PER_MINUTE = 600;

/** Fastify's options for single routes, such as rate limits and cache headers. */
export type RouteOptions<T extends RouteTable> = { [Name in keyof T]?: RouteShorthandOptions };

/**
 * Chatwoot allows 5 sessions an hour and 6 conversations in 12 hours per address, which an office
 * behind one address exceeds before noon; these limits stop scripts alone.
 */
export const widgetLimits: RouteOptions<typeof widgetRoutes> = {
	config: limit(300, HOUR),
	// Each is a question to the provider.
	passCaptcha: limit(30, MINUTE),
	createEvent: limit(120, MINUTE),
	toggleTyping: limitVisitor(60, MINUTE),
	updateLastSeen: limitVisitor(60, MINUTE),
	createConversation: limit(120, HOUR),
	createMessage: limit(120, MINUTE),
	setUser: limit(120, HOUR),
	updateContact: limit(120, HOUR),
	requestEmailCode: limit(30, HOUR),
	confirmEmailCode: limit(60, HOUR),
	destroyContactAttributes: limit(120, HOUR),
	deleteContact: limit(30, HOUR),
	setConversationAttributes: limit(60, MINUTE),
	destroyConversationAttributes: limit(60, MINUTE),
	addLabel: limit(60, MINUTE),
	removeLabel: limit(60, MINUTE),
	updateMessage: limit(60, MINUTE),
	deleteMessage: limit(60, MINUTE),
	editMessage: limit(60, MINUTE),
	setReaction: limit(60, MINUTE),
	endConversation: limit(60, MINUTE),
	// Each sends a mail; see also `RECIPIENT_LIMIT`.
	sendTranscript: limit(5, HOUR),
	joinCall: limit(30, MINUTE),
	createDirectUpload: limit(120, MINUTE),
};

/**
 * Transcripts to one address, for visitors and the team together, since its owner is not proven.
 */
export const RECIPIENT_LIMIT: Quota = { name: 'mail', max: 10, timeWindow: 24 * HOUR };

/** Transcripts that the team of one account sends. */
export const TRANSCRIPTS_LIMIT: Quota = { name: 'transcripts', max: 30, timeWindow: HOUR };

export const publicLimits = {
	showSurvey: limit(120, MINUTE),
	updateSurvey: limit(30, MINUTE),
} satisfies RouteOptions<typeof publicRoutes>;

/** Test mails to one administrator. */
export const TEST_MAIL_LIMIT: Quota = { name: 'test-mail', max: 10, timeWindow: HOUR };
export const MAILBOX_CHECK_LIMIT: Quota = { name: 'mailbox-check', max: 20, timeWindow: HOUR };
/** Each asks DNS for a handful of names. */
export const MAIL_RECORDS_LIMIT: Quota = { name: 'mail-records', max: 120, timeWindow: HOUR };

/** Pieces of one message. */
export const PIECES_LIMIT: Quota = { name: 'pieces', max: STREAM_PIECES_PER_MINUTE, timeWindow: MINUTE };

/**
 * Searches of the help centre by one address, in the chat and on its pages: more than people make
 * by typing.
 */
export const SEARCH_LIMIT: Quota = { name: 'search', max: 120, timeWindow: MINUTE };

/** Answers of one address to whether an article has helped: the first of a day counts. */
export const ARTICLE_ANSWERS: Quota = { name: 'article-answer', max: 1, timeWindow: 24 * HOUR };

/** Bytes of large pages, of messages and articles, that one address reads: five of the largest. */
export const PAGES_LIMIT: Quota = { name: 'pages', max: 10_000_000, timeWindow: MINUTE };

/** Bodies with fewer bytes, apart from files, do not count for `BODIES_LIMIT`. */
export const LARGE_BODY = 100_000;

/**
 * Bytes of large bodies, apart from files, that one caller sends, whether or not they are accepted
 * afterwards: twenty of the longest texts. What is refused costs as much to read and to parse as
 * what is stored.
 */
export const BODIES_LIMIT: Quota = { name: 'bodies', max: 10_000_000, timeWindow: MINUTE };

/** For the bytes of direct uploads. */
export const UPLOAD_LIMIT = limit(120, MINUTE);

/** Wrong passwords from one address, at the desk and with other clients. */
const SIGN_IN_LIMIT: Quota = { name: 'sign-in', max: 5, timeWindow: 5 * MINUTE };

/**
 * Wrong links and tokens from one address. They cannot be guessed, and wrong passwords do not keep
 * a right one out.
 */
const LINK_ATTEMPTS: Quota = { name: 'sign-in-link', max: 20, timeWindow: 5 * MINUTE };

/**
 * Wrong passwords in a browser that has signed the person in before, or of a person who is signed
 * in: strangers cannot use these up.
 */
const DEVICE_LIMIT: Quota = { name: 'sign-in-device', max: 10, timeWindow: 15 * MINUTE };

/**
 * Wrong passwords for one person, from all addresses together. Refused attempts do not count, so
 * that the limit ends after this time even if an attacker keeps trying; a login link works all that
 * time.
 */
const PASSWORD_LIMIT: Quota = { name: 'password', max: 20, timeWindow: 15 * MINUTE };

/** @param email the mail address for which a password is tried, also an unknown one */
export function passwordLimits(ip: string, email: string): OwnQuota[] {
	return [
		{ quota: SIGN_IN_LIMIT, who: networkOf(ip) },
		{ quota: PASSWORD_LIMIT, who: hashToken(email.toLowerCase()) },
	];
}

/** @param device what has been signed in before: a browser, a session or a token */
export function knownDeviceLimits(device: string): OwnQuota[] {
	return [{ quota: DEVICE_LIMIT, who: device }];
}

/** For what is made by the server and is not guessed. */
export function linkAttemptLimits(ip: string): OwnQuota[] {
	return [{ quota: LINK_ATTEMPTS, who: networkOf(ip) }];
}

/** Login links that callers from one network address may ask for. */
const LINK_LIMIT: Quota = { name: 'login-link', max: 10, timeWindow: 15 * MINUTE };

/** Login links for one mail address, whether or not an agent has it: each may send a mail. */
const LINK_TO_LIMIT: Quota = { name: 'login-link-to', max: 5, timeWindow: HOUR };

export function linkLimits(ip: string, email: string): OwnQuota[] {
	return [
		{ quota: LINK_LIMIT, who: networkOf(ip) },
		{ quota: LINK_TO_LIMIT, who: hashToken(email.toLowerCase()) },
	];
}

/** Codes that visitors from one network ask for. */
const EMAIL_CODE_LIMIT: Quota = { name: 'email-code', max: 20, timeWindow: HOUR };

/** Codes to one mailbox, whether or not a contact has it: each is a mail. */
const EMAIL_CODE_TO_LIMITS: readonly Quota[] = [
	{ name: 'email-code-to', max: 4, timeWindow: 15 * MINUTE },
	{ name: 'email-codes-to', max: 10, timeWindow: 24 * HOUR },
];

/** Codes that visitors from one network try. */
const EMAIL_CODE_TRIES: Quota = { name: 'email-code-tries', max: 50, timeWindow: HOUR };

/**
 * Wrong codes for one mailbox, from all sessions together: who tries so many a day guesses one of a
 * million codes in a century.
 */
const EMAIL_CODE_TRIES_OF: Quota = { name: 'email-code-tries-of', max: 20, timeWindow: 24 * HOUR };

export function emailCodeLimits(ip: string, email: string): { ofNetwork: OwnQuota; ofAddress: OwnQuota[] } {
	const who = hashToken(mailboxOf(email));
	return {
		ofNetwork: { quota: EMAIL_CODE_LIMIT, who: networkOf(ip) },
		ofAddress: EMAIL_CODE_TO_LIMITS.map((quota) => ({ quota, who })),
	};
}

/** What a try of a code uses up. */
export function emailCodeTries(ip: string, email: string): { ofNetwork: OwnQuota; ofAddress: OwnQuota } {
	return {
		ofNetwork: { quota: EMAIL_CODE_TRIES, who: networkOf(ip) },
		ofAddress: { quota: EMAIL_CODE_TRIES_OF, who: hashToken(mailboxOf(email)) },
	};
}

/**
 * A limit for each visitor instead of each address, since people behind one address type and read
 * at the same time.
 */
function limitVisitor(max: number, timeWindow: number) {
	return { config: { rateLimit: { max, timeWindow, keyGenerator: visitorOf } } };
}

/**
 * Identifies the visitor by the end of the token, its signature. The guard refuses forged tokens,
 * which count for the address as well.
 */
function visitorOf({ headers, ip }: FastifyRequest): string {
	const token = headers['x-auth-token'];
	return typeof token === 'string' ? token.slice(-43) : ip;
}

/** Allows `max` requests within `timeWindow` milliseconds. */
function limit(max: number, timeWindow: number) {
	return { config: { rateLimit: { max, timeWindow } } };
}
