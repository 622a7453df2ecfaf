/** What the team notes about a contact. The verbs reject with a RequestError. */
import { atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { ContactNote } from '#protocol/application/contacts/contactNoteRoutes.ts';
import { account, call } from '../session/api.ts';
import { rereadMissing } from '../thread/contact/contacts.ts';

const paramsOf = (get: Getter, contactId: number) => ({ ...account(get), contact_id: contactId });

/** The newest first. */
export const loadNotes = atom(null, (get, _set, contactId: number): Promise<readonly ContactNote[]> =>
	call(get, applicationRoutes.listContactNotes, { params: paramsOf(get, contactId) }),
);

export const addNote = atom(null, (get, set, contactId: number, content: string): Promise<ContactNote> => {
	const input = { params: paramsOf(get, contactId), body: { content } };
	return rereadMissing(set, call(get, applicationRoutes.createContactNote, input));
});

export const changeNote = atom(null, (get, set, { contact_id, id }: ContactNote, content: string) => {
	const params = { ...paramsOf(get, contact_id), id };
	return rereadMissing(set, call(get, applicationRoutes.updateContactNote, { params, body: { content } }));
});

export const deleteNote = atom(null, async (get, set, { contact_id, id }: ContactNote) => {
	const params = { ...paramsOf(get, contact_id), id };
	await rereadMissing(set, call(get, applicationRoutes.deleteContactNote, { params }));
});
