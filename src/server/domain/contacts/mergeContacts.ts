/**
 * Makes one contact of two: the team's decision, or what a site says of its users (identify.ts).
 */
import type { ContactRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import { recordChange } from '../recordChange.ts';
import { publishContact, subjectOfContact } from './publishContact.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { absorbAttributes } from './attributes.ts';
import { mergedRefusal } from './mailAddress.ts';
import { requireAllInboxes } from './requireAllInboxes.ts';

/** Nothing happens where both are the same contact. Throws what `requireAllInboxes` throws. */
export async function mergeContacts(
	store: Repositories,
	publish: EventPublisher,
	{ base, merged, by }: { base: ContactRow; merged: ContactRow; by: Member },
): Promise<ContactRow> {
	if (base.id === merged.id) return base;
	await requireAllInboxes(store, by, [base.id, merged.id]);
	const survivor = await absorbContact(store, publish, base, merged);
	// As `merged` it differs in any case, so that the team is told also where only conversations
	// have come.
	await publishContact(store, publish, merged, survivor);
	await recordChange(store, {
		accountId: base.account_id,
		action: 'merge',
		type: 'Contact',
		id: base.id,
		after: { mergee_contact_id: merged.id },
	});
	return survivor;
}

/**
 * Moves everything of `merged` to the survivor, whose own facts win, and deletes it. Sessions keep
 * their tokens. The caller publishes the survivor.
 */
export async function absorbContact(
	store: Repositories,
	publish: EventPublisher,
	{ id }: ContactRow,
	{ id: mergedId }: ContactRow,
): Promise<ContactRow> {
	const survivor = await store.contacts.lock(id);
	const merged = await store.contacts.lock(mergedId);
	await store.contactLabels.absorb(survivor.id, merged.id);
	await store.contactNotes.absorb(survivor.id, merged.id);
	await store.contacts.absorb(survivor.id, merged.id);
	await store.deliveries.deleteOfSubject(merged.account_id, subjectOfContact(merged.id));
	await publish.contactAbsorbed(merged);
	const email = survivor.email ?? merged.email;
	return store.contacts.update(survivor.id, {
		identifier: survivor.identifier ?? merged.identifier,
		email,
		...mergedRefusal(email, [survivor, merged]),
		phone_number: survivor.phone_number ?? merged.phone_number,
		avatar_url: survivor.avatar_url || merged.avatar_url,
		custom_attributes: absorbAttributes(survivor.custom_attributes, merged.custom_attributes),
		additional_attributes: absorbAttributes(survivor.additional_attributes, merged.additional_attributes),
	});
}
