/** What the team notes about contacts. */
import type { Insertable, Kysely, Updateable } from 'kysely';
import { notFound } from '../../base/problem.ts';
import type { ContactNoteRow, Database } from '../tables/schema.ts';

type NewNote = Omit<Insertable<Database['contact_notes']>, 'created_at' | 'updated_at'>;

export function createContactNotes(db: Kysely<Database>) {
	const ofContact = (contactId: number) =>
		db.selectFrom('contact_notes').selectAll().where('contact_id', '=', contactId);

	return {
		/** The newest first. */
		list: (contactId: number): Promise<ContactNoteRow[]> => ofContact(contactId).orderBy('id', 'desc').execute(),

		/** Throws NOT_FOUND. */
		require: (contactId: number, id: number): Promise<ContactNoteRow> =>
			ofContact(contactId).where('id', '=', id).executeTakeFirstOrThrow(notFound),

		insert(note: NewNote): Promise<ContactNoteRow> {
			const now = Date.now();
			return db
				.insertInto('contact_notes')
				.values({ ...note, created_at: now, updated_at: now })
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		update: (id: number, change: Updateable<Database['contact_notes']>): Promise<ContactNoteRow> =>
			db
				.updateTable('contact_notes')
				.set({ ...change, updated_at: Date.now() })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),

		async delete(id: number): Promise<void> {
			await db.deleteFrom('contact_notes').where('id', '=', id).execute();
		},

		/** One contact gets the notes of another, which loses them. */
		async absorb(survivorId: number, mergedId: number): Promise<void> {
			await db
				.updateTable('contact_notes')
				.set({ contact_id: survivorId })
				.where('contact_id', '=', mergedId)
				.execute();
		},
	};
}
