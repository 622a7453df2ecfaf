/** Who has changed what (docs/application-api.md, Audit log). */
import { AUDIT_LOG_PER_PAGE, type auditLogRoutes } from '#protocol/application/auditLogRoutes.ts';
import { presentAuditLogEntry } from '../../present/auditEntry.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function auditLogHandlers({ store }: Services): Handlers<typeof auditLogRoutes> {
	return {
		async listAuditLog({ account, query: { page = 1, auditable_type, user_id } }) {
			const filter = { accountId: account.id, type: auditable_type, userId: user_id };
			const place = { offset: (page - 1) * AUDIT_LOG_PER_PAGE, limit: AUDIT_LOG_PER_PAGE };
			return {
				per_page: AUDIT_LOG_PER_PAGE,
				total_entries: await store.auditLog.count(filter),
				current_page: page,
				audit_logs: (await store.auditLog.listPage(filter, place)).map(presentAuditLogEntry),
			};
		},
	};
}
