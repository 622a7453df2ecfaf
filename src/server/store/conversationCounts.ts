/**
 * The number of conversations of each kind. Triggers add a row of +1 or -1 for each change of a conversation, so that
 * concurrent changes do not wait for one number; a job regularly replaces the rows of a kind by one.
 */
import type { Kysely } from 'kysely';
import type { ConversationFilter } from './conversationList.ts';
import type { ConversationCountRow, Database } from './schema.ts';

export interface AssigneeCounts {
	mine: number;
	assigned: number;
	all: number;
}

type Kind = Pick<ConversationCountRow, 'account_id' | 'inbox_id' | 'status' | 'assignee_id' | 'label'>;

const KIND = ['account_id', 'inbox_id', 'status', 'assignee_id', 'label'] as const;

export function createConversationCounts(db: Kysely<Database>) {
	return {
		/** Counts for the desk's tabs, which do not depend on the filter's assignee. */
		async count(filter: ConversationFilter): Promise<AssigneeCounts> {
			if (filter.inboxIds?.length === 0) return { mine: 0, assigned: 0, all: 0 };
			let query = db
				.selectFrom('conversation_counts')
				.select((column) => [
					column.fn.sum<number | null>('change').as('all'),
					column.fn.sum<number | null>('change').filterWhere('assignee_id', 'is not', null).as('assigned'),
					column.fn.sum<number | null>('change').filterWhere('assignee_id', '=', filter.userId).as('mine'),
				])
				.where('account_id', '=', filter.accountId)
				.where('label', 'is', null);
			if (filter.inboxIds) query = query.where('inbox_id', 'in', filter.inboxIds);
			if (filter.status !== 'all') query = query.where('status', '=', filter.status);
			const row = await query.executeTakeFirstOrThrow();
			return { mine: row.mine ?? 0, assigned: row.assigned ?? 0, all: row.all ?? 0 };
		},

		/** Kinds with several rows. */
		listRepeated: (limit: number): Promise<Kind[]> =>
			db
				.selectFrom('conversation_counts')
				.select(KIND)
				.groupBy(KIND)
				.having((column) => column.fn.countAll(), '>', 1)
				.limit(limit)
				.execute(),

		/** Replaces the rows of a kind by one, within a transaction. Rows that another process is replacing are left to it. */
		async compact(kind: Kind): Promise<void> {
			const removed = await db
				.deleteFrom('conversation_counts')
				.where('account_id', '=', kind.account_id)
				.where('inbox_id', '=', kind.inbox_id)
				.where('status', '=', kind.status)
				.where('assignee_id', 'is not distinct from', kind.assignee_id)
				.where('label', 'is not distinct from', kind.label)
				.returning('change')
				.execute();
			const change = removed.reduce((sum, row) => sum + row.change, 0);
			if (change !== 0) {
				await db
					.insertInto('conversation_counts')
					.values({ ...kind, change })
					.execute();
			}
		},
	};
}
