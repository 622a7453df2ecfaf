/** A server that sends by SMTP, and takes what is mailed to it. */
import { startConversationServer, type ConversationServer, type Prepare } from '../../conversationServer.ts';
import { startSmtpServer, type TestSmtpServer } from '../mailSmtpServer.ts';

/** By which a mail server posts what it has received. */
export const TOKEN = 'a-token-of-the-mail-server';

export interface MailStage {
	smtp: TestSmtpServer;
	stage: ConversationServer;
	stop: () => Promise<void>;
}

/** No agent is mailed. */
export async function startMailStage(prepare: Prepare): Promise<MailStage> {
	const ends: (() => Promise<void>)[] = [];
	const smtp = await startSmtpServer({ after: (end) => void ends.push(end) });
	const stage = await startConversationServer(prepare, {
		pace: 0.01,
		settings: {
			SMTP_URL: smtp.url,
			PUBLIC_URL: 'https://chat.example',
			MAIL_FROM: 'Kiln <chat@kiln.example>',
			MAIL_REPLY_TO: 'reply@kiln.example',
			MAIL_TOKEN: TOKEN,
			MAIL_PAUSE: '1',
		},
	});
	await stage.query(`update account_users set notification_settings = '{"email":[]}'`);
	return {
		smtp,
		stage,
		async stop() {
			await stage.stop();
			for (const end of ends) await end();
		},
	};
}
