/** How mail is sent, and a test of it (docs/application-api.md, Mail). */
import { randomUUID } from 'node:crypto';
import { MAIL_TEST_TIME } from '#protocol/base/limits.ts';
import type { mailRoutes, TestMailOutcome } from '#protocol/application/mailRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import { mailboxOf } from '../../domain/contacts/mailAddress.ts';
import { chooseLocale } from '../../language/translate.ts';
import type { Mail } from '../../mail/mail.ts';
import { MailError } from '../../mail/mailError.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { readMailTrouble } from '../../mail/mailTrouble.ts';
import { testMail } from '../../mail/testMail.ts';
import type { Services } from '../../services/services.ts';
import { refuse } from '../routing/httpError.ts';
import { TEST_MAIL_LIMIT } from '../routing/rateLimits.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { takeQuota } from '../routing/takeQuota.ts';

export function mailHandlers({ mailer, mailSetup, rateLimits }: Services): Handlers<typeof mailRoutes> {
	return {
		async showMailSetup() {
			return mailSetup;
		},

		async sendTestMail({ member, body: { locale } }) {
			if (mailSetup.transport === 'none') throw refuse(422, 'This server sends no mail');
			await takeQuota(rateLimits, { quota: TEST_MAIL_LIMIT, who: mailboxOf(member.email) }, 1);
			const to = { name: member.name, address: member.email };
			return attempt(mailer, { ...testMail(chooseLocale(locale)), id: randomUUID(), to });
		},
	};
}

async function attempt(mailer: Pick<Mailer, 'send'>, mail: Mail): Promise<TestMailOutcome> {
	try {
		await withTimeout(MAIL_TEST_TIME, mailer.send(mail));
		return { outcome: 'sent', reason: null };
	} catch (error) {
		if (error instanceof Problem) return { outcome: 'unreachable', reason: null };
		if (!(error instanceof MailError)) throw error;
		if (error.code === 'INVALID_ADDRESS') return { outcome: 'refused', reason: error.message };
		const { hasAnswered, why } = readMailTrouble(error.cause);
		return { outcome: hasAnswered ? 'refused' : 'unreachable', reason: why };
	}
}
