/**
 * The route of mail servers that post what arrives (docs/operating.md, Answers by mail). Path and
 * body are those of Rails' Action Mailbox, so that its relays work here, too.
 */
import type { RouteTable } from './base/routes.ts';

export const incomingMailRoutes = {
	receiveMail: {
		method: 'POST',
		path: '/rails/action_mailbox/relay/inbound_emails',
		role: 'public',
		summary:
			'Takes in a mail as it came, of a mail server that presents `MAIL_TOKEN` (as `Bearer`, or as the password of `Basic`); there is no such route without that setting',
		bodyType: 'message/rfc822',
		status: 204,
		answerTime: 30_000,
	},
} as const satisfies RouteTable;
