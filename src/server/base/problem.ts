/**
 * What the product refuses to do, by closed codes. Domain and services throw these and know neither
 * statuses nor wording; `src/server/http/routing/problems.ts` maps each to those of the wire.
 */
import type { AttributeKind } from '#protocol/entities/attributes.ts';

export type ProblemReason =
	/** It does not exist, or the caller may not see it. */
	| { code: 'NOT_FOUND' }
	/** Something that the server needs does not answer; the same request may succeed later. */
	| { code: 'UNAVAILABLE' }
	| { code: 'ACCOUNT_SUSPENDED' }
	/** The body is nested deeper than `maximum` levels. */
	| { code: 'NESTED_TOO_DEEPLY'; maximum: number }
	| { code: 'TOO_MANY_VALUES'; maximum: number }
	/** The file has more bytes than are allowed. */
	| { code: 'FILE_TOO_BIG' }
	/**
	 * The type is not in the list, cannot be recognised, or differs from what the sender claims.
	 */
	| { code: 'FILE_TYPE_NOT_SUPPORTED' }
	/** These are not the bytes that the direct upload announced. */
	| { code: 'FILE_CONTENT_MISMATCH' }
	/**
	 * The signed id is forged, or its file is incomplete, too old, or part of a message already.
	 */
	| { code: 'FILE_NOT_AVAILABLE' }
	/** The disk is nearly full. */
	| { code: 'NO_ROOM_FOR_FILES' }
	| { code: 'TOO_MANY_MESSAGES' }
	/** It has neither files nor a text of which anything can be seen. */
	| { code: 'MESSAGE_BLANK' }
	/** The message is not being written, or no longer. */
	| { code: 'STREAM_OVER' }
	/** The text of the message that is being written ends elsewhere. */
	| { code: 'STREAM_POSITION'; position: number }
	| { code: 'STREAM_TOO_LONG'; maximum: number }
	| { code: 'STREAM_PIECES'; maximum: number }
	/** The visitor has no such conversation to go on with. */
	| { code: 'CONVERSATION_UNKNOWN' }
	/** The channel closes resolved conversations for good. */
	| { code: 'CONVERSATION_RESOLVED' }
	| { code: 'CONTENT_TYPE_UNKNOWN'; contentType: string }
	| { code: 'ITEMS_MISSING' }
	| { code: 'ITEM_KEYS_UNKNOWN'; keys: readonly string[] }
	| { code: 'ACTIONS_MISSING' }
	| { code: 'ACTION_KEYS_UNKNOWN'; keys: readonly string[] }
	| { code: 'ITEMS_INVALID'; issues: readonly Issue[] }
	/** The message was sent too long ago to be changed by who wrote it. */
	| { code: 'CHANGE_TOO_LATE' }
	/** The message is no question. */
	| { code: 'NO_QUESTION' }
	| { code: 'EMAIL_INVALID' }
	| { code: 'ANSWER_INVALID'; issue: Issue }
	| { code: 'ANSWER_NOT_OFFERED' }
	| { code: 'ANSWER_TOO_LONG'; maximum: number }
	/** A form's field, by its name. */
	| { code: 'FIELD_UNKNOWN'; field: string }
	| { code: 'FIELD_MISSING'; field: string }
	| { code: 'FIELD_NO_EMAIL'; field: string }
	| { code: 'FIELD_NOT_OFFERED'; field: string }
	/** More than `days` have passed since the rating was asked for. */
	| { code: 'SURVEY_OVER'; days: number }
	/** The message is not about a call. */
	| { code: 'NO_CALL' }
	/** The call provider's answer and its status; 0 when it did not answer. */
	| { code: 'CALL_REFUSED'; answer: unknown; status: number }
	/** The site has not proven the identifier by a hash or a token. */
	| { code: 'IDENTITY_UNPROVEN' }
	/** The token that proved the session's user has expired. */
	| { code: 'IDENTITY_EXPIRED' }
	/** Before the visitor's first message a challenge has to be passed. */
	| { code: 'CAPTCHA_REQUIRED' }
	/** The provider takes the proof for wrong, spent or too old. */
	| { code: 'CAPTCHA_REFUSED' }
	| { code: 'IDENTIFIER_TOO_LONG'; maximum: number }
	/** It is no number in the form of E.164. */
	| { code: 'PHONE_INVALID' }
	/** Another contact of the account has it. */
	| { code: 'CONTACT_TAKEN'; by: 'email' | 'identifier' | 'phone_number' }
	/** The inbox has a session of that `source_id` already. */
	| { code: 'SOURCE_TAKEN' }
	/** The contact has sessions in inboxes that the member does not see. */
	| { code: 'CONTACT_ELSEWHERE' }
	| { code: 'PROFILE_CLOSED' }
	/** An access token that would never be valid. */
	| { code: 'ALREADY_EXPIRED' }
	/**
	 * The person is in another account of the server, and only its operator adds them to a further
	 * one.
	 */
	| { code: 'AGENT_ELSEWHERE' }
	/**
	 * The person is in another account, too, whose administrators would find them under another
	 * name or address.
	 */
	| { code: 'AGENT_SHARED' }
	/** Another person of the server has that address. */
	| { code: 'AGENT_EMAIL_TAKEN' }
	/** Nothing shows that it is the person who sets a password. */
	| { code: 'PASSWORD_NOT_PROVEN' }
	/** Visitors of this website, or this one, are offered no code by mail. */
	| { code: 'EMAIL_CODE_CLOSED' }
	| { code: 'EMAIL_CODE_WRONG' }
	/** The session has no code that is good: it has expired, or was tried too often. */
	| { code: 'EMAIL_CODE_OVER' }
	/** The caller's token or session has ended while the request was answered. */
	| { code: 'ACCESS_ENDED' }
	/** Of a filter's conditions: no such field, or nothing that may be asked of it. */
	| { code: 'FILTER_KEY_UNKNOWN'; key: string; keys: readonly string[] }
	| { code: 'FILTER_OPERATOR_UNKNOWN'; key: string; operators: readonly string[] }
	| { code: 'FILTER_VALUES_INVALID'; key: string }
	/** Between two conditions is neither "and" nor "or", or one comes after the last. */
	| { code: 'FILTER_JOIN_UNKNOWN' }
	| { code: 'FILTER_TOO_LARGE'; maximum: number }
	| { code: 'ATTRIBUTES_TOO_LARGE'; kind: AttributeKind; maximum: number }
	| { code: 'ATTRIBUTE_TEXT_TOO_LONG'; key: string; maximum: number }
	| { code: 'ATTRIBUTE_NUMBER_TOO_LARGE'; key: string; maximum: number }
	| EditReason;

