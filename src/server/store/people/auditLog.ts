/** Who has changed what in an account. */
import { sql, type Insertable, type Kysely, type SqlBool } from 'kysely';
import type { AuditedType } from '#protocol/application/auditLogRoutes.ts';
import { currentActor, type Actor } from '../../base/actor.ts';
import type { AuditLogRow, Database } from '../tables/schema.ts';

export interface AuditLogFilter {
	accountId: number;
	type?: AuditedType | undefined;
	userId?: number | undefined;
}

export type NewAuditLogEntry = Pick<
	Insertable<Database['audit_logs']>,
	'account_id' | 'action' | 'auditable_type' | 'auditable_id' | 'auditable_name' | 'audited_changes'
>;

/** In the words of the index `audit_logs_of_message`. */
export const IS_OF_MESSAGE = sql<SqlBool>`auditable_type = 'Message'`;

/**
 * `actor`: who begins the transaction, since one that waits with others runs in the course of
 * another's request.
 */
export function createAuditLog(db: Kysely<Database>, actor: () => Actor | undefined = currentActor) {
	const among = ({ accountId, type, userId }: AuditLogFilter) => {
		let query = db.selectFrom('audit_logs').where('account_id', '=', accountId);
		if (type !== undefined) query = query.where('auditable_type', '=', type);
		if (userId !== undefined) query = query.where('user_type', '=', 'User').where('user_id', '=', userId);
		return query;
	};

	return {
		/** Does nothing where no agent, bot, command or visitor acts. */
		async insert(entry: NewAuditLogEntry): Promise<void> {
			const by = actor();
			if (!by) return;
			await db
				.insertInto('audit_logs')
				.values({
					...entry,
					user_type: by.type,
					user_id: by.id,
					username: by.name,
					remote_address: by.address,
					created_at: Date.now(),
				})
				.execute();
		},

		/** The newest first. */
		listPage: (filter: AuditLogFilter, { offset, limit }: { offset: number; limit: number }): Promise<AuditLogRow[]> =>
			among(filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),

		async count(filter: AuditLogFilter): Promise<number> {
			const { count } = await among(filter)
				.select((all) => all.fn.countAll<number>().as('count'))
				.executeTakeFirstOrThrow();
			return count;
		},

		/** For a message whose text must be nowhere any more. */
		async deleteOfMessage(id: number): Promise<void> {
			await db.deleteFrom('audit_logs').where(IS_OF_MESSAGE).where('auditable_id', '=', id).execute();
		},

		async deleteBefore(time: number): Promise<void> {
			await db.deleteFrom('audit_logs').where('created_at', '<', time).execute();
		},
	};
}
