import { Problem } from '../../base/problem.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';

/**
 * Throws CONTACT_ELSEWHERE unless the member sees every inbox in which these contacts have
 * sessions. Answers of all inboxes are mailed to a contact's address, with a link into the
 * conversation, and sites join contacts by the facts that contacts have alone. So a member who
 * changes such a fact, or makes one contact of two, can come to read what was said in any of these
 * inboxes.
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

/**
 * Throws CONTACT_ELSEWHERE where the contact writes in inboxes of which the member sees none. All
 * members of an account read its contacts; who has nothing to do with one changes nothing of them.
 */
export async function requireSomeInbox(
	{ channels, sessions }: Repositories,
	member: Member,
	contactId: number,
): Promise<void> {
	const visible = await channels.listVisibleInboxIds(member.account_id, member);
	const inboxes = (await sessions.listByContact(contactId)).map(({ inbox_id }) => inbox_id);
	if (inboxes.length > 0 && !inboxes.some((id) => visible.includes(id)))
		throw new Problem({ code: 'CONTACT_ELSEWHERE' });
}
