/**
 * The team's list of contacts. Most visitors stay anonymous: the list has those with an e-mail
 * address, a phone number or an identifier, and indexes of these alone.
 */
import { sql, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { ContactSort } from '#protocol/application/contactRoutes.ts';
import type { ContactRow, Database } from '../tables/schema.ts';

/** Of the team's list (docs/application-api.md, Contacts). */
const CONTACTS_PER_PAGE = 15;

/** In exactly the words of the indexes: with others, neither database uses them. */
const IS_KNOWN = sql<SqlBool>`(email is not null or phone_number is not null or identifier is not null)`;

type Column = Exclude<ContactSort, `-${string}`>;

/** What is absent comes first, and last in descending order. */
const ORDERS: Record<Column, ReturnType<typeof sql>> = {
	name: sql`lower(name)`,
	email: sql`coalesce(email, '')`,
	last_activity_at: sql`coalesce(last_activity_at, 0)`,
	created_at: sql`id`,
};

/** A list of contacts in the order. */
export function inOrder<O>(
	contacts: SelectQueryBuilder<Database, 'contacts', O>,
	sort: ContactSort,
): SelectQueryBuilder<Database, 'contacts', O> {
	const isDescending = sort.startsWith('-');
	const by = ORDERS[(isDescending ? sort.slice(1) : sort) as Column];
	const direction = isDescending ? 'desc' : 'asc';
	return contacts.orderBy(by, direction).orderBy('id', direction);
}

/** The ids of the contacts that have any of the labels. */
export function idsHavingLabel(db: Kysely<Database>, accountId: number, labels: readonly string[]) {
	return db
		.selectFrom('contact_labels')
		.select('contact_id')
		.where('contact_labels.account_id', '=', accountId)
		.where('title', 'in', labels);
}

export function createContactList(db: Kysely<Database>) {
	const known = (accountId: number, labels: readonly string[] = []) => {
		const contacts = db.selectFrom('contacts').where('account_id', '=', accountId).where(IS_KNOWN);
		return labels.length > 0 ? contacts.where('id', 'in', idsHavingLabel(db, accountId, labels)) : contacts;
	};

	return {
		/** One page, which counts from 1. */
		listPage: (accountId: number, sort: ContactSort, page: number, labels?: readonly string[]): Promise<ContactRow[]> =>
			inOrder(known(accountId, labels).selectAll(), sort)
				.limit(CONTACTS_PER_PAGE)
				.offset((page - 1) * CONTACTS_PER_PAGE)
				.execute(),

		/** In the order in which they were added, those after an id. */
		listAfter: (accountId: number, id: number, limit: number): Promise<ContactRow[]> =>
			known(accountId).selectAll().where('id', '>', id).orderBy('id').limit(limit).execute(),

		async count(accountId: number, labels?: readonly string[]): Promise<number> {
			const { count } = await known(accountId, labels)
				.select((contacts) => contacts.fn.countAll<number>().as('count'))
				.executeTakeFirstOrThrow();
			return count;
		},
	};
}
