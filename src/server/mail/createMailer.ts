import { createFolderMailer } from './folderMailer.ts';
import { MailError } from './mailError.ts';
import type { Mailer } from './mailer.ts';
import type { CurrentMail } from './servers/currentMail.ts';
import { PasswordUnreadableError } from './servers/mailFault.ts';
import { isUnreadable } from './servers/mailServer.ts';
import { createSmtpMailer } from './smtpMailer.ts';

export interface MailerOptions {
	/**
	 * Undefined writes mails as files into the data folder. Nothing is sent while the password
	 * cannot be read, and mails wait.
	 */
	smtp: CurrentMail['smtp'];
	/** Sender of every mail, such as `Support <support@shop.example>`. */
	from: string;
	/** Address for bounces of what goes by SMTP; undefined: the sender's. */
	bouncesTo?: string | undefined;
	dataDir: string;
	/** Signs what goes by SMTP. */
	dkim?: CurrentMail['dkim'];
}

export function createMailer({ smtp, from, bouncesTo, dataDir, dkim }: MailerOptions): Mailer {
	if (smtp === undefined) return createFolderMailer({ dataDir, from });
	if (isUnreadable(smtp)) return UNREADABLE;
	return createSmtpMailer({ server: smtp, from, bouncesTo, dkim: dkim === 'unreadable' ? undefined : dkim });
}

const UNREADABLE: Mailer = {
	async send() {
		throw new MailError('UNAVAILABLE', { cause: new PasswordUnreadableError() });
	},
	close: () => undefined,
};
