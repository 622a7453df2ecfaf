/** What the team notes about a contact (docs/application-api.md, Contacts). */
import * as v from 'valibot';
import { maxCharacters } from '../../base/characters.ts';
import { accountParams, numeric } from '../../base/numeric.ts';
import type { RouteTable } from '../../base/routes.ts';
import { TeamAgent } from '../../entities/entities.ts';

const NOTE_MAX = 20_000;

export const ContactNote = v.object({
	id: v.number(),
	content: v.string(),
	account_id: v.number(),
	contact_id: v.number(),
	/** Who has written it, or changed it last. */
	user: TeamAgent,
	/** Seconds since the epoch. */
	created_at: v.number(),
	updated_at: v.number(),
});
export type ContactNote = v.InferOutput<typeof ContactNote>;

const content = v.pipe(
	v.string(),
	v.trim(),
	v.minLength(1, "Content can't be blank"),
	maxCharacters(NOTE_MAX, `Content is too long (maximum is ${NOTE_MAX} characters)`),
);
const contact = v.object({ ...accountParams.entries, contact_id: numeric });
const note = v.object({ ...contact.entries, id: numeric });
const wrapper = 'note';
const NOTES = '/api/v1/accounts/:account_id/contacts/:contact_id/notes';

export const contactNoteRoutes = {
	listContactNotes: {
		method: 'GET',
		path: NOTES,
		role: 'member',
		summary: 'What the team has noted about a contact, the newest first',
		params: contact,
		response: v.array(ContactNote),
	},
	showContactNote: {
		method: 'GET',
		path: `${NOTES}/:id`,
		role: 'member',
		summary: 'One note',
		params: note,
		response: ContactNote,
	},
	createContactNote: {
		method: 'POST',
		path: NOTES,
		role: 'member',
		summary: 'Notes something about a contact, for the team alone',
		params: contact,
		wrapper,
		body: v.object({ content }),
		response: ContactNote,
	},
	updateContactNote: {
		method: 'PATCH',
		path: `${NOTES}/:id`,
		role: 'member',
		summary: 'Changes a note, which then is the caller’s',
		params: note,
		wrapper,
		body: v.object({ content }),
		response: ContactNote,
	},
	deleteContactNote: {
		method: 'DELETE',
		path: `${NOTES}/:id`,
		role: 'member',
		summary: 'Deletes a note',
		params: note,
	},
} as const satisfies RouteTable;
