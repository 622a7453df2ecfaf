/**
 * The number of conversations of each kind. Triggers add a row of +1 or -1 for each change of a
 * conversation, so that concurrent changes do not wait for one number; a job regularly replaces the
 * rows of a kind by one.
 */
import { expressionBuilder, type Expression, type Kysely, type SqlBool } from 'kysely';
import { filterableConversations } from '../filters/conversationCriteria.ts';
import { compileCriteria, type Criteria } from '../filters/criteria.ts';
import { hasNone, type AssigneeCounts, type ConversationFilter } from './conversationList.ts';
import type { ConversationCountRow, Database } from '../tables/schema.ts';

type Kind = Pick<ConversationCountRow, 'account_id' | 'inbox_id' | 'status' | 'assignee_id' | 'label'>;

const KIND = ['account_id', 'inbox_id', 'status', 'assignee_id', 'label'] as const;

export function createConversationCounts(db: Kysely<Database>, reading: Kysely<Database>) {
	/** Looks at the conversations themselves. */
	const countRows = async (on: Kysely<Database>, filter: ConversationFilter, chosen: Expression<SqlBool>) => {
		let query = on
			.selectFrom('conversations')
			.select((column) => [
				column.fn.countAll<number>().as('all'),
				column.fn.count<number>('assignee_id').as('assigned'),
				column.fn.countAll<number>().filterWhere('assignee_id', '=', filter.userId).as('mine'),
			])
			.where(chosen);
		if (filter.inboxIds) query = query.where('inbox_id', 'in', filter.inboxIds);
		if (filter.status !== 'all') query = query.where('status', 'in', filter.status);
		return query.executeTakeFirstOrThrow();
	};

	/**
	 * A conversation that has several of the labels counts once, so that these are looked at, and
	 * so are those of a team.
	 */
	const countSome = (filter: ConversationFilter): Promise<AssigneeCounts> => {
		const { accountId, labels, teamId } = filter;
		const column = expressionBuilder<Database, 'conversations'>();
		const labelled = (titles: readonly string[]) =>
			db
				.selectFrom('conversation_labels')
				.select('conversation_id')
				.where('conversation_labels.account_id', '=', accountId)
				.where('title', 'in', titles);
		const chosen = [
			...(teamId === undefined ? [] : [column('team_id', '=', teamId)]),
			...(labels ? [column('id', 'in', labelled(labels))] : []),
		];
		return countRows(db, filter, column.and(chosen));
	};

	const countMatching = (filter: ConversationFilter, criteria: Criteria): Promise<AssigneeCounts> => {
		const column = expressionBuilder<Database, 'conversations'>();
		const matching = compileCriteria(reading, filterableConversations(reading), criteria);
		return countRows(reading, filter, column.and([column('account_id', '=', filter.accountId), matching]));
	};

	return {
		/** Counts for the desk's tabs, which do not depend on the filter's assignee. */
		async count(filter: ConversationFilter): Promise<AssigneeCounts> {
			if (hasNone(filter)) return { mine: 0, assigned: 0, all: 0 };
			if (filter.criteria) return countMatching(filter, filter.criteria);
			const [label = null, ...others] = filter.labels ?? [];
			if (others.length > 0 || filter.teamId !== undefined) return countSome(filter);
			let query = db
				.selectFrom('conversation_counts')
				.select((column) => [
					column.fn.sum<number | null>('change').as('all'),
					column.fn.sum<number | null>('change').filterWhere('assignee_id', 'is not', null).as('assigned'),
					column.fn.sum<number | null>('change').filterWhere('assignee_id', '=', filter.userId).as('mine'),
				])
				.where('account_id', '=', filter.accountId)
				.where('label', 'is not distinct from', label);
			if (filter.inboxIds) query = query.where('inbox_id', 'in', filter.inboxIds);
			if (filter.status !== 'all') query = query.where('status', 'in', filter.status);
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

		/**
		 * Replaces the rows of a kind by one, within a transaction. Rows that another process is
		 * replacing are left to it.
		 */
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
