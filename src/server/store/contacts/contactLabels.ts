/** The labels of contacts. */
import type { Kysely } from 'kysely';
import type { ContactRow, Database } from '../tables/schema.ts';

export function createContactLabels(db: Kysely<Database>) {
	return {
		/** Titles, in alphabetical order. */
		list: async (contactId: number): Promise<string[]> =>
			(
				await db
					.selectFrom('contact_labels')
					.select('title')
					.where('contact_id', '=', contactId)
					.orderBy('title')
					.execute()
			).map(({ title }) => title),

		/** Contact id → titles, in alphabetical order. */
		async listOf(contactIds: readonly number[]): Promise<Map<number, string[]>> {
			if (contactIds.length === 0) return new Map();
			const rows = await db
				.selectFrom('contact_labels')
				.select(['contact_id', 'title'])
				.where('contact_id', 'in', contactIds)
				.orderBy('contact_id')
				.orderBy('title')
				.execute();
			const byContact = Map.groupBy(rows, ({ contact_id }) => contact_id);
			return new Map([...byContact].map(([id, labels]) => [id, labels.map(({ title }) => title)]));
		},

		/** Gives the contact these labels in place of others. */
		async replace({ id, account_id }: Pick<ContactRow, 'id' | 'account_id'>, titles: readonly string[]): Promise<void> {
			await db.deleteFrom('contact_labels').where('contact_id', '=', id).execute();
			if (titles.length === 0) return;
			await db
				.insertInto('contact_labels')
				.values(titles.map((title) => ({ contact_id: id, account_id, title })))
				.execute();
		},

		/** All contacts with the one label have the other in place of it. */
		async rename(accountId: number, before: string, after: string): Promise<void> {
			const has = db
				.selectFrom('contact_labels as other')
				.select('other.contact_id')
				.where('other.account_id', '=', accountId)
				.where('other.title', '=', after);
			const renamed = { account_id: accountId, title: before };
			await db
				.deleteFrom('contact_labels')
				.where((label) => label.and(renamed))
				.where('contact_id', 'in', has)
				.execute();
			await db
				.updateTable('contact_labels')
				.set({ title: after })
				.where((label) => label.and(renamed))
				.execute();
		},

		/** One contact gets the labels of another, which loses them. */
		async absorb(survivorId: number, mergedId: number): Promise<void> {
			const has = db
				.selectFrom('contact_labels as other')
				.select('other.title')
				.where('other.contact_id', '=', survivorId);
			await db.deleteFrom('contact_labels').where('contact_id', '=', mergedId).where('title', 'in', has).execute();
			await db
				.updateTable('contact_labels')
				.set({ contact_id: survivorId })
				.where('contact_id', '=', mergedId)
				.execute();
		},
	};
}
