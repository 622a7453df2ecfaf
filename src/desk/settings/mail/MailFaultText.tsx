import { useLingui } from '@lingui/react/macro';
import type { MailFault } from '#protocol/application/mailRoutes.ts';

/** What is wrong with a mail server, and below it what that has said. */
export function MailFaultText({ fault, reason }: { fault: MailFault; reason: string | null }) {
	const { t } = useLingui();
	const unreached = t`The mail server could not be reached.`;
	const texts: Record<MailFault, string> = {
		HOST_NOT_FOUND: t`There is no server of this name.`,
		HOST_PRIVATE: t`Servers in the server’s own network are not allowed.`,
		NOT_CONNECTED: unreached,
		TIMED_OUT: t`The mail server does not answer in time.`,
		TLS_FAILED: t`The connection could not be encrypted.`,
		SIGN_IN_REFUSED: t`The mail server refuses user name or password.`,
		SENDER_REFUSED: t`The mail server refuses this sender.`,
		RECIPIENT_REFUSED: t`The mail server has refused the email.`,
		FOLDER_MISSING: t`The mailbox cannot be read.`,
		PASSWORD_UNREADABLE: t`The stored password cannot be read any more. Enter it again.`,
		OTHER: t`That did not work. Try again.`,
	};
	return (
		<>
			<p>{texts[fault]}</p>
			{reason !== null && (
				<p dir="ltr">
					<code>{reason}</code>
				</p>
			)}
		</>
	);
}
