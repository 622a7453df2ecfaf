import type { AuditLogEntry } from '#protocol/application/auditLogRoutes.ts';
import type { AuditLogRow } from '../store/tables/schema.ts';
import { seconds } from './times.ts';

export function presentAuditLogEntry({ account_id: _own, created_at, ...facts }: AuditLogRow): AuditLogEntry {
	return { ...facts, created_at: seconds(created_at) };
}
