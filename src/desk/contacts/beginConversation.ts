/** What the team says first to a contact, and how that reaches them. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { isMailable } from '#protocol/entities/isMailable.ts';
import { account, call } from '../session/api.ts';
import { canMailLinks } from '../session/password.ts';
import { rereadMissing } from '../thread/contact/contacts.ts';

/** Resolves with the new conversation's display id; rejects with a RequestError. */
export const beginConversation = atom(null, async (get, set, contactId: number, inboxId: number, content: string) => {
	const body = { contact_id: contactId, inbox_id: inboxId, message: { content } };
	const begun = call(get, applicationRoutes.createTeamConversation, { params: account(get), body });
	return (await rereadMissing(set, begun)).id;
});

/** The contact with their sessions. Rejects with a RequestError. */
export const loadSessions = atom(null, async (get, _set, id: number): Promise<TeamContact> => {
	const params = { ...account(get), id };
	return (await call(get, applicationRoutes.showContact, { params, query: { include_contact_inboxes: true } })).payload;
});

/** `nowhere`: no browser is known to be the contact's, and no mail goes there. */
export type Way = 'chatOrMail' | 'chat' | 'nowhere';

/**
 * How the contact gets what is written in a new conversation on the website (docs/wire.md, Mail
 * that continues a chat).
 */
export function wayTo(contact: TeamContact, { id, continuity_via_email }: TeamInbox): Way {
	const sessions = contact.contact_inboxes ?? [];
	const here = sessions.filter(({ inbox }) => inbox.id === id);
	const addressee = { ...contact, isRefused: contact.email_refusal !== undefined };
	// Where there is none yet, the conversation begins one.
	const session = {
		isProven: here.some(({ hmac_verified }) => hmac_verified),
		count: sessions.length + (here.length === 0 ? 1 : 0),
	};
	if (canMailLinks() && continuity_via_email && isMailable(addressee, session)) return 'chatOrMail';
	return here.length > 0 ? 'chat' : 'nowhere';
}
