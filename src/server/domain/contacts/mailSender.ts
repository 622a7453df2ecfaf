/** Who writes to the address of a website (docs/wire.md, Mail to a website). */
import { randomToken } from '../../base/randomToken.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ContactInbox } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { addContact } from './editContact.ts';

interface Sender {
	/** In the form of `validEmail`. */
	address: string;
	/** As the mail calls them. */
	name: string;
}

/**
 * The session of the address in the website, of the contact who has the address; both are made
 * where there is none. Nothing that is known of the contact changes, and nothing is proven: anyone
 * can write under any address. So what is written by mail has a session of its own, of which no
 * browser has the token.
 */
export async function findMailSession(
	store: Repositories,
	publish: EventPublisher,
	{ account, inbox }: Channel,
	{ address, name }: Sender,
): Promise<ContactInbox> {
	const contact =
		(await store.contacts.findBy(account.id, 'email', address)) ??
		(await addContact(store, publish, account.id, { email: address, name }));
	const known = (await store.sessions.listByContact(contact.id)).find(
		({ inbox_id, mail_address }) => inbox_id === inbox.id && mail_address === address,
	);
	return (
		known ??
		store.sessions.insert({
			contactId: contact.id,
			inboxId: inbox.id,
			sourceId: crypto.randomUUID(),
			pubsubToken: randomToken(),
			mailAddress: address,
		})
	);
}
