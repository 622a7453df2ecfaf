/**
 * What the team notes about a contact (docs/application-api.md, Contacts). All members read the
 * notes; who has nothing to do with the contact writes none.
 */
import { Problem } from '../../base/problem.ts';
import type { ContactNoteRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import { requireSomeInbox } from './requireAllInboxes.ts';

/** Of one contact. */
const NOTES_MAX = 500;

/** Throws CONTACT_ELSEWHERE or TOO_MANY. */
export async function addNote(
	store: Repositories,
	contactId: number,
	content: string,
	by: Member,
): Promise<ContactNoteRow> {
	const { account_id } = await store.contacts.lock(contactId);
	await requireSomeInbox(store, by, contactId);
	if ((await store.contactNotes.list(contactId)).length >= NOTES_MAX)
		throw new Problem({ code: 'TOO_MANY', things: 'notes', maximum: NOTES_MAX });
	return store.contactNotes.insert({ account_id, contact_id: contactId, user_id: by.user_id, content });
}

/** Throws NOT_FOUND or CONTACT_ELSEWHERE. */
export async function changeNote(
	store: Repositories,
	{ contactId, id }: { contactId: number; id: number },
	content: string,
	by: Member,
): Promise<ContactNoteRow> {
	await store.contactNotes.require(contactId, id);
	await requireSomeInbox(store, by, contactId);
	return store.contactNotes.update(id, { content, user_id: by.user_id });
}

/** Throws NOT_FOUND or CONTACT_ELSEWHERE. */
export async function removeNote(
	store: Repositories,
	{ contactId, id }: { contactId: number; id: number },
	by: Member,
): Promise<void> {
	await store.contactNotes.require(contactId, id);
	await requireSomeInbox(store, by, contactId);
	await store.contactNotes.delete(id);
}
