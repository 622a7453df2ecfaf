/** Contacts: the team's records of visitors. */
import type { Kysely, Updateable } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { ContactRow, Database } from '../tables/schema.ts';
import { insertWords, placeOf, replaceWords, type Sought } from '../fullText/words.ts';
import { createStatement } from '../tables/statement.ts';

/** The columns by which a contact is found. */
const SOUGHT = ['name', 'email', 'phone_number', 'identifier', 'additional_attributes'] as const;

function searchText(contact: ContactRow): Sought {
	const { name, email, phone_number, identifier, additional_attributes } = contact;
	const company = additional_attributes['company_name'];
	const facts = [name, email, phone_number, identifier, typeof company === 'string' ? company : ''];
	const isKnown = (email ?? phone_number ?? identifier) !== null;
	const { account_id } = contact;
	return {
		text: facts.join('\n'),
		places: [placeOf.account(account_id), ...(isKnown ? [placeOf.known(account_id)] : [])],
	};
}

const UPDATE = createStatement((db, { id, ...change }: Updateable<Database['contacts']> & { id: number }) =>
	db.updateTable('contacts').set(change).where('id', '=', id).returningAll(),
);

export function createContacts(db: Kysely<Database>) {
	return {
		find: (id: number): Promise<ContactRow> =>
			db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

		/** Throws NOT_FOUND. */
		require: (accountId: number, id: number): Promise<ContactRow> =>
			db
				.selectFrom('contacts')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('id', '=', id)
				.executeTakeFirstOrThrow(notFound),

		listByIds: (ids: readonly number[]): Promise<ContactRow[]> =>
			ids.length === 0 ? Promise.resolve([]) : db.selectFrom('contacts').selectAll().where('id', 'in', ids).execute(),

		/** The oldest contact of the account with this value. */
		findBy: (
			accountId: number,
			column: 'identifier' | 'email' | 'phone_number',
			value: string,
		): Promise<ContactRow | undefined> =>
			db
				.selectFrom('contacts')
				.selectAll()
				.where('account_id', '=', accountId)
				.where(column, '=', value)
				.orderBy('id')
				.limit(1)
				.executeTakeFirst(),

		/**
		 * Contacts of the account with one of these addresses that the team has not blocked,
		 * and who are no users of the site: the newest ones, the oldest of these first.
		 */
		async listVisitors(accountId: number, emails: readonly string[], limit: number): Promise<ContactRow[]> {
			const newest = await db
				.selectFrom('contacts')
				.selectAll()
				.where('account_id', '=', accountId)
				.where('email', 'in', emails)
				.where('identifier', 'is', null)
				.where('blocked', '=', false)
				.orderBy('id', 'desc')
				.limit(limit)
				.execute();
			return newest.toReversed();
		},

		/** Notes at all contacts of the account who have this address that no mail goes there. */
		async unsubscribe(accountId: number, email: string): Promise<void> {
			await db
				.updateTable('contacts')
				.set({ refused_email: email, email_refusal: 'unsubscribed', updated_at: Date.now() })
				.where('account_id', '=', accountId)
				.where('email', '=', email)
				.execute();
		},

		async insert(accountId: number, name: string): Promise<ContactRow> {
			const now = Date.now();
			const stored = await db
				.insertInto('contacts')
				.values({
					account_id: accountId,
					name,
					avatar_url: '',
					blocked: false,
					additional_attributes: {},
					custom_attributes: {},
					created_at: now,
					updated_at: now,
				})
				.returningAll()
				.executeTakeFirstOrThrow();
			await insertWords(db, 'contact_words', stored.id, searchText(stored));
			return stored;
		},

		async update(id: number, change: Updateable<Database['contacts']>): Promise<ContactRow> {
			const stored = await UPDATE.executeTakeFirstOrThrow(db, { ...change, id, updated_at: Date.now() });
			if (SOUGHT.some((column) => column in change)) await replaceWords(db, 'contact_words', id, searchText(stored));
			return stored;
		},

		/** Serialises writers of one contact: the row stays locked until the transaction ends. */
		lock: (id: number): Promise<ContactRow> =>
			db
				.updateTable('contacts')
				.set({ updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** Its sessions have to be deleted before. */
		async delete(id: number): Promise<void> {
			await db.deleteFrom('contact_labels').where('contact_id', '=', id).execute();
			await db.deleteFrom('contacts').where('id', '=', id).execute();
		},

		/** Moves everything of one contact to another, and deletes it. */
		async absorb(survivorId: number, mergedId: number): Promise<void> {
			await db
				.updateTable('contact_inboxes')
				.set({ contact_id: survivorId })
				.where('contact_id', '=', mergedId)
				.execute();
			await db
				.updateTable('conversations')
				.set({ contact_id: survivorId })
				.where('contact_id', '=', mergedId)
				.execute();
			await db
				.updateTable('messages')
				.set({ sender_id: survivorId })
				.where('sender_type', '=', 'Contact')
				.where('sender_id', '=', mergedId)
				.execute();
			await db
				.updateTable('csat_responses')
				.set({ contact_id: survivorId })
				.where('contact_id', '=', mergedId)
				.execute();
			await db.deleteFrom('contacts').where('id', '=', mergedId).execute();
		},
	};
}
