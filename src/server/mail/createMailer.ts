import { createFolderMailer } from './folderMailer.ts';
import type { Mailer } from './mailer.ts';
import type { DkimKey } from './readDkimKey.ts';
import { createSmtpMailer } from './smtpMailer.ts';

export interface MailerOptions {
	/**
	 * `smtp://` or `smtps://`, with credentials; undefined writes mails as files into the data
	 * folder.
	 */
	smtpUrl: string | undefined;
	/** Sender of every mail, such as `Support <support@shop.example>`. */
	from: string;
	/** Address for bounces of what goes by SMTP; undefined: the sender's. */
	bouncesTo?: string | undefined;
	dataDir: string;
	/** Signs every mail, if there is one. */
	dkim?: DkimKey | undefined;
}

export function createMailer({ smtpUrl, from, bouncesTo, dataDir, dkim }: MailerOptions): Mailer {
	return smtpUrl === undefined
		? createFolderMailer({ dataDir, from })
		: createSmtpMailer({ url: smtpUrl, from, bouncesTo, dkim });
}
