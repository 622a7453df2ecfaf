/** How the server sends mail (docs/application-api.md, Mail). Chatwoot has no such routes. */
import * as v from 'valibot';
import { MAIL_TEST_TIME } from '../base/limits.ts';
import { accountParams } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

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
	/** What the server's operator still has to set. */
	missing: v.array(v.picklist(MAIL_SETTINGS)),
});
export type MailSetup = v.InferOutput<typeof MailSetup>;

export const TestMailOutcome = v.object({
	/** `refused`: by the mail server; `unreachable`: it has not answered. */
	outcome: v.picklist(['sent', 'refused', 'unreachable']),
	/**
	 * What the mail server said, or what failed on the way to it; null where the mail was sent, and
	 * where nothing is known.
	 */
	reason: v.nullable(v.string()),
});
export type TestMailOutcome = v.InferOutput<typeof TestMailOutcome>;

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
