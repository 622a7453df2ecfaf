/** The sentence that a command prints for each refusal of the domain. */
import type { EditReason, Problem, ProblemCode, ProblemReason, ReasonOf } from '../base/problem.ts';

type EditCode = EditReason['code'] | 'NOT_FOUND';

const SENTENCES: { [C in EditCode]: (reason: ReasonOf<C>) => string } = {
	NOT_FOUND: () => 'What the command names does not exist, or belongs to another account',
	MAIL_SET_BY_ENVIRONMENT: ({ setting }) => `${setting} is set in the environment, which wins: change it there`,
	MAIL_HOST_PRIVATE: ({ host }) =>
		`${host} is in the server's own network: set it by SMTP_URL or IMAP_URL, or allow such addresses by PRIVATE_WEBHOOKS`,
	MAIL_PASSWORD_MISSING: ({ name }) => `--${name}-user needs a password, on standard input`,
	MAIL_IN_CLEAR: ({ name }) => `--${name}-security none would send the password in the clear: use tls or starttls`,
	INBOX_UNKNOWN: () => 'The channel belongs to another account',
	SENDER_UNKNOWN: () => 'The sender is no agent of the account',
	AUTHOR_UNKNOWN: () => 'The author is no agent of the account',
	CATEGORY_UNKNOWN: () => 'The portal has no such category in that language',
	PAGE_PATTERN_INVALID: () => '--url is no URL pattern',
	SLUG_TAKEN: ({ slug }) => `The name ${slug} is taken: choose another`,
	LOCALE_NOT_OFFERED: ({ portal, locale }) => `Portal ${portal} has no articles in ${locale}: see set-portal --locales`,
	DEFAULT_LOCALE_NOT_OFFERED: () => '--locales must have the language in which readers arrive',
	CONTENT_TOO_INTRICATE: () => 'The article has a paragraph that is too intricate',
	LABEL_TAKEN: ({ title }) => `There is a label ${title} already`,
	TEAM_TAKEN: ({ name }) => `There is a team ${name} already`,
	AGENT_EXISTS: () => 'There is an agent with this address already',
	LAST_ADMINISTRATOR: () =>
		'They are the only administrator: give that role to another agent first, by set-agent --role administrator',
	PASSWORD_TOO_SHORT: ({ minimum }) =>
		`A password has at least ${minimum} characters: a few words are easy to remember`,
	PASSWORD_TOO_LONG: ({ maximum }) => `A password has at most ${maximum} characters`,
	PASSWORD_GUESSABLE: () => 'This password is easy to guess: choose another one',
	TOO_MANY: ({ things, maximum }) => `There are ${maximum} ${things} already: first remove one`,
	ATTRIBUTE_KEY_RESERVED: () =>
		'The key is reserved: all contacts, or all conversations, have something of that name anyway, or nothing can have it',
	ATTRIBUTE_KEY_TAKEN: () => 'There is an attribute with that key already',
	SHORT_CODE_TAKEN: ({ shortCode }) => `There is a canned response ${shortCode} already`,
	SESSION_UNKNOWN: ({ id }) => `The agent has no session ${id}: see list-sessions`,
	PUBLIC_KEY_INVALID: () => '--identity-public-key is no RSA key of at least 2048 bits, and no key of the curve P-256',
	CAPTCHA_INCOMPLETE: () =>
		'A captcha needs --captcha, --captcha-site-key and --captcha-secret together; --captcha none turns it off',
	TEXT_INVALID: ({ locale, id, problem }) => `--texts: in ${locale}, "${id}" ${problem} (docs/texts.md)`,
	TEXTS_TOO_LARGE: ({ maximum, bytes }) => `--texts: there may be ${maximum} texts of ${bytes} bytes together`,
	WEBSITE_EMAIL_TAKEN: () => '--email: another website has that address',
	TRANSLATION_INVALID: ({ locale, path, problem }) =>
		`--translations: in ${locale}, ${path} ${problem} (docs/guide/languages.md)`,
	TRANSLATION_FILE_INVALID: () => '--file is no PO file in a language of the chat: its header says “Language: de”',
	TRANSLATIONS_TOO_LARGE: ({ bytes }) => `--translations: there may be ${bytes} bytes of them`,
	BOT_UNKNOWN: () => 'The account has no such bot',
	TEAM_UNKNOWN: ({ id }) => `There is no team with the id ${id}: see list-teams`,
	LABEL_UNKNOWN: ({ title }) => `There is no label ${title}: see list-labels and create-label`,
	PORTAL_UNKNOWN: () => 'The account has no such portal',
	BOT_WITHOUT_ADDRESS: ({ name }) =>
		`Bot ${name} has no address and would leave visitors without an answer: set-bot --name ${JSON.stringify(name)} --url <https://…> gives it one`,
	BOT_EXISTS: ({ name }) => `There is a bot ${name} already`,
	BOT_ANSWERS: ({ name }) =>
		`Bot ${name} answers first in a channel and would hear of nothing: first change that with set-channel --bot none`,
	WEBHOOK_EXISTS: ({ url }) => `There is a webhook ${url} already`,
	ARTICLE_FILE_INVALID: ({ file, issue: { path, message } }) =>
		`${file}: ${path === null ? message : `${path} ${message}`}`,
	ORIGINAL_UNKNOWN: ({ slug }) => `There is no article ${slug} that it could translate`,
	ORIGINAL_IN_SAME_LOCALE: ({ slug, locale }) =>
		`Article ${slug} is in ${locale} itself: say with --locale which language it is translated into`,
	ARTICLE_IN_OTHER_LOCALE: ({ slug, locale, wanted }) =>
		`Article ${slug} exists in ${locale}: give the one in ${wanted} a slug of its own, such as "slug: ${slug}-${wanted}"`,
};

/** Undefined for refusals that no command can cause. */
export function sentenceOf({ reason }: Problem): string | undefined {
	// TypeScript does not know that a reason fits the sentence of its code.
	const sentences: Partial<Record<ProblemCode, (reason: never) => string>> = SENTENCES;
	return (sentences[reason.code] as ((reason: ProblemReason) => string) | undefined)?.(reason);
}