export type CaptchaSetting = 'captcha_provider' | 'captcha_site_key' | 'captcha_secret';

/**
 * Refusals of functions that commands call as well: `src/server/admin/sentences.ts` has a sentence
 * for each.
 */
export type EditReason =
	/** The environment sets it, and wins. */
	| { code: 'MAIL_SET_BY_ENVIRONMENT'; setting: string }
	/** The host is in the server's own network. */
	| { code: 'MAIL_HOST_PRIVATE'; name: 'smtp' | 'imap'; host: string }
	/** Somebody signs in, and no password is stored for that server. */
	| { code: 'MAIL_PASSWORD_MISSING'; name: 'smtp' | 'imap' }
	/** The password would cross a network without encryption. */
	| { code: 'MAIL_IN_CLEAR'; name: 'smtp' | 'imap' }
	/** The account, or the portal, has none of that name. */
	| { code: 'INBOX_UNKNOWN' }
	| { code: 'SENDER_UNKNOWN' }
	| { code: 'AUTHOR_UNKNOWN' }
	| { code: 'CATEGORY_UNKNOWN' }
	/** The text is no URL pattern that browsers understand. */
	| { code: 'PAGE_PATTERN_INVALID' }
	| { code: 'SLUG_TAKEN'; slug: string }
	| { code: 'LOCALE_NOT_OFFERED'; portal: string; locale: string }
	| { code: 'DEFAULT_LOCALE_NOT_OFFERED' }
	| { code: 'CONTENT_TOO_INTRICATE' }
	/** The account has a label of that title already. */
	| { code: 'LABEL_TAKEN'; title: string }
	/** The account has a team of that name already. */
	| { code: 'TEAM_TAKEN'; name: string }
	/** The account has such an agent already. */
	| { code: 'AGENT_EXISTS' }
	/** The agent is the last administrator: without one, no person could be invited or managed. */
	| { code: 'LAST_ADMINISTRATOR' }
	| { code: 'PASSWORD_TOO_SHORT'; minimum: number }
	| { code: 'PASSWORD_TOO_LONG'; maximum: number }
	/** It is among the first that an attacker would try. */
	| { code: 'PASSWORD_GUESSABLE' }
	/** The owner of these things has as many of them as there may be. */
	| {
			code: 'TOO_MANY';
			things: 'tokens' | 'canned responses' | 'custom attributes' | 'filters' | 'notes';
			maximum: number;
	  }
	/** Contacts, or conversations, have that anyway. */
	| { code: 'ATTRIBUTE_KEY_RESERVED' }
	| { code: 'ATTRIBUTE_KEY_TAKEN' }
	| { code: 'SHORT_CODE_TAKEN'; shortCode: string }
	/** It is no public key that signs identity tokens. */
	| { code: 'PUBLIC_KEY_INVALID' }
	/** A challenge needs a provider, a site key and a secret, and `missing` lacks. */
	| { code: 'CAPTCHA_INCOMPLETE'; missing: readonly CaptchaSetting[] }
	/** A text of the chat cannot be worded like that: what is wrong follows its id. */
	| { code: 'TEXT_INVALID'; locale: string; id: string; problem: string }
	/** A website has more texts in its owner's words than `maximum`, or they have more bytes. */
	| { code: 'TEXTS_TOO_LARGE'; maximum: number; bytes: number }
	/** Another website of the installation has that address. */
	| { code: 'WEBSITE_EMAIL_TAKEN' }
	/** A translation is of no text that there is, in no language that the chat has, or too long. */
	| { code: 'TRANSLATION_INVALID'; locale: string; path: string; problem: string }
	/** No file of translations, or in a language that the chat does not have. */
	| { code: 'TRANSLATION_FILE_INVALID' }
	/** Translations have more bytes together. */
	| { code: 'TRANSLATIONS_TOO_LARGE'; bytes: number }
	/** The account has no such bot, or help centre. */
	| { code: 'BOT_UNKNOWN' }
	/** The agent has no session of the desk with this id. */
	| { code: 'SESSION_UNKNOWN'; id: number }
	| { code: 'PORTAL_UNKNOWN' }
	/** The account has no team of that id. */
	| { code: 'TEAM_UNKNOWN'; id: number }
	/** The account has no label of that title. */
	| { code: 'LABEL_UNKNOWN'; title: string }
	| { code: 'BOT_EXISTS'; name: string }
	/** The bot is to answer first in an inbox, but hears of nothing. */
	| { code: 'BOT_WITHOUT_ADDRESS'; name: string }
	/** The bot answers first in an inbox, which needs an address. */
	| { code: 'BOT_ANSWERS'; name: string }
	| { code: 'WEBHOOK_EXISTS'; url: string }
	/** A file is invalid: its path, and what is wrong in it. */
	| { code: 'ARTICLE_FILE_INVALID'; file: string; issue: Issue }
	/** The file translates an article that the portal does not have. */
	| { code: 'ORIGINAL_UNKNOWN'; slug: string }
	/** An article is to be the translation of one that is in the same language. */
	| { code: 'ORIGINAL_IN_SAME_LOCALE'; slug: string; locale: string }
	/** The file's slug belongs to an article in `locale`, but the file is in `wanted`. */
	| { code: 'ARTICLE_IN_OTHER_LOCALE'; slug: string; locale: string; wanted: string };

/** The place of an invalid value, such as `items.0.title`, and what was expected there. */
export interface Issue {
	path: string | null;
	message: string;
}

export type ProblemCode = ProblemReason['code'];

/** The reason with this code. */
export type ReasonOf<C extends ProblemCode> = Extract<ProblemReason, { code: C }>;

export class Problem extends Error {
	readonly reason: ProblemReason;

	constructor(reason: ProblemReason) {
		super(`Refused: ${reason.code}`);
		this.reason = reason;
	}

	/** Whether it is about one file, and not about the whole request. */
	isAboutFile(): boolean {
		return this.reason.code.startsWith('FILE_');
	}
}

export function notFound(): Problem {
	return new Problem({ code: 'NOT_FOUND' });
}
