/** What the team notes about contacts, by REST (docs/application-api.md, Contacts). */
import type { contactNoteRoutes } from '#protocol/application/contacts/contactNoteRoutes.ts';
import { addNote, changeNote, removeNote } from '../../domain/contacts/contactNotes.ts';
import { presentContactNote } from '../../present/contact.ts';
import { commit, scopeOfContact, type Services } from '../../services/services.ts';
import type { Repositories } from '../../store/store.ts';
import type { ContactNoteRow } from '../../store/tables/schema.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function contactNoteHandlers(services: Services): Handlers<typeof contactNoteRoutes> {
	const { store, presence } = services;

	const present = async (accountId: number, notes: readonly ContactNoteRow[]) => {
		const now = await presence.list(accountId);
		const writers = await store.users.listWriters(
			accountId,
			notes.map(({ user_id }) => user_id),
		);
		return notes.map((note) => presentContactNote(note, writers, now));
	};
	const presentOne = async (accountId: number, note: ContactNoteRow) => {
		const [presented] = await present(accountId, [note]);
		return presented ?? Promise.reject(new Error('Nothing was presented'));
	};
	/** Does something with the notes of a contact of the account. */
	const write = async <T>(
		accountId: number,
		contactId: number,
		act: (repositories: Repositories) => Promise<T>,
	): Promise<T> => {
		const { id } = await store.contacts.require(accountId, contactId);
		return commit(services, scopeOfContact(accountId, id), act);
	};

	return {
		async listContactNotes({ account, params }) {
			const { id } = await store.contacts.require(account.id, params.contact_id);
			return present(account.id, await store.contactNotes.list(id));
		},

		async showContactNote({ account, params }) {
			const { id } = await store.contacts.require(account.id, params.contact_id);
			return presentOne(account.id, await store.contactNotes.require(id, params.id));
		},

		async createContactNote({ account, member, params, body }) {
			const note = await write(account.id, params.contact_id, (repositories) =>
				addNote(repositories, params.contact_id, body.content, member),
			);
			return presentOne(account.id, note);
		},

		async updateContactNote({ account, member, params: { contact_id: contactId, id }, body }) {
			const note = await write(account.id, contactId, (repositories) =>
				changeNote(repositories, { contactId, id }, body.content, member),
			);
			return presentOne(account.id, note);
		},

		deleteContactNote: ({ account, member, params: { contact_id: contactId, id } }) =>
			write(account.id, contactId, (repositories) => removeNote(repositories, { contactId, id }, member)),
	};
}
