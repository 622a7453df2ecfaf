/**
 * The wire's status and text for each problem: Chatwoot's where it has one (docs/wire.md, Errors;
 * docs/application-api.md, Refusals).
 */
import type { Issue, Problem, ProblemCode, ProblemReason, ReasonOf } from '../../base/problem.ts';
import {
	identityExpired,
	invalid,
	notFound,
	refuse,
	HttpError,
	RetryLater,
	signInFirst,
	unavailable,
} from './httpError.ts';

/**
 * Milliseconds after which a conversation that had too many messages within a minute takes some
 * again, or asks for more patience.
 */
const FLOOD_PAUSE = 10_000;

const HTTP_ERRORS: { [C in ProblemCode]: (reason: ReasonOf<C>) => HttpError | RetryLater } = {
	NOT_FOUND: notFound,
	SESSION_UNKNOWN: notFound,
	UNAVAILABLE: unavailable,
	ACCOUNT_SUSPENDED: () => refuse(401, 'Account is suspended'),
	TOO_MANY_VALUES: ({ maximum }) => invalid(`Body has too many values (maximum is ${maximum})`, ['body']),
	NESTED_TOO_DEEPLY: ({ maximum }) => invalid(`Body is nested too deeply (maximum is ${maximum} levels)`, ['body']),

	FILE_TOO_BIG: () => invalid('file size is too big', ['attachments.file']),
	FILE_TYPE_NOT_SUPPORTED: () => invalid('file type not supported', ['attachments.file']),
	FILE_CONTENT_MISMATCH: () => invalid('file does not match its announced size or checksum', ['attachments.file']),
	FILE_NOT_AVAILABLE: () => invalid('file is not available', ['attachments.file']),
	NO_ROOM_FOR_FILES: () => refuse(507, 'The server has no room for files'),

	// It passes, so clients repeat the message: also one whose first attempt was cut.
	TOO_MANY_MESSAGES: () => new RetryLater(FLOOD_PAUSE),
	MESSAGE_BLANK: () => invalid("Content can't be blank", ['content']),
	STREAM_OVER: () => invalid('Message is not being written', ['id']),
	STREAM_POSITION: ({ position }) =>
		new HttpError(409, { message: `The text ends at ${position}`, attributes: ['position'], position }),
	STREAM_TOO_LONG: ({ maximum }) => invalid(`Content is too long (maximum is ${maximum} characters)`, ['content']),
	STREAM_PIECES: ({ maximum }) => invalid(`Content has too many pieces (maximum is ${maximum})`, ['content']),
	// An empty body: with one, clients would take the session for forgotten (docs/wire.md, Errors).
	CONVERSATION_UNKNOWN: () => new HttpError(404),
	CONVERSATION_RESOLVED: () => invalid('Conversation is resolved: start a new one', ['base']),
	CONTENT_TYPE_UNKNOWN: ({ contentType }) => refuse(422, `'${contentType}' is not a valid content_type`),
	ITEMS_MISSING: () => invalidItems('At least one item is required.'),
	ITEM_KEYS_UNKNOWN: ({ keys }) => invalidItems(`contains invalid keys for items : ${symbols(keys)}`),
	ACTIONS_MISSING: () => invalidItems('contains items missing actions'),
	ACTION_KEYS_UNKNOWN: ({ keys }) => invalidItems(`contains invalid keys for actions : ${symbols(keys)}`),
	ITEMS_INVALID: ({ issues }) =>
		invalidItems(issues.map(({ path, message }) => `${path ?? 'items'}: ${message}`).join(', ')),

	MAIL_SET_BY_ENVIRONMENT: ({ setting }) =>
		invalid(`${setting} is set in the server's environment, which wins`, [setting]),
	MAIL_HOST_PRIVATE: ({ name, host }) => invalid(`Host ${host} is in the server's own network`, [`${name}.private`]),
	MAIL_PASSWORD_MISSING: ({ name }) =>
		invalid("Password can't be blank for another server or user", [`${name}.password`]),
	MAIL_IN_CLEAR: ({ name }) => invalid('Security is needed for a password', [`${name}.security`]),

	CHANGE_TOO_LATE: () => invalid('Message is too old to be changed', ['id']),

	NO_QUESTION: () => invalid('Message asks nothing', ['id']),
	EMAIL_INVALID: () => invalid('Email is invalid', ['email']),
	ANSWER_INVALID: ({ issue }) => invalidAnswer(sentence(issue)),
	ANSWER_NOT_OFFERED: () => invalidAnswer('is none of the items'),
	ANSWER_TOO_LONG: ({ maximum }) => invalidAnswer(`is too long (maximum is ${maximum} characters)`),
	FIELD_UNKNOWN: ({ field }) => invalidAnswer(`has an unknown field ${field}`),
	FIELD_MISSING: ({ field }) => invalidAnswer(`lacks the field ${field}`),
	FIELD_NO_EMAIL: ({ field }) => invalidAnswer(`has no email address in ${field}`),
	FIELD_NOT_OFFERED: ({ field }) => invalidAnswer(`has none of the options in ${field}`),
	SURVEY_OVER: ({ days }) => refuse(422, `You cannot update the CSAT survey after ${days} days`),

	NO_CALL: () => refuse(422, 'Invalid message type. Action not permitted'),
	CALL_REFUSED: ({ answer, status }) =>
		new HttpError(422, { error: answer ?? 'The call provider does not answer', error_code: status }),

	IDENTITY_UNPROVEN: () => refuse(401, 'HMAC failed: Invalid Identifier Hash Provided'),
	IDENTITY_EXPIRED: identityExpired,
	CAPTCHA_REQUIRED: () => refuse(403, 'Pass the captcha before the first message', 'CAPTCHA_REQUIRED'),
	CAPTCHA_REFUSED: () => refuse(403, "The captcha's proof was refused", 'CAPTCHA_REFUSED'),
	EMAIL_CODE_CLOSED: () => refuse(403, 'Codes by email are not offered here', 'EMAIL_CODE_CLOSED'),
	EMAIL_CODE_WRONG: () => refuse(422, 'Code is wrong', 'EMAIL_CODE_WRONG'),
	EMAIL_CODE_OVER: () => refuse(422, 'Code has expired: ask for another one', 'EMAIL_CODE_OVER'),
	IDENTIFIER_TOO_LONG: ({ maximum }) =>
		invalid(`Identifier is too long (maximum is ${maximum} characters)`, ['identifier']),
	PHONE_INVALID: () => invalid('Phone number should be in e164 format', ['phone_number']),
	CONTACT_TAKEN: ({ by }) => invalid(`${FACT_LABELS[by]} has already been taken`, [by]),
	SOURCE_TAKEN: () => invalid('Source id has already been taken', ['source_id']),
	CONTACT_ELSEWHERE: () =>
		invalid('Contact writes in inboxes that you do not see: an administrator can do this', ['base']),
	PROFILE_CLOSED: () => refuse(403, 'Visitors cannot change their profile', 'PROFILE_UPDATE_DISABLED'),
	ALREADY_EXPIRED: () => invalid('Expires at must be in the future', ['expires_at']),
	TEAM_TAKEN: () => invalid('Name has already been taken', ['name']),
	LABEL_TAKEN: () => invalid('Title has already been taken', ['title']),
	AGENT_EXISTS: () => invalid('User has already been taken', ['user_id']),
	AGENT_ELSEWHERE: () =>
		invalid('User is in another account of this server: its operator can add them to this one', ['user_id']),
	AGENT_SHARED: () =>
		invalid('User is in another account of this server, too: names and email cannot be changed here', ['user_id']),
	AGENT_EMAIL_TAKEN: () => invalid('Email has already been taken', ['email']),
	LAST_ADMINISTRATOR: () => invalid('The account needs an administrator', ['base']),
	ACCESS_ENDED: signInFirst,
	PASSWORD_NOT_PROVEN: () => refuse(422, 'Invalid current password'),
	PASSWORD_TOO_SHORT: ({ minimum }) =>
		invalid(`Password is too short (minimum is ${minimum} characters)`, ['password']),
	PASSWORD_TOO_LONG: ({ maximum }) => invalid(`Password is too long (maximum is ${maximum} characters)`, ['password']),
	PASSWORD_GUESSABLE: () => invalid('Password is too easy to guess', ['password']),
	TOO_MANY: ({ things, maximum }) => invalid(`There are too many ${things} (maximum is ${maximum})`, ['base']),
	ATTRIBUTE_KEY_RESERVED: () => invalid('Attribute key is reserved', ['attribute_key']),
	ATTRIBUTE_KEY_TAKEN: () => invalid('Attribute key has already been taken', ['attribute_key']),
	SHORT_CODE_TAKEN: () => invalid('Short code has already been taken', ['short_code']),
	FILTER_KEY_UNKNOWN: ({ key, keys }) =>
		refuse(
			422,
			`Invalid attribute key - [${key}]. The key should be one of [${keys.join(',')}] or a custom attribute defined in the account.`,
		),
	FILTER_OPERATOR_UNKNOWN: ({ key, operators }) =>
		refuse(422, `Invalid operator. The allowed operators for ${key} are [${operators.join(',')}].`),
	FILTER_VALUES_INVALID: ({ key }) => refuse(422, `Invalid value. The values provided for ${key} are invalid`),
	FILTER_JOIN_UNKNOWN: () => refuse(422, 'Query operator must be either "AND" or "OR".'),
	FILTER_TOO_LARGE: ({ maximum }) => invalid(`Query is too large (maximum is ${maximum} bytes)`, ['query']),
	ATTRIBUTES_TOO_LARGE: ({ kind, maximum }) =>
		invalid(`${ATTRIBUTE_LABELS[kind]} are too large (maximum is ${maximum} bytes)`, [kind]),
	ATTRIBUTE_TEXT_TOO_LONG: ({ key, maximum }) =>
		invalid(`Custom attributes ${key} length should be < ${maximum}`, ['custom_attributes']),
	ATTRIBUTE_NUMBER_TOO_LARGE: ({ key, maximum }) =>
		invalid(`Custom attributes ${key} value should be < ${maximum}`, ['custom_attributes']),

	PUBLIC_KEY_INVALID: () =>
		invalid('Identity public keys must be RSA keys of at least 2048 bits, or keys of the curve P-256', [
			'identity_public_keys',
		]),
	CAPTCHA_INCOMPLETE: ({ missing }) =>
		invalid('Captcha needs captcha_provider, captcha_site_key and captcha_secret, or none of them', [...missing]),
	TEXT_INVALID: ({ locale, id, problem }) => invalid(`Texts in ${locale}: "${id}" ${problem}`, ['texts']),
	WEBSITE_EMAIL_TAKEN: () => invalid('Email has already been taken', ['email']),
	TEXTS_TOO_LARGE: ({ maximum, bytes }) =>
		invalid(`Texts are too large (maximum is ${maximum} texts of ${bytes} bytes)`, ['texts']),
	TRANSLATION_INVALID: ({ locale, path, problem }) =>
		invalid(`Translations into ${locale}: ${path} ${problem}`, ['translations']),
	TRANSLATION_FILE_INVALID: () => invalid('File must be a PO file in a language of the chat', ['file']),
	TRANSLATIONS_TOO_LARGE: ({ bytes }) =>
		invalid(`Translations are too large (maximum is ${bytes} bytes)`, ['translations']),
	BOT_UNKNOWN: () => invalid('Agent bot must exist', ['agent_bot_id']),
	TEAM_UNKNOWN: ({ id }) => invalid(`Topics have a team ${id}, which the account does not have`, ['topics']),
	LABEL_UNKNOWN: ({ title }) => invalid(`Topics have a label ${title}, which the account does not have`, ['topics']),
	PORTAL_UNKNOWN: () => invalid('Portal must exist', ['portal_id']),
	BOT_WITHOUT_ADDRESS: ({ name }) => invalid(`Agent bot ${name} has no outgoing url`, ['agent_bot_id']),
	BOT_EXISTS: () => invalid('Name has already been taken', ['name']),
	BOT_ANSWERS: () => invalid('Outgoing url is needed while the bot answers in an inbox', ['outgoing_url']),
	WEBHOOK_EXISTS: () => invalid('Url has already been taken', ['url']),
	INBOX_UNKNOWN: () => invalid('Inbox must exist', ['inbox_id']),
	SENDER_UNKNOWN: () => invalid('Sender must exist', ['sender_id']),
	AUTHOR_UNKNOWN: () => invalid('Author must exist', ['author_id']),
	CATEGORY_UNKNOWN: () => invalid('Category must exist', ['category_id']),
	PAGE_PATTERN_INVALID: () => invalid('Url invalid', ['url']),
	SLUG_TAKEN: () => invalid('Slug has already been taken', ['slug']),
	LOCALE_NOT_OFFERED: ({ locale }) => invalid(`Locale ${locale} is not one of the portal's`, ['locale']),
	DEFAULT_LOCALE_NOT_OFFERED: () => invalid('Default locale must be one of the allowed ones', ['default_locale']),
	CONTENT_TOO_INTRICATE: () => invalid('Content has a paragraph that is too intricate', ['content']),
	ARTICLE_FILE_INVALID: ({ issue }) => invalid(sentence(issue), ['file']),
	ORIGINAL_UNKNOWN: notFound,
	ORIGINAL_IN_SAME_LOCALE: ({ locale }) =>
		invalid(`Associated article is in ${locale} too, and must be in another locale`, ['associated_article_id']),
	ARTICLE_IN_OTHER_LOCALE: () => invalid('Slug has already been taken', ['slug']),
};

const FACT_LABELS = { email: 'Email', identifier: 'Identifier', phone_number: 'Phone number' };

const ATTRIBUTE_LABELS = {
	custom_attributes: 'Custom attributes',
	additional_attributes: 'Additional attributes',
};

export function httpErrorOf({ reason }: Problem): HttpError | RetryLater {
	// TypeScript does not know that a reason fits the row of its code.
	return (HTTP_ERRORS[reason.code] as (reason: ProblemReason) => HttpError | RetryLater)(reason);
}

function invalidItems(rule: string): HttpError {
	return invalid(`Content attributes ${rule}`, ['content_attributes']);
}

function invalidAnswer(what: string): HttpError {
	return invalid(`Submitted values ${what}`, ['submitted_values']);
}

function sentence({ path, message }: Issue): string {
	return `${path ?? ''} ${message}`.trim();
}

/** Lists names as Chatwoot does, which is written in Ruby. */
function symbols(keys: readonly string[]): string {
	return `[${keys.map((key) => `:${key}`).join(', ')}]`;
}
