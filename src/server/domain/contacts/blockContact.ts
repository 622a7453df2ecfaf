import type { ContactRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { publishContact } from './publishContact.ts';
import type { EventPublisher } from '../eventPublisher.ts';

/**
 * What a blocked contact writes opens no conversation. The team is told with all of the contact's
 * conversations. Answers undefined where nothing has changed.
 *
 * @param follow what else happens before the team is told
 */
export async function setBlocked(
	store: Repositories,
	publish: EventPublisher,
	contactId: number,
	blocked: boolean,
	follow: () => Promise<void> = async () => {},
): Promise<ContactRow | undefined> {
	const before = await store.contacts.lock(contactId);
	if (before.blocked === blocked) return undefined;
	const after = await store.contacts.update(contactId, { blocked });
	await follow();
	await publishContact(store, publish, before, after);
	return after;
}
