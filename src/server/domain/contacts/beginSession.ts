import { Problem } from '../../base/problem.ts';
import { randomToken } from '../../base/randomToken.ts';
import type { ContactInbox } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/**
 * Gives the contact a new session in an inbox. Throws SOURCE_TAKEN where the inbox has a session of
 * that name.
 *
 * @param name where the caller chooses the session's `source_id`
 */
export async function beginSession(
	{ sessions }: Repositories,
	contactId: number,
	inboxId: number,
	name?: string,
): Promise<ContactInbox> {
	const isTaken = name !== undefined && (await sessions.findBySource(inboxId, name)) !== undefined;
	if (isTaken) throw new Problem({ code: 'SOURCE_TAKEN' });
	const sourceId = name ?? crypto.randomUUID();
	return sessions.insert({ contactId, inboxId, sourceId, pubsubToken: randomToken() });
}
