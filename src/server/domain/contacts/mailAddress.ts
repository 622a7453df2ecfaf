/**
 * To which address a contact's conversation may be mailed without being asked for (docs/wire.md,
 * Mail that continues a chat).
 */
import type { EmailRefusal } from '#protocol/application/contactRoutes.ts';
import { isMailable } from '#protocol/entities/isMailable.ts';
import type { ContactInbox, ContactRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/**
 * Why no mail goes to the contact's address; null where mail goes, and where there is no address.
 */
export function refusalOf({ email, refused_email, email_refusal }: ContactRow): EmailRefusal | null {
	return email !== null && email === refused_email ? email_refusal : null;
}

/** Undefined where nothing may be mailed. */
export async function mailAddressOf(
	{ sessions, unsubscriptions }: Pick<Repositories, 'sessions' | 'unsubscriptions'>,
	contact: ContactRow,
	{ hmac_verified, mail_address: own }: Pick<ContactInbox, 'hmac_verified' | 'mail_address'>,
): Promise<string | undefined> {
	const email = own ?? contact.email;
	// What anyone writes by mail has no claim to the contact's address.
	const { length: count } = await sessions.listOfChat(contact.id);
	const isRefused = refusalOf({ ...contact, email }) !== null;
	const session = { isProven: hmac_verified || own !== null, count };
	if (email === null || !isMailable({ ...contact, email, isRefused }, session)) return undefined;
	// Who unsubscribes owns the mailbox, whichever contact has its address.
	return (await unsubscriptions.has(contact.account_id, email)) ? undefined : email;
}

/**
 * Who unsubscribes owns the mailbox, so it is noted whichever contact has the address by now, and
 * also where none has.
 */
export async function unsubscribe(
	{ contacts, unsubscriptions }: Pick<Repositories, 'contacts' | 'unsubscriptions'>,
	accountId: number,
	address: string,
): Promise<void> {
	const email = address.toLowerCase();
	await unsubscriptions.add(accountId, email);
	await contacts.unsubscribe(accountId, email);
}

/**
 * Notes at the contact that a mail server does not know the address, unless it has another one by
 * now, or its owner wants no mail in any case. Resolves with whether it is noted.
 */
export async function noteUnknownAddress(
	{ contacts }: Pick<Repositories, 'contacts'>,
	contactId: number,
	address: string,
): Promise<boolean> {
	const contact = await contacts.lock(contactId);
	const email = address.toLowerCase();
	if (refusalOf(contact) === 'unsubscribed' || contact.email !== email) return false;
	await contacts.update(contactId, { refused_email: email, email_refusal: 'undeliverable' });
	return true;
}

/**
 * What changes at a contact that is given an address, perhaps the same again: its mail server may
 * know it by now.
 */
export function refusalAfter(
	email: string | null | undefined,
	{ refused_email, email_refusal }: Pick<ContactRow, 'refused_email' | 'email_refusal'>,
): Partial<Pick<ContactRow, 'refused_email' | 'email_refusal'>> {
	const isForgotten = email_refusal === 'undeliverable' && email === refused_email;
	return isForgotten ? { refused_email: null, email_refusal: null } : {};
}

/**
 * Of contacts that become one with this address: what is known of the address. Who has unsubscribed
 * stays so.
 */
export function mergedRefusal(
	email: string | null,
	contacts: readonly ContactRow[],
): Pick<ContactRow, 'refused_email' | 'email_refusal'> {
	const refusals = contacts.map((contact) => refusalOf({ ...contact, email }));
	const email_refusal = refusals.find((why) => why === 'unsubscribed') ?? refusals.find((why) => why !== null) ?? null;
	return { refused_email: email_refusal && email, email_refusal };
}

/** The mailbox that an address belongs to: most providers ignore what follows a plus. */
export function mailboxOf(address: string): string {
	return address.toLowerCase().replace(/\+.*@/, '@');
}
