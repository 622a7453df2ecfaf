/** Who has changed what in the account (docs/application-api.md, Audit log). */
import * as v from 'valibot';
import { accountParams, numeric, pageNumber } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

export const AUDIT_LOG_PER_PAGE = 25;

/** What may be changed. */
export const AUDITED_TYPES = [
	'Account',
	'AccountUser',
	'User',
	'AccessToken',
	'Inbox',
	'InboxMember',
	'AgentBot',
	'Webhook',
	'Campaign',
	'Portal',
	'Category',
	'Article',
	'Label',
	'Team',
	'TeamMember',
	'CannedResponse',
	'CustomAttributeDefinition',
	'Contact',
	'Message',
	'MailSettings',
] as const;
export type AuditedType = (typeof AUDITED_TYPES)[number];

const AUDIT_ACTIONS = [
	'create',
	'update',
	'destroy',
	/** Of contacts. */
	'merge',
	'import',
	'export',
	/** A login link was made for a person. */
	'login_link',
	/** A person's sessions at the desk, or a contact's in their browsers, were ended. */
	'end_sessions',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const AUDIT_ACTOR_TYPES = ['User', 'AgentBot', 'CommandLine', 'Contact'] as const;
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number];

export const AuditLogEntry = v.object({
	id: v.number(),
	action: v.picklist(AUDIT_ACTIONS),
	auditable_type: v.picklist(AUDITED_TYPES),
	/** Null where many were changed at once. */
	auditable_id: v.nullable(v.number()),
	/** Its name at that time; '' for contacts and messages. */
	auditable_name: v.string(),
	/** By field: of an update `[old, new]`, else the value. Secrets are `[hidden]`. */
	audited_changes: v.record(v.string(), v.unknown()),
	user_type: v.picklist(AUDIT_ACTOR_TYPES),
	/** Null for the command line. */
	user_id: v.nullable(v.number()),
	/** A person's mail address, a bot's name, or `command line`; '' for contacts. */
	username: v.string(),
	/** The IP address; null for the command line and for contacts. */
	remote_address: v.nullable(v.string()),
	/** Seconds since the epoch. */
	created_at: v.number(),
});
export type AuditLogEntry = v.InferOutput<typeof AuditLogEntry>;

export const auditLogRoutes = {
	listAuditLog: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/audit_logs',
		role: 'administrator',
		summary: 'Who has changed what, 25 a page, the newest first',
		params: accountParams,
		query: v.object({
			page: pageNumber,
			auditable_type: v.optional(v.picklist(AUDITED_TYPES)),
			/** Only what this person has changed. */
			user_id: v.optional(numeric),
		}),
		response: v.object({
			per_page: v.number(),
			total_entries: v.number(),
			current_page: v.number(),
			audit_logs: v.array(AuditLogEntry),
		}),
	},
} as const satisfies RouteTable;
