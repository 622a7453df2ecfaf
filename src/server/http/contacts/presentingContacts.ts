import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { presentTeamContact } from '../../present/contact.ts';
import type { Services } from '../../services/services.ts';
import type { ContactRow } from '../../store/tables/schema.ts';

/** Of each contact (docs/application-api.md, Contacts). */
const SESSIONS_SHOWN = 25;

/** A function that presents contacts of one account to the team. */
export function presentingContacts({ store, presence, readConfiguration }: Services) {
	return async (
		contacts: readonly ContactRow[],
		{ include_contact_inboxes: isWithSessions = true } = {},
	): Promise<TeamContact[]> => {
		const accountId = contacts[0]?.account_id;
		if (accountId === undefined) return [];
		const ids = contacts.map(({ id }) => id);
		const configuration = await readConfiguration();
		const proven = await store.sessions.listProvenContactIds(ids);
		const labels = await store.contactLabels.listOf(ids);
		const sessions = isWithSessions ? await store.sessions.listNewest(ids, SESSIONS_SHOWN) : [];
		const shown = await Promise.all(
			sessions.map(async (session) => ({
				session,
				inbox: (await configuration.channel(store, session.inbox_id)).inbox,
			})),
		);
		const now = await presence.list(accountId);
		return contacts.map((contact) => {
			const own = shown.filter(({ session }) => session.contact_id === contact.id);
			const isProven = proven.includes(contact.id);
			const facts = { isProven, labels: labels.get(contact.id) ?? [], sessions: isWithSessions ? own : undefined };
			return presentTeamContact(contact, facts, now);
		});
	};
}
