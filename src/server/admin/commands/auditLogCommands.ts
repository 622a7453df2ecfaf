/** `npm run admin -- audit-log`. */
import * as v from 'valibot';
import { AUDIT_LOG_PER_PAGE, AUDITED_TYPES } from '#protocol/application/auditLogRoutes.ts';
import type { AuditLogRow } from '../../store/tables/schema.ts';
import { type Command, command, email, findAccountId, findAgent, rowNumber } from './command.ts';

export const auditLogCommands: Record<string, Command> = {
	'audit-log': command({
		usage: '[--type <what, such as Inbox>] [--email <address of who>] [--page <number>]',
		options: v.object({
			type: v.optional(v.picklist(AUDITED_TYPES, `must be one of ${AUDITED_TYPES.join(', ')}`)),
			email: v.optional(email),
			page: v.optional(rowNumber('must be a number from 1'), '1'),
		}),
		async run(store, { type, email: address, page }) {
			const userId = address === undefined ? undefined : (await findAgent(store, address)).id;
			const filter = { accountId: await findAccountId(store), type, userId };
			const place = { offset: (page - 1) * AUDIT_LOG_PER_PAGE, limit: AUDIT_LOG_PER_PAGE };
			const rows = await store.auditLog.listPage(filter, place);
			if (rows.length === 0) return 'Nothing is recorded here.';
			const pages = Math.ceil((await store.auditLog.count(filter)) / AUDIT_LOG_PER_PAGE);
			return `Page ${page} of ${pages}, the newest first:\n${rows.map(describe).join('\n')}`;
		},
	}),
};

function describe(row: AuditLogRow): string {
	const { created_at, username, remote_address, action, auditable_type, auditable_id, auditable_name } = row;
	const from = remote_address === null ? '' : ` (${remote_address})`;
	const what = [auditable_type, auditable_id, auditable_name && JSON.stringify(auditable_name)].filter(Boolean);
	return `${new Date(created_at).toISOString()}  ${username}${from}  ${action} ${what.join(' ')}  ${JSON.stringify(row.audited_changes)}`;
}
