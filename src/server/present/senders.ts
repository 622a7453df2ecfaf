/** Who wrote messages: looked up for a whole list at once. */
import type { Sender } from '#protocol/entities.ts';
import type { Present } from '../realtime/presence.ts';
import type { ContactRow, MessageRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/users.ts';
import { presentUserSender } from './agent.ts';
import { presentContactSender } from './contact.ts';

export interface Senders {
	members: ReadonlyMap<number, Member>;
	contacts: ReadonlyMap<number, ContactRow>;
}

export async function loadSenders(
	store: Repositories,
	accountId: number,
	messages: readonly MessageRow[],
): Promise<Senders> {
	const ids = (type: MessageRow['sender_type']) => [
		...new Set(
			messages.flatMap((message) => (message.sender_type === type && message.sender_id ? [message.sender_id] : [])),
		),
	];
	return {
		members: new Map((await store.users.listMembers(accountId, ids('User'))).map((member) => [member.user_id, member])),
		contacts: new Map((await store.contacts.listByIds(ids('Contact'))).map((contact) => [contact.id, contact])),
	};
}

/** Undefined for activity messages and templates. `see` decides what of a contact is shown. */
export function senderOf(
	message: MessageRow,
	senders: Senders,
	present: Present | undefined,
	see: (contact: ContactRow) => ContactRow = (contact) => contact,
): Sender | undefined {
	if (message.sender_id === null) return undefined;
	if (message.sender_type === 'User') {
		const member = senders.members.get(message.sender_id);
		return member && presentUserSender(member, present);
	}
	const contact = senders.contacts.get(message.sender_id);
	return contact && presentContactSender(see(contact));
}
