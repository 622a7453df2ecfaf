/** How mail is sent and fetched, and tests of it (docs/application-api.md, Mail). */
import { randomUUID } from 'node:crypto';
import type { mailRoutes, MailSetup } from '#protocol/application/mailRoutes.ts';
import { mailboxOf } from '../../domain/contacts/mailAddress.ts';
import { changeMail } from '../../domain/receivers/changeMail.ts';
import { chooseLocale } from '../../language/translate.ts';
import { presentStoredMail } from '../../mail/mailSetup.ts';
import { isUnreadable } from '../../mail/servers/mailServer.ts';
import { testMail } from '../../mail/testMail.ts';
import type { Services } from '../../services/services.ts';
import { refuse } from '../routing/httpError.ts';
import { MAIL_RECORDS_LIMIT, MAILBOX_CHECK_LIMIT, TEST_MAIL_LIMIT } from '../routing/rateLimits.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { attemptMail, checkMailbox } from './testMailServers.ts';
import { takeQuota } from '../routing/takeQuota.ts';

export function mailHandlers({
	store,
	mailer,
	mailChanges,
	checkMailRecords,
	readMail,
	rateLimits,
}: Services): Handlers<typeof mailRoutes> {
	const show = async (): Promise<MailSetup> => {
		const { setup, stored } = await readMail();
		return { ...setup, stored: (await isShared()) ? null : presentStoredMail(stored) };
	};

	/** Whether administrators of one account would decide on the mail of another one. */
	const isShared = async (): Promise<boolean> => (await store.accounts.listIds()).length > 1;

	const requireOwn = async (): Promise<void> => {
		if (await isShared()) throw refuse(422, 'This server has several accounts: its operator sets up mail');
	};

	return {
		showMailSetup: show,

		async changeMail({ body }) {
			await requireOwn();
			await changeMail(store, body, mailChanges);
			return show();
		},

		async checkMailbox({ member }) {
			await requireOwn();
			const { imap } = await readMail();
			if (!imap) throw refuse(422, 'This server reads no mailbox');
			if (isUnreadable(imap)) return { fault: 'PASSWORD_UNREADABLE', reason: null };
			await takeQuota(rateLimits, { quota: MAILBOX_CHECK_LIMIT, who: mailboxOf(member.email) }, 1);
			return checkMailbox(imap);
		},

		async listMailRecords({ member }) {
			await takeQuota(rateLimits, { quota: MAIL_RECORDS_LIMIT, who: mailboxOf(member.email) }, 1);
			return { records: await checkMailRecords() };
		},

		async sendTestMail({ member, body: { locale } }) {
			if (!(await readMail()).isSent) throw refuse(422, 'This server sends no mail');
			await takeQuota(rateLimits, { quota: TEST_MAIL_LIMIT, who: mailboxOf(member.email) }, 1);
			const to = { name: member.name, address: member.email };
			return attemptMail(mailer, { ...testMail(chooseLocale(locale)), id: randomUUID(), to });
		},
	};
}
