/**
 * What the product refuses to do, by closed codes. Rules and services throw them and know neither statuses nor wording;
 * `src/server/http/problems.ts` says each in those of the wire.
 */
import type { AttributeKind } from '#protocol/attributes.ts';

export type ProblemReason =
	/** Unknown, or not the caller's. */
	| { code: 'NOT_FOUND' }
	/** Something that the server needs does not answer: the same may succeed later. */
	| { code: 'UNAVAILABLE' }
	| { code: 'ACCOUNT_SUSPENDED' }
	/** A body with more levels than `maximum`. */
	| { code: 'NESTED_TOO_DEEPLY'; maximum: number }
	/** More bytes than are allowed. */
	| { code: 'FILE_TOO_BIG' }
	/** Not in the list, unrecognisable, or not what the sender says it is. */
	| { code: 'FILE_TYPE_NOT_SUPPORTED' }
	/** Not the bytes that the direct upload announced. */
	| { code: 'FILE_CONTENT_MISMATCH' }
	/** A signed id that is forged, or whose file is not complete, too old, or in a message already. */
	| { code: 'FILE_NOT_AVAILABLE' }
	/** The disk is nearly full. */
	| { code: 'NO_ROOM_FOR_FILES' }
	| { code: 'TOO_MANY_MESSAGES' }
	/** The channel closes conversations for good. */
	| { code: 'CONVERSATION_RESOLVED' }
	| { code: 'CONTENT_TYPE_UNKNOWN'; contentType: string }
	| { code: 'ITEMS_MISSING' }
	| { code: 'ITEM_KEYS_UNKNOWN'; keys: readonly string[] }
	| { code: 'ACTIONS_MISSING' }
	| { code: 'ACTION_KEYS_UNKNOWN'; keys: readonly string[] }
	| { code: 'ITEMS_INVALID'; issues: readonly Issue[] }
	/** The message asks nothing that could be answered. */
	| { code: 'NO_QUESTION' }
	| { code: 'EMAIL_INVALID' }
	| { code: 'ANSWER_INVALID'; issue: Issue }
	| { code: 'ANSWER_NOT_OFFERED' }
	| { code: 'ANSWER_TOO_LONG'; maximum: number }
	/** Of a form, by the name of the field. */
	| { code: 'FIELD_UNKNOWN'; field: string }
	| { code: 'FIELD_MISSING'; field: string }
	| { code: 'FIELD_NO_EMAIL'; field: string }
	| { code: 'FIELD_NOT_OFFERED'; field: string }
	/** More than `days` have passed since the rating was asked for. */
	| { code: 'SURVEY_OVER'; days: number }
	/** The message is not about a call. */
	| { code: 'NO_CALL' }
	/** What the call provider answered, and with which status; 0 for no answer. */
	| { code: 'CALL_REFUSED'; answer: unknown; status: number }
	/** The identifier is not proven. */
	| { code: 'IDENTITY_UNPROVEN' }
	| { code: 'IDENTIFIER_TOO_LONG'; maximum: number }
	| { code: 'PROFILE_CLOSED' }
	/** Nothing shows that it is the person who sets a password. */
	| { code: 'PASSWORD_NOT_PROVEN' }
	| { code: 'ATTRIBUTES_TOO_LARGE'; kind: AttributeKind; maximum: number }
	| { code: 'ATTRIBUTE_TEXT_TOO_LONG'; key: string; maximum: number }
	| { code: 'ATTRIBUTE_NUMBER_TOO_LARGE'; key: string; maximum: number }
	| EditReason;

/** Of what commands edit too: `src/server/admin/sentences.ts` says each to their user. */
export type EditReason =
	/** Named, and not one of the account's, or of the portal's. */
	| { code: 'INBOX_UNKNOWN' }
	| { code: 'SENDER_UNKNOWN' }
	| { code: 'AUTHOR_UNKNOWN' }
	| { code: 'CATEGORY_UNKNOWN' }
	/** No URL pattern that browsers understand. */
	| { code: 'PAGE_PATTERN_INVALID' }
	| { code: 'SLUG_TAKEN'; slug: string }
	| { code: 'LOCALE_NOT_OFFERED'; portal: string; locale: string }
	| { code: 'DEFAULT_LOCALE_NOT_OFFERED' }
	| { code: 'CONTENT_TOO_INTRICATE' }
	/** In the account. */
	| { code: 'AGENT_EXISTS' }
	/** The last administrator: without one, nobody could invite or manage people. */
	| { code: 'LAST_ADMINISTRATOR' }
	| { code: 'PASSWORD_TOO_SHORT'; minimum: number }
	| { code: 'PASSWORD_TOO_LONG'; maximum: number }
	/** Among the first that somebody would try. */
	| { code: 'PASSWORD_GUESSABLE' }
	/** Of one owner. */
	| { code: 'TOO_MANY_TOKENS'; maximum: number }
	/** What is wrong with which part of a file, by its path. */
	| { code: 'ARTICLE_FILE_INVALID'; file: string; issue: Issue }
	/** The file translates an article that the portal does not have. */
	| { code: 'ORIGINAL_UNKNOWN'; slug: string }
	/** The file has the name of an article in `locale`, and is `wanted` in another. */
	| { code: 'ARTICLE_IN_OTHER_LOCALE'; slug: string; locale: string; wanted: string };

/** Where a value does not fit, such as `items.0.title`, and what was expected. */
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

	/** Of one file alone. */
	isAboutFile(): boolean {
		return this.reason.code.startsWith('FILE_');
	}
}
