import { randomToken } from '../base/randomToken.ts';
import type { ContactInbox } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

/** Gives the contact a new session in an inbox. */
export function beginSession({ sessions }: Repositories, contactId: number, inboxId: number): Promise<ContactInbox> {
	return sessions.insert({ contactId, inboxId, sourceId: crypto.randomUUID(), pubsubToken: randomToken() });
}
