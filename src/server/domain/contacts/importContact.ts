import type { Attributes } from '#protocol/entities/attributes.ts';
import type { ContactFacts } from '#protocol/application/contactRoutes.ts';
import type { ContactRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { attributeNamed, attributeText } from './attributes.ts';
import { blankToNull, validEmail, validPhone } from './contactFacts.ts';
import { addContact, changeContact, labelContact } from './editContact.ts';

export interface ImportedContact {
	/** What is absent stays as it is. */
	facts: ContactFacts;
	/** Undefined: they stay as they are. */
	labels: readonly string[] | undefined;
}

/**
 * Changes the contact who has the identifier, or else the address, or else the number; adds one
 * where there is none. Throws, before it has written anything, what `changeContact` throws.
 */
export async function importContact(
	store: Repositories,
	publish: EventPublisher,
	accountId: number,
	{ facts, labels }: ImportedContact,
): Promise<{ outcome: 'created' | 'updated'; contact: ContactRow }> {
	const known = await findKnown(store, accountId, facts);
	const contact = known
		? await changeContact(store, publish, known.id, {
				...facts,
				...(facts.custom_attributes && {
					custom_attributes: changedOf(facts.custom_attributes, known.custom_attributes),
				}),
				...(facts.additional_attributes && {
					additional_attributes: { ...known.additional_attributes, ...facts.additional_attributes },
				}),
			})
		: await addContact(store, publish, accountId, facts);
	if (labels) await labelContact(store, contact.id, labels);
	return { outcome: known ? 'updated' : 'created', contact };
}

/** Without texts that say what is stored, so that numbers and truth values stay what they are. */
function changedOf(given: Attributes, stored: Attributes): Attributes {
	return Object.fromEntries(
		Object.entries(given).filter(([key, value]) => attributeText(attributeNamed(stored, key)) !== value),
	);
}

/**
 * A line never makes one user another: who is found by address or number is not the contact of a
 * line with another identifier, and gets no identifier where sessions have proven to be that
 * contact (`joinByFacts` is as strict). `addContact` then refuses the line, as the address or
 * number is taken.
 */
async function findKnown(
	{ contacts, sessions }: Repositories,
	accountId: number,
	{ identifier, email, phone_number }: ContactFacts,
): Promise<ContactRow | undefined> {
	const given = blankToNull(identifier);
	const values = [
		['identifier', given],
		['email', validEmail(email)],
		['phone_number', validPhone(phone_number)],
	] as const;
	for (const [by, value] of values) {
		const found = value === null ? undefined : await contacts.findBy(accountId, by, value);
		if (!found) continue;
		const known = await contacts.lock(found.id);
		if (given === null || known.identifier === given) return known;
		if (known.identifier === null && (await sessions.listProvenByContact(known.id)).length === 0) return known;
	}
	return undefined;
}
