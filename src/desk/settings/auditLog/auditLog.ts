/** Who has changed what. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { AuditedType } from '#protocol/application/auditLogRoutes.ts';
import { account, call } from '../../session/api.ts';

export interface AuditLogChoice {
	page: number;
	/** '' for everything. */
	type: AuditedType | '';
	/** '' for everybody. */
	userId: string;
}

export const loadAuditLog = atom(null, async (get, _set, { page, type, userId }: AuditLogChoice) => {
	const query = { page, ...(type && { auditable_type: type }), ...(userId && { user_id: userId }) };
	const found = await call(get, applicationRoutes.listAuditLog, { params: account(get), query });
	return { entries: found.audit_logs, pages: Math.max(1, Math.ceil(found.total_entries / found.per_page)) };
});

export const loadPossibleActors = atom(null, (get) =>
	call(get, applicationRoutes.listAgents, { params: account(get) }),
);
