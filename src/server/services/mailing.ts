import type { MailRecord, MailSetup } from '#protocol/application/mailRoutes.ts';
import type { SecretKeys } from '../base/secretKey.ts';
import type { MailChangeOptions } from '../domain/receivers/changeMail.ts';
import type { MailLinks } from '../domain/people/mailLinks.ts';
import type { Mailer } from '../mail/mailer.ts';
import { readMailSetup } from '../mail/mailSetup.ts';
import { readCurrentMail, type CurrentMail, type MailEnvironment } from '../mail/servers/currentMail.ts';
import type { Configuration } from '../store/configuration.ts';
import type { StoredMailSettings } from '../store/receivers/mailSettings.ts';
import type { Store } from '../store/store.ts';

/** What routes and jobs need of mail. What may wait for the mail server is a delivery. */
export interface Mailing {
	/** For what is sent by one attempt at once. */
	mailer: Pick<Mailer, 'send'>;
	/** How mail is set up now; a change by any process or command applies from the next call on. */
	readMail: () => Promise<MailNow>;
	mailChanges: MailChangeOptions;
	/** Asks DNS for what the sender's domain needs. */
	checkMailRecords: () => Promise<MailRecord[]>;
	mailLinks: MailLinks;
}

export interface MailNow extends CurrentMail {
	setup: Omit<MailSetup, 'stored'>;
	stored: StoredMailSettings;
	/** Whether mail is sent, or, in the try-out, becomes files. */
	isSent: boolean;
	/**
	 * Whether links to this server can be mailed: there is a mail server, and it is known where
	 * browsers reach this one.
	 */
	mailsLinks: boolean;
}

interface MailReaderOptions {
	store: Store;
	readConfiguration: () => Promise<Configuration>;
	environment: MailEnvironment;
	secretKeys: SecretKeys;
	facts: Parameters<typeof readMailSetup>[1];
}

/** While nothing is changed, a call takes one short statement. */
export function createMailReader({
	store,
	readConfiguration,
	environment,
	secretKeys,
	facts,
}: MailReaderOptions): () => Promise<MailNow> {
	let known: MailNow | undefined;
	return async () => {
		const stored = await (await readConfiguration()).mailSettings(store);
		if (known?.stored !== stored) {
			const current = readCurrentMail(environment, stored, secretKeys);
			const setup = readMailSetup(current, facts);
			known = {
				...current,
				stored,
				setup,
				isSent: setup.transport !== 'none',
				// A link that followed the host named by the request would give its code to that
				// host.
				mailsLinks: current.smtp !== undefined && facts.publicUrl !== '',
			};
		}
		return known;
	};
}
