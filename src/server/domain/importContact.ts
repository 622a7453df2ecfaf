import type { ContactFacts } from '#protocol/contactRoutes.ts';
import type { ContactRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Announcer } from './announcer.ts';
import { blankToNull, validEmail, validPhone } from './contactFacts.ts';
import { addContact, changeContact, labelContact } from './editContact.ts';

export interface ImportedContact {
	/** What is absent stays as it is. */
	facts: ContactFacts;
	/** Undefined: they stay as they are. */
	labels: readonly string[] | undefined;
}

/**
 * Changes the contact who has the identifier, or else the address, or else the number; adds one where there is none. Throws,
 * before it has written anything, what `changeContact` throws.
 */
export async function importContact(
	store: Repositories,
	announce: Announcer,
	accountId: number,
	{ facts, labels }: ImportedContact,
): Promise<'created' | 'updated'> {
	const known = await findKnown(store, accountId, facts);
	const contact = known
		? await changeContact(store, announce, known.id, {
				...facts,
				...(facts.additional_attributes && {
					additional_attributes: { ...known.additional_attributes, ...facts.additional_attributes },
				}),
			})
		: await addContact(store, announce, accountId, facts);
	if (labels) await labelContact(store, contact.id, labels);
	return known ? 'updated' : 'created';
}

async function findKnown(
	{ contacts }: Repositories,
	accountId: number,
	{ identifier, email, phone_number }: ContactFacts,
): Promise<ContactRow | undefined> {
	const values = [
		['identifier', blankToNull(identifier)],
		['email', validEmail(email)],
		['phone_number', validPhone(phone_number)],
	] as const;
	for (const [by, value] of values) {
		const found = value === null ? undefined : await contacts.findBy(accountId, by, value);
		if (found) return found;
	}
	return undefined;
}
