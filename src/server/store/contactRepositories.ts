/** The repositories of contacts, their lists, and their sessions. */
import { createContactLabels } from './contactLabels.ts';
import { createContactList } from './contactList.ts';
import { createContacts } from './contacts.ts';
import { createSessions } from './sessions.ts';

export const contactRepositories = {
	contacts: createContacts,
	contactLabels: createContactLabels,
	contactList: createContactList,
	sessions: createSessions,
};
