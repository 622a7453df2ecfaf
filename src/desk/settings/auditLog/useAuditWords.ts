import { useLingui } from '@lingui/react/macro';
import type { AuditAction, AuditedType } from '#protocol/application/auditLogRoutes.ts';

/** The names of what can be done, and of what it is done to. */
export function useAuditWords(): { actions: Record<AuditAction, string>; types: Record<AuditedType, string> } {
	const { t } = useLingui();
	return {
		actions: {
			create: t({ context: 'audit log', message: 'Added' }),
			update: t({ context: 'audit log', message: 'Changed' }),
			destroy: t({ context: 'audit log', message: 'Deleted' }),
			merge: t({ context: 'audit log', message: 'Merged' }),
			import: t({ context: 'audit log', message: 'Imported' }),
			export: t({ context: 'audit log', message: 'Exported' }),
			login_link: t({ context: 'audit log', message: 'Sign-in link created' }),
			end_sessions: t({ context: 'audit log', message: 'Signed out' }),
		},
		types: {
			Account: t({ context: 'audit log', message: 'Account' }),
			AccountUser: t`Team member`,
			User: t`Agent`,
			AccessToken: t`Access token`,
			Inbox: t`Website`,
			InboxMember: t`Website team`,
			AgentBot: t`Bot`,
			Webhook: t`Webhook`,
			Campaign: t`Campaign`,
			Portal: t`Help center`,
			Category: t`Category`,
			Article: t`Article`,
			Label: t`Label`,
			Team: t`Team`,
			TeamMember: t`Team members`,
			CannedResponse: t`Saved reply`,
			CustomAttributeDefinition: t`Custom attribute`,
			Contact: t`Contact`,
			Message: t`Message`,
			MailSettings: t({ context: 'settings', message: 'Email' }),
		},
	};
}
