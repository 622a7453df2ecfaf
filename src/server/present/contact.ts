/** Contacts as the wire shows them. */
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { ContactNote } from '#protocol/application/contacts/contactNoteRoutes.ts';
import type { Contact, ContactSender, VisitorContact } from '#protocol/entities/entities.ts';
import { visibleContact } from '../domain/contacts/visibleContact.ts';
import type { SessionTrust } from '../domain/contacts/visitor.ts';
import { refusalOf } from '../domain/contacts/mailAddress.ts';
import type { Member } from '../store/people/users.ts';
import type { ContactInbox, ContactNoteRow, ContactRow, Inbox } from '../store/tables/schema.ts';
import type { Present, PresentUsers } from '../presence/presence.ts';
import { presentTeamAgent } from './agent.ts';
import { seconds } from './times.ts';

/**
 * The contact as its visitor may see it: attributes and the block are what the team keeps about
 * them.
 */
export function contactForVisitor(session: SessionTrust, contact: ContactRow): ContactRow {
	return { ...visibleContact(session, contact), additional_attributes: {}, custom_attributes: {}, blocked: false };
}

export function presentContactSender(contact: ContactRow): ContactSender {
	return {
		id: contact.id,
		name: contact.name,
		email: contact.email,
		phone_number: contact.phone_number,
		identifier: contact.identifier,
		additional_attributes: contact.additional_attributes,
		custom_attributes: contact.custom_attributes,
		thumbnail: contact.avatar_url,
		blocked: contact.blocked,
		type: 'contact',
	};
}

export function presentContact(contact: ContactRow, present: Present): Contact {
	const { type: _type, ...facts } = presentContactSender(contact);
	return {
		...facts,
		availability_status: present.contacts.has(contact.id) ? 'online' : 'offline',
		...(contact.last_activity_at === null ? {} : { last_activity_at: seconds(contact.last_activity_at) }),
		created_at: seconds(contact.created_at),
	};
}

type ShownSession = NonNullable<TeamContact['contact_inboxes']>[number];

/** `sessions`: the newest ones with their inboxes; undefined where they are not asked for. */
export function presentTeamContact(
	contact: ContactRow,
	{
		isProven,
		labels,
		sessions,
	}: {
		isProven: boolean;
		labels: string[];
		sessions: readonly { session: ContactInbox; inbox: Inbox }[] | undefined;
	},
	present: Present,
): TeamContact {
	const refusal = refusalOf(contact);
	return {
		...presentContact(contact, present),
		hmac_verified: isProven,
		...(refusal && { email_refusal: refusal }),
		labels,
		...(sessions && {
			contact_inboxes: sessions.map(({ session, inbox }) => ({
				source_id: session.source_id,
				hmac_verified: session.hmac_verified,
				inbox: presentInboxOfContact(inbox),
			})),
		}),
	};
}

export function presentInboxOfContact({ id, avatar_url, name }: Inbox): ShownSession['inbox'] {
	return { id, avatar_url, name, channel_type: 'Channel::WebWidget' };
}

/** Tells which facts are known, but never the facts themselves (docs/wire.md, Contact). */
export function presentVisitorContact(contact: ContactRow): VisitorContact {
	return {
		id: contact.id,
		has_email: contact.email !== null,
		has_name: contact.name !== '',
		has_phone_number: contact.phone_number !== null,
	};
}

/** A note as the team reads it. `writers`: those of the account, also who have left. */
export function presentContactNote(
	{ user_id, ...note }: ContactNoteRow,
	writers: readonly Member[],
	present: PresentUsers,
): ContactNote {
	const writer = writers.find((member) => member.user_id === user_id);
	if (!writer) throw new Error(`Nobody has written the note ${note.id}`);
	return {
		...note,
		user: presentTeamAgent(writer, present),
		created_at: seconds(note.created_at),
		updated_at: seconds(note.updated_at),
	};
}
