/** What the team says first to a contact, and how that reaches them. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
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
	// Whoever claims an identifier may have given the address: the session has to be proven, or the
	// only one, which a new one may be.
	const isOwn =
		contact.identifier === null ||
		here.some(({ hmac_verified }) => hmac_verified) ||
		sessions.length + (here.length === 0 ? 1 : 0) === 1;
	const canMail = canMailLinks() && continuity_via_email && !contact.blocked && contact.email_refusal === undefined;
	if (canMail && isOwn && contact.email !== null) return 'chatOrMail';
	return here.length > 0 ? 'chat' : 'nowhere';
}
