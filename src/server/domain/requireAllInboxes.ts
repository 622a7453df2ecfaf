import { Problem } from '../base/problem.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/users.ts';

/**
 * Throws CONTACT_ELSEWHERE unless the member sees every inbox in which these contacts have sessions. Answers of all inboxes are
 * mailed to a contact's address, with a link into the conversation, and sites join contacts by the facts that contacts have alone. So
 * whoever changes such a fact, or makes one contact of two, can come to read what was said in any of these inboxes.
 */
export async function requireAllInboxes(
	{ channels, sessions }: Repositories,
	member: Member,
	contactIds: readonly number[],
): Promise<void> {
	const visible = await channels.listVisibleInboxIds(member.account_id, member);
	const hidden = (await channels.listIds(member.account_id)).filter((id) => !visible.includes(id));
	if (hidden.length === 0) return;
	for (const contactId of contactIds) {
		const isElsewhere = (await sessions.listByContact(contactId)).some(({ inbox_id }) => hidden.includes(inbox_id));
		if (isElsewhere) throw new Problem({ code: 'CONTACT_ELSEWHERE' });
	}
}
