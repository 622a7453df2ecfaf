/** Sends mail as it is set up at that moment, by any process or command. */
import { createMailer, type MailerOptions } from './createMailer.ts';
import { MailError } from './mailError.ts';
import type { Mailer } from './mailer.ts';
import type { CurrentMail } from './servers/currentMail.ts';

export function createFollowingMailer(
	readCurrent: () => Promise<CurrentMail>,
	fixed: Omit<MailerOptions, 'smtp' | 'from' | 'dkim'>,
): Mailer {
	let known: { of: string; mailer: Mailer } | undefined;

	const follow = async (): Promise<Mailer> => {
		const { smtp, from, dkim } = await readCurrent();
		const of = JSON.stringify([smtp, from, dkim]);
		if (known?.of !== of) {
			known?.mailer.close();
			known = { of, mailer: createMailer({ ...fixed, smtp, from, dkim }) };
		}
		return known.mailer;
	};

	return {
		async send(mail) {
			const mailer = await follow().catch((cause: unknown) => {
				throw new MailError('UNAVAILABLE', { cause });
			});
			return mailer.send(mail);
		},
		close: () => known?.mailer.close(),
	};
}
