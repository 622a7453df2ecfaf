/**
 * How the settings have mail sent, and which of them are missing: for administrators at the desk,
 * and for `doctor`.
 */
import type { MailSetting, MailSetup } from '#protocol/application/mailRoutes.ts';
import type { MailerOptions } from './createMailer.ts';

type Sending = Pick<MailerOptions, 'smtpUrl' | 'from'> & {
	/** Address at which browsers reach the server; '' when it is not known. */
	publicUrl: string;
};

interface MailSettings extends Sending, Pick<MailerOptions, 'dkim'> {
	/** Whether mails become files where there is no mail server. */
	isDemo: boolean;
	/** Milliseconds after which a visitor who has left is mailed unread answers. */
	pause: number;
}

/** Of the mail server only its name and port: neither user nor password. */
export function readMailSetup({ dkim, isDemo, pause, ...sending }: MailSettings): MailSetup {
	const { smtpUrl, from } = sending;
	const address = smtpUrl === undefined ? undefined : new URL(smtpUrl);
	return {
		transport: address ? 'smtp' : isDemo ? 'files' : 'none',
		host: address?.hostname ?? null,
		port: address ? portOf(address) : null,
		sender: from,
		dkim_domain: dkim?.domainName ?? null,
		pause: pause / 1000,
		missing: listMissing(sending),
	};
}

/** The port that nodemailer takes. */
function portOf({ protocol, port }: URL): number {
	return Number(port) || (protocol === 'smtps:' ? 465 : 587);
}

/** Without `PUBLIC_URL` no mail has links, so that only transcripts are sent. */
export function listMissing({ smtpUrl, from, publicUrl }: Sending): MailSetting[] {
	const missing: MailSetting[] = [];
	if (smtpUrl === undefined) missing.push('SMTP_URL');
	// The default's domain: other mail servers refuse such a sender.
	if (/@localhost>?$/i.test(from)) missing.push('MAIL_FROM');
	if (publicUrl === '') missing.push('PUBLIC_URL');
	return missing;
}
