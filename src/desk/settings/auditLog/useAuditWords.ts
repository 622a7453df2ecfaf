import { useLingui } from '@lingui/react/macro';
import type { AuditAction, AuditedType } from '#protocol/auditLogRoutes.ts';

/** The names of what can be done, and of what it is done to. */
export function useAuditWords(): { actions: Record<AuditAction, string>; types: Record<AuditedType, string> } {
	const { t } = useLingui();
	return {
		actions: {
			create: t({ context: 'audit log', message: 'Added' }),
			update: t({ context: 'audit log', message: 'Changed' }),
			destroy: t`Deleted`,
			merge: t`Merge contacts`,
			import: t({ context: 'audit log', message: 'Imported' }),
			export: t({ context: 'audit log', message: 'Exported' }),
			login_link: t`Sign-in link`,
			end_sessions: t({ context: 'audit log', message: 'Signed out' }),
		},
		types: {
			Account: t({ context: 'audit log', message: 'Account' }),
			AccountUser: t`People`,
			User: t`Agent`,
			AccessToken: t`Access token`,
			Inbox: t`Website`,
			InboxMember: t`Answers on these websites`,
			AgentBot: t`Bot`,
			Webhook: t`Webhooks`,
			Campaign: t`Campaign`,
			Portal: t`Help centre`,
			Category: t({ context: 'audit log', message: 'Category' }),
			Article: t`Article`,
			Label: t`Label`,
			CannedResponse: t`Canned responses`,
			CustomAttributeDefinition: t`Custom attributes`,
			Contact: t`Contacts`,
		},
	};
}
