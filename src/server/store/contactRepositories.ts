/** The repositories of contacts, their lists, and their sessions. */
import type { Kysely } from 'kysely';
import { createContactLabels } from './contactLabels.ts';
import { createContactList } from './contactList.ts';
import { createContacts } from './contacts.ts';
import type { Database } from './schema.ts';
import { createSessions } from './sessions.ts';

export function createContactRepositories(db: Kysely<Database>) {
	return {
		contacts: createContacts(db),
		contactLabels: createContactLabels(db),
		contactList: createContactList(db),
		sessions: createSessions(db),
	};
}
