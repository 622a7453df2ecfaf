/** How the server sends mail (docs/application-api.md, Mail). Chatwoot has no such routes. */
import * as v from 'valibot';
import { maxCharacters } from '../base/characters.ts';
import { EMAIL_MAX, MAIL_RECORDS_TIME, MAIL_TEST_TIME } from '../base/limits.ts';
import { accountParams } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

/**
 * How a connection is encrypted: from its beginning, by STARTTLS before anything else is said, or
 * not at all.
 */
export const MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** What can be set at the desk, or by the server's environment, which then wins. */
export const MAIL_PARTS = ['sender', 'reply_to', 'smtp', 'imap', 'dkim'] as const;
export type MailPart = (typeof MAIL_PARTS)[number];

const HOST_MAX = 253;
const SENDER_MAX = 320;
const SECRET_MAX = 1_000;

const oneLine = (maximum: number) =>
	v.pipe(
		v.string(),
		v.trim(),
		v.minLength(1, "can't be blank"),
		maxCharacters(maximum, `is too long (maximum is ${maximum} characters)`),
		v.check((text) => !/\p{Cc}/u.test(text), 'must be one line'),
	);

const serverFields = {
	/** Its name, or its IP address. */
	host: v.pipe(
		oneLine(HOST_MAX),
		v.regex(/^[^\s/@?#\\<>"'[\]]+$/u, 'must be the name of a server, such as smtp.provider.example'),
	),
	port: v.pipe(
		v.number(),
		v.integer(),
		v.minValue(1, 'must be at least 1'),
		v.maxValue(65_535, 'must be at most 65535'),
	),
	security: v.picklist(MAIL_SECURITIES),
	/** Who signs in; null: nobody does. */
	user: v.nullable(oneLine(SENDER_MAX)),
};

const folder = oneLine(255);

/** A mail server as it was set. The password is never told. */
const storedServer = v.object({
	host: v.string(),
	port: v.number(),
	security: v.picklist(MAIL_SECURITIES),
	user: v.nullable(v.string()),
	has_password: v.boolean(),
});

export const StoredMail = v.object({
	sender: v.nullable(v.string()),
	reply_to: v.nullable(v.string()),
	smtp: v.nullable(storedServer),
	imap: v.nullable(v.object({ ...storedServer.entries, folder: v.string() })),
	/** The key that signs mails, without the key itself. */
	dkim: v.nullable(v.object({ selector: v.string() })),
});
export type StoredMail = v.InferOutput<typeof StoredMail>;

const changedServer = v.object({
	...serverFields,
	/** Absent: the one that is stored, while host, port, security and user stay. */
	password: v.optional(
		v.pipe(v.string(), v.maxLength(SECRET_MAX, `is too long (maximum is ${SECRET_MAX} characters)`)),
	),
});
export type ChangedMailServer = v.InferOutput<typeof changedServer>;

/** One address, with or without a name before it, in which nothing can end the header. */
const SENDER =
	/^(?:[^<>",;:\\()]* )?<[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+>$|^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/u;

/** A name in DNS: letters, digits, and dashes between them; also several, with dots between. */
const SELECTOR = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/;

/** Absent parts stay as they are; null: it is not set. */
export const MailChange = v.partial(
	v.object({
		sender: v.nullable(
			v.pipe(oneLine(SENDER_MAX), v.regex(SENDER, 'must be an address, such as Shop <chat@shop.example>')),
		),
		reply_to: v.nullable(v.pipe(oneLine(EMAIL_MAX), v.email('must be an address, such as reply@shop.example'))),
		smtp: v.nullable(changedServer),
		imap: v.nullable(v.object({ ...changedServer.entries, folder: v.optional(folder, 'INBOX') })),
		/**
		 * A key of this name signs mails for the sender's domain. It is made, unless it is the one
		 * that is stored.
		 */
		dkim: v.nullable(
			v.object({
				selector: v.pipe(
					v.string(),
					v.trim(),
					v.toLowerCase(),
					v.maxLength(63, 'is too long (maximum is 63 characters)'),
					v.regex(SELECTOR, 'must be letters and digits, such as chat'),
				),
			}),
		),
	}),
);
export type MailChange = v.InferOutput<typeof MailChange>;

/** Settings of the server without which some mail is not sent, or does not arrive. */
const MAIL_SETTINGS = ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'] as const;
export type MailSetting = (typeof MAIL_SETTINGS)[number];

export const MailSetup = v.object({
	/**
	 * `smtp`: by a mail server; `files`: as files in the server's data folder, in the try-out;
	 * `none`: not at all.
	 */
	transport: v.picklist(['smtp', 'files', 'none']),
	/** The mail server's name or address; null where there is none. */
	host: v.nullable(v.string()),
	port: v.nullable(v.number()),
	/** Sender of every mail, such as `Support <support@shop.example>`. */
	sender: v.string(),
	/** The domain whose key signs every mail (DKIM); null where mails are not signed. */
	dkim_domain: v.nullable(v.string()),
	/** Seconds after which a visitor who has left is mailed what is unread. */
	pause: v.number(),
	/** Address to which visitors answer mails; null: answers are not read. */
	reply_to: v.nullable(v.string()),
	/** The mailbox from which answers are fetched; null: none is read. */
	mailbox: v.nullable(v.object({ host: v.string(), port: v.number() })),
	/** What still has to be set, by the names of the environment. */
	missing: v.array(v.picklist(MAIL_SETTINGS)),
	/** What the server's environment sets: it wins, and cannot be changed here. */
	from_environment: v.array(v.picklist(MAIL_PARTS)),
	/** What was stored encrypted and cannot be read any more, since `SECRET_KEY` is another. */
	unreadable: v.array(v.picklist(['smtp', 'imap', 'dkim'])),
	/** What was set here; null where the server has several accounts, so that nobody may. */
	stored: v.nullable(StoredMail),
});
export type MailSetup = v.InferOutput<typeof MailSetup>;

/** Why a mail server does not do what it should. */
export const MAIL_FAULTS = [
	/** There is no server of that name. */
	'HOST_NOT_FOUND',
	/** It is in the server's own network (`PRIVATE_WEBHOOKS`). */
	'HOST_PRIVATE',
	/** Nothing answers at that port, or the connection has ended. */
	'NOT_CONNECTED',
	'TIMED_OUT',
	/** It offers no encryption, or a certificate that is not valid. */
	'TLS_FAILED',
	/** User or password are wrong, or missing. */
	'SIGN_IN_REFUSED',
	'SENDER_REFUSED',
	'RECIPIENT_REFUSED',
	/** Of a mailbox. */
	'FOLDER_MISSING',
	/** The stored password cannot be read any more, since `SECRET_KEY` is another. */
	'PASSWORD_UNREADABLE',
	/** Something else, as `reason` says. */
	'OTHER',
] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

export const TestMailOutcome = v.object({
	/** `refused`: by the mail server; `unreachable`: it has not answered. */
	outcome: v.picklist(['sent', 'refused', 'unreachable']),
	/** Null where the mail was sent. */
	fault: v.nullable(v.picklist(MAIL_FAULTS)),
	/**
	 * What the mail server said, or what failed on the way to it; null where the mail was sent, and
	 * where nothing is known.
	 */
	reason: v.nullable(v.string()),
});
export type TestMailOutcome = v.InferOutput<typeof TestMailOutcome>;

export const MailboxCheck = v.object({
	/** Null where the mailbox could be opened. */
	fault: v.nullable(v.picklist(MAIL_FAULTS)),
	/** What the mail server said, or what failed on the way to it; null where nothing is known. */
	reason: v.nullable(v.string()),
});
export type MailboxCheck = v.InferOutput<typeof MailboxCheck>;

export const MailRecord = v.object({
	/** What it is for: who sends for the domain, how mails are signed, or what receivers do. */
	kind: v.picklist(['spf', 'dkim', 'dmarc']),
	/** Its name in DNS, such as `_dmarc.shop.example`. */
	name: v.string(),
	type: v.literal('TXT'),
	/** What it should say. Where there is another one, that is part of it, or as good. */
	value: v.string(),
	/**
	 * `different`: DNS has something else, or several records where there may be one; `unknown`:
	 * DNS could not be asked.
	 */
	state: v.picklist(['found', 'missing', 'different', 'unknown']),
	/** What DNS has. */
	found: v.array(v.string()),
	/** Why DNS could not be asked; null otherwise. */
	reason: v.nullable(v.string()),
});
export type MailRecord = v.InferOutput<typeof MailRecord>;

export const MailRecords = v.object({
	/** Empty where no sender is set. SPF is left out where it is not known from where mails go. */
	records: v.array(MailRecord),
});
export type MailRecords = v.InferOutput<typeof MailRecords>;

const MAIL = '/api/v1/accounts/:account_id/mail';

export const mailRoutes = {
	showMailSetup: {
		method: 'GET',
		path: MAIL,
		role: 'administrator',
		summary: 'How the server sends mail, by its settings',
		params: accountParams,
		response: MailSetup,
	},
	changeMail: {
		method: 'PATCH',
		path: MAIL,
		role: 'administrator',
		summary: 'Changes how the server sends and fetches mail, where it has one account',
		params: accountParams,
		body: MailChange,
		response: MailSetup,
	},
	checkMailbox: {
		method: 'POST',
		path: `${MAIL}/check_mailbox`,
		role: 'administrator',
		summary: 'Opens the mailbox from which answers are fetched, and says what is wrong',
		params: accountParams,
		response: MailboxCheck,
		answerTime: MAIL_TEST_TIME + 5_000,
	},
	listMailRecords: {
		method: 'GET',
		path: `${MAIL}/records`,
		role: 'administrator',
		summary: 'What the DNS of the sender’s domain should say, and whether it does',
		params: accountParams,
		response: MailRecords,
		answerTime: MAIL_RECORDS_TIME + 5_000,
	},
	sendTestMail: {
		method: 'POST',
		path: `${MAIL}/test`,
		role: 'administrator',
		summary: 'Mails the caller a test, by one attempt, and says what became of it',
		params: accountParams,
		body: v.object({
			/** The language of the mail. */
			locale: v.optional(v.pipe(v.string(), v.maxLength(35))),
		}),
		response: TestMailOutcome,
		answerTime: MAIL_TEST_TIME + 5_000,
	},
} as const satisfies RouteTable;
