import type { MailSetup } from '#protocol/application/mailRoutes.ts';
import type { MailLinks } from '../domain/people/mailLinks.ts';
import type { Mailer } from '../mail/mailer.ts';

/** What routes and jobs need of mail. What may wait for the mail server is a delivery. */
export interface Mailing {
	/** For what is sent by one attempt at once. */
	mailer: Pick<Mailer, 'send'>;
	mailSetup: MailSetup;
	/**
	 * Whether links to this server can be mailed: there is a mail server, and it is known where
	 * browsers reach this one.
	 */
	mailsLinks: boolean;
	mailLinks: MailLinks;
	/** Address to which visitors answer; undefined: answers are not read. */
	mailReplyTo: string | undefined;
}
