/** What the team itself writes into a contact (docs/application-api.md, Contacts). */
import type { Updateable } from 'kysely';
import type { ContactFacts } from '#protocol/application/contactRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { randomName } from '../../base/randomToken.ts';
import type { ContactRow, Database } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import { publishContact } from './publishContact.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { checkAttributes, mergeAttributes, omitAttributes } from './attributes.ts';
import { setBlocked } from './blockContact.ts';
import { blankToNull, validEmail, validPhone } from './contactFacts.ts';
import { refusalAfter } from './mailAddress.ts';
import { requireAllInboxes, requireSomeInbox } from './requireAllInboxes.ts';

type Change = Updateable<Database['contacts']>;

/** What decides on what may be stored. */
type Stored = Pick<
	ContactRow,
	'account_id' | 'email' | 'identifier' | 'phone_number' | 'custom_attributes' | 'refused_email' | 'email_refusal'
>;

/** What is stored of a contact who is new. */
const NOTHING = {
	email: null,
	phone_number: null,
	identifier: null,
	custom_attributes: {},
	refused_email: null,
	email_refusal: null,
};

/**
 * Adds a contact, who is called by what stands before the @ of the address where no name is given.
 */
export async function addContact(
	store: Repositories,
	publish: EventPublisher,
	accountId: number,
	facts: ContactFacts,
): Promise<ContactRow> {
	const change = await readFacts(store, { ...NOTHING, account_id: accountId }, facts);
	const name = blankToNull(facts.name) ?? change.email?.split('@')[0] ?? randomName();
	const { id } = await store.contacts.insert(accountId, name);
	const contact = await store.contacts.update(id, { ...change, blocked: facts.blocked ?? false });
	await publish.contactCreated(contact);
	return contact;
}

/** What one contact of the account has alone. */
const OWN_FACTS = ['email', 'identifier', 'phone_number'] as const;

/**
 * Stores what is given; nothing of a contact that stays as it was. `by`: the member who changes it,
 * who may not see all inboxes in which the contact writes; absent where they do.
 */
export async function changeContact(
	store: Repositories,
	publish: EventPublisher,
	id: number,
	facts: ContactFacts,
	by?: Member,
): Promise<ContactRow> {
	const before = await store.contacts.lock(id);
	if (by) await requireSomeInbox(store, by, id);
	const change = await readFacts(store, before, facts);
	const isAnother = OWN_FACTS.some((fact) => change[fact] !== undefined && change[fact] !== before[fact]);
	if (by && isAnother) await requireAllInboxes(store, by, [id]);
	const changed = await store.contacts.update(id, change);
	await publishContact(store, publish, before, changed);
	return (facts.blocked === undefined ? undefined : await setBlocked(store, publish, id, facts.blocked)) ?? changed;
}

export async function removeAttributes(
	store: Repositories,
	publish: EventPublisher,
	id: number,
	names: readonly string[],
	by: Member,
): Promise<ContactRow> {
	const before = await store.contacts.lock(id);
	await requireSomeInbox(store, by, id);
	const changed = await store.contacts.update(id, {
		custom_attributes: omitAttributes(before.custom_attributes, names),
	});
	await publishContact(store, publish, before, changed);
	return changed;
}

/**
 * Gives the contact these labels in place of others, also ones that the account does not have.
 * Returns all of them. `by`: as for `changeContact`.
 */
export async function labelContact(
	store: Repositories,
	id: number,
	titles: readonly string[],
	by?: Member,
): Promise<string[]> {
	const contact = await store.contacts.lock(id);
	if (by) await requireSomeInbox(store, by, id);
	await store.contactLabels.replace(contact, [...new Set(titles)]);
	return store.contactLabels.list(id);
}

/**
 * The given facts in the form in which they are stored. Throws where one is invalid, or another
 * contact of the account has it: visitors may claim what is not theirs, but the team should say
 * what it means.
 */
async function readFacts(store: Repositories, stored: Stored, facts: ContactFacts): Promise<Change> {
	const { name, email, phone_number, identifier, avatar_url, custom_attributes, additional_attributes } = facts;
	const change: Change = {};
	if (blankToNull(name) !== null) change.name = blankToNull(name) ?? '';
	if (avatar_url !== undefined) change.avatar_url = avatar_url ?? '';
	if (email !== undefined) change.email = blankToNull(email) === null ? null : validEmail(email);
	if (phone_number !== undefined)
		change.phone_number = blankToNull(phone_number) === null ? null : validPhone(phone_number);
	if (identifier !== undefined) change.identifier = blankToNull(identifier);
	if (change.email === null && blankToNull(email) !== null) throw new Problem({ code: 'EMAIL_INVALID' });
	if (change.phone_number === null && blankToNull(phone_number) !== null) throw new Problem({ code: 'PHONE_INVALID' });
	for (const by of OWN_FACTS) {
		const value = change[by];
		if (value === undefined || value === null || value === stored[by]) continue;
		if (await store.contacts.findBy(stored.account_id, by, value)) throw new Problem({ code: 'CONTACT_TAKEN', by });
	}
	if (custom_attributes) {
		const merged = mergeAttributes(stored.custom_attributes, custom_attributes);
		change.custom_attributes = checkAttributes('custom_attributes', merged);
	}
	if (additional_attributes)
		change.additional_attributes = checkAttributes('additional_attributes', additional_attributes);
	return { ...change, ...refusalAfter(change.email, stored) };
}
