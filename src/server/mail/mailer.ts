import type { Mail } from './mail.ts';

/** Sends mail, by SMTP or into a folder (createMailer.ts). */
export interface Mailer {
	/**
	 * Makes one attempt: resolves when the mail has been handed over. Throws MailError and nothing
	 * else.
	 */
	send(mail: Mail): Promise<void>;
	close(): void;
}
