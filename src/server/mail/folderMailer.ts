/**
 * Used where no mail server is configured: each mail becomes a file that mail programs can open.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { randomToken } from '../base/randomToken.ts';
import { toMessage } from './mail.ts';
import { MailError } from './mailError.ts';
import type { Mailer } from './mailer.ts';

interface FolderMailerOptions {
	/**
	 * Mails are written into its folder `mail`, as `<time>-<random>.eml`, so that they sort by
	 * time.
	 */
	dataDir: string;
	from: string;
}

export function createFolderMailer({ dataDir, from }: FolderMailerOptions): Mailer {
	const folder = join(dataDir, 'mail');
	const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
	return {
		async send(mail) {
			const { message } = await transport.sendMail(toMessage(mail, from));
			const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomToken()}.eml`;
			try {
				await mkdir(folder, { recursive: true });
				// Renamed once it is complete, so that a program that watches the folder only finds
				// complete mails.
				await writeFile(join(folder, `.${name}`), message);
				await rename(join(folder, `.${name}`), join(folder, name));
			} catch (cause) {
				throw new MailError('UNAVAILABLE', { cause });
			}
		},
		close: () => undefined,
	};
}
