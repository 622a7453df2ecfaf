/** Tries the servers of mail, and says what is wrong with them. */
import { MAIL_TEST_TIME } from '#protocol/base/limits.ts';
import type { MailboxCheck, TestMailOutcome } from '#protocol/application/mailRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import type { Mail } from '../../mail/mail.ts';
import { MailError } from '../../mail/mailError.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { openMailbox } from '../../mail/received/mailbox.ts';
import { MailboxError, readMailFault } from '../../mail/servers/mailFault.ts';
import type { MailboxServer } from '../../mail/servers/mailServer.ts';
import { readMailTrouble } from '../../mail/servers/mailTrouble.ts';

/** Opens the mailbox, and closes it again. */
export async function checkMailbox(server: MailboxServer): Promise<MailboxCheck> {
	const opening = openMailbox(server);
	// Also where nobody waits for it any more.
	opening.then(
		(client) => client.close(),
		() => undefined,
	);
	try {
		await withTimeout(MAIL_TEST_TIME, opening);
		return { fault: null, reason: null };
	} catch (error) {
		if (!(error instanceof Problem) && !(error instanceof MailboxError)) throw error;
		return { fault: readMailFault(error), reason: error instanceof MailboxError ? error.message : null };
	}
}

/** Sends the mail, by one attempt. */
export async function attemptMail(mailer: Pick<Mailer, 'send'>, mail: Mail): Promise<TestMailOutcome> {
	try {
		await withTimeout(MAIL_TEST_TIME, mailer.send(mail));
		return { outcome: 'sent', fault: null, reason: null };
	} catch (error) {
		const fault = readMailFault(error);
		if (error instanceof Problem) return { outcome: 'unreachable', fault, reason: null };
		if (!(error instanceof MailError)) throw error;
		if (error.code === 'INVALID_ADDRESS') return { outcome: 'refused', fault, reason: error.message };
		const { hasAnswered, why } = readMailTrouble(error.cause);
		return { outcome: hasAnswered ? 'refused' : 'unreachable', fault, reason: why };
	}
}
