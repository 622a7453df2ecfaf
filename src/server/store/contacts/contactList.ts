/**
 * The team's list of contacts. Most visitors stay anonymous: the list has those with an e-mail
 * address, a phone number or an identifier, and indexes of these alone.
 */
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { ContactSort } from '#protocol/application/contactRoutes.ts';
import { filterableContacts } from '../filters/contactCriteria.ts';
import { compileCriteria, type Criteria } from '../filters/criteria.ts';
import { placeOf, seek } from '../fullText/words.ts';
import type { ContactRow, Database } from '../tables/schema.ts';

/** In exactly the words of the indexes: with others, neither database uses them. */
const IS_KNOWN = sql<SqlBool>`(email is not null or phone_number is not null or identifier is not null)`;

type Column = Exclude<ContactSort, `-${string}`>;

/** What is absent comes first, and last in descending order. */
const ORDERS: Record<Column, RawBuilder<string | number>> = {
	name: sql`lower(name)`,
	email: sql`coalesce(email, '')`,
	last_activity_at: sql`coalesce(last_activity_at, 0)`,
	created_at: sql`id`,
};

/** The place of a contact in an order. */
export interface ContactKey {
	/** A text in the orders by name and address, otherwise a number. */
	value: string | number;
	id: number;
}

/** Which part of a list is read, and in which order. */
export interface ContactSlice {
	sort: ContactSort;
	/** The page, which counts from 1, or the place after which it begins. */
	start: { page: number } | { after: ContactKey };
	/** Contacts of a page. */
	limit: number;
}

export interface ContactsInOrder {
	contacts: ContactRow[];
	/** The place of the last one; undefined where no other contact follows. */
	next: ContactKey | undefined;
}

/** Reads a part of these contacts. */
export async function readSlice(
	contacts: SelectQueryBuilder<Database, 'contacts', object>,
	{ sort, start, limit }: ContactSlice,
): Promise<ContactsInOrder> {
	const isDescending = sort.startsWith('-');
	const by = ORDERS[(isDescending ? sort.slice(1) : sort) as Column];
	const direction = isDescending ? 'desc' : 'asc';
	const comparison = isDescending ? '<' : '>';
	// One more tells whether others follow.
	const wanted = limit + 1;
	const read = (of: typeof contacts, count: number) =>
		of.selectAll().select(by.as('place')).orderBy('id', direction).limit(count).execute();
	const readAfter = async ({ value, id }: ContactKey) => {
		// Compared as a pair with the id, or ordered by both, SQLite would read all with this
		// value, or all of the index of an expression.
		const alike = await read(contacts.where(by, '=', value).where('id', comparison, id), wanted);
		const further = contacts.where(by, comparison, value).orderBy(by, direction);
		return alike.length < wanted ? [...alike, ...(await read(further, wanted - alike.length))] : alike;
	};
	const rows = await ('after' in start
		? readAfter(start.after)
		: read(contacts.orderBy(by, direction).offset((start.page - 1) * limit), wanted));
	const last = rows[limit] && rows[limit - 1];
	return {
		contacts: rows.slice(0, limit).map((row) => {
			const { place: _, ...contact } = row;
			return contact;
		}),
		next: last && { value: last.place, id: last.id },
	};
}

/** The ids of the contacts that have any of the labels. */
export function idsHavingLabel(db: Kysely<Database>, accountId: number, labels: readonly string[]) {
	return db
		.selectFrom('contact_labels')
		.select('contact_id')
		.where('contact_labels.account_id', '=', accountId)
		.where('title', 'in', labels);
}

/** What contacts have to be; what is left out lets all through. */
export interface ContactsChosen {
	/** Also of anonymous visitors where they are given. */
	criteria?: Criteria | undefined;
	/** Those that have any of these; of an empty list, all. */
	labels?: readonly string[] | undefined;
	/** Words that they have; blank for all. */
	text?: string | undefined;
}

/** `reading`: for filters, which may examine all contacts. */
export function createContactList(db: Kysely<Database>, reading: Kysely<Database>) {
	const choose = (
		from: SelectQueryBuilder<Database, 'contacts', object>,
		accountId: number,
		{ criteria, labels = [], text = '' }: ContactsChosen,
	) => {
		let contacts = from;
		if (criteria) contacts = contacts.where(compileCriteria(reading, filterableContacts(reading), criteria));
		if (labels.length > 0) contacts = contacts.where('id', 'in', idsHavingLabel(reading, accountId, labels));
		if (text.trim() === '') return contacts;
		const words = seek(reading, 'contact_words', { text, places: [placeOf.account(accountId)] });
		return words ? contacts.where('id', 'in', sql<number>`(${words})`) : contacts.where(sql<SqlBool>`1 = 0`);
	};
	const chosen = (accountId: number, contacts: ContactsChosen) =>
		choose(reading.selectFrom('contacts').where('account_id', '=', accountId), accountId, contacts);

	const known = (accountId: number, labels: readonly string[] = []) => {
		const contacts = db.selectFrom('contacts').where('account_id', '=', accountId).where(IS_KNOWN);
		return labels.length > 0 ? contacts.where('id', 'in', idsHavingLabel(db, accountId, labels)) : contacts;
	};

	return {
		listSlice: (accountId: number, slice: ContactSlice, labels?: readonly string[]): Promise<ContactsInOrder> =>
			readSlice(known(accountId, labels), slice),

		/** Also of anonymous visitors. */
		listChosen: (accountId: number, contacts: ContactsChosen, slice: ContactSlice): Promise<ContactsInOrder> =>
			readSlice(chosen(accountId, contacts), slice),

		async countChosen(accountId: number, contacts: ContactsChosen): Promise<number> {
			const { count } = await chosen(accountId, contacts)
				.select((contacts) => contacts.fn.countAll<number>().as('count'))
				.executeTakeFirstOrThrow();
			return count;
		},

		/**
		 * In the order in which they were added, those after an id; anonymous visitors only where
		 * criteria choose.
		 */
		async listAfter(accountId: number, contacts: ContactsChosen, id: number, limit: number): Promise<ContactRow[]> {
			// By the account's index SQLite would find all of it, and sort them, for each page
			// anew.
			const from = contacts.criteria
				? reading.selectFrom('contacts').where(sql`+account_id`, '=', accountId)
				: known(accountId);
			return choose(from, accountId, contacts).selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
		},

		async count(accountId: number, labels?: readonly string[]): Promise<number> {
			const { count } = await known(accountId, labels)
				.select((contacts) => contacts.fn.countAll<number>().as('count'))
				.executeTakeFirstOrThrow();
			return count;
		},
	};
}
