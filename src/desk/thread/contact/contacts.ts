/**
 * What the server knows of a visitor as a contact, and what an agent does with it. The verbs reject
 * with a RequestError.
 */
import { type Atom, atom, type Setter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { FoundContact } from '#protocol/application/searchRoutes.ts';
import { fromAnswer, type Conversation } from '../../conversations/conversation.ts';
import { isRefused, knownConversationsAtom, updateConversation } from '../../conversations/conversations.ts';
import { account, call } from '../../session/api.ts';

export interface KnownContact {
	contact: TeamContact;
	/** Those with the last activity, of any status. */
	conversations: readonly Conversation[];
	/** How the team names attributes. */
	definitions: readonly AttributeDefinition[];
}

const revisionAtom = atom(0);

/** Grows when a contact is to be read again. */
export const contactRevisionAtom: Atom<number> = revisionAtom;

/**
 * Answers as the request does. A contact that the server no longer finds is read again, since
 * another person has deleted it.
 */
export async function rereadMissing<T>(set: Setter, request: Promise<T>): Promise<T> {
	try {
		return await request;
	} catch (error) {
		if (isRefused(error, 404)) set(revisionAtom, (revision) => revision + 1);
		throw error;
	}
}

export const loadContact = atom(null, async (get, _set, id: number): Promise<KnownContact> => {
	const params = { ...account(get), id };
	const [{ payload: contact }, { payload }, definitions] = await Promise.all([
		call(get, applicationRoutes.showContact, { params, query: { include_contact_inboxes: false } }),
		call(get, applicationRoutes.listContactConversations, { params }),
		call(get, applicationRoutes.listAttributeDefinitions, { params: account(get), query: {} }),
	]);
	return { contact, conversations: payload.map(fromAnswer), definitions };
});

/** What an agent corrects; '' for what is not known. */
export interface ContactFacts {
	name: string;
	email: string;
	phone_number: string;
	company: string;
}

/** Changes these facts alone, since others may have been changed elsewhere. */
export const changeContact = atom(null, async (get, set, id: number, facts: Partial<ContactFacts>) => {
	const input = { params: { ...account(get), id }, query: { include_contact_inboxes: false } };
	const { company, ...body } = facts;
	let others = {};
	if (company !== undefined) {
		// The server takes these attributes as a whole.
		const { payload } = await rereadMissing(set, call(get, applicationRoutes.showContact, input));
		const { company_name: _, ...kept } = payload.additional_attributes;
		others = { additional_attributes: company === '' ? kept : { ...kept, company_name: company } };
	}
	const changes = { ...input, body: { ...body, ...others } };
	const { payload } = await rereadMissing(set, call(get, applicationRoutes.updateContact, changes));
	for (const { id: conversationId, visitor } of get(knownConversationsAtom).values())
		if (visitor.id === id)
			set(updateConversation, conversationId, { visitor: { ...visitor, ...visibleFacts(payload) } });
	set(revisionAtom, (revision) => revision + 1);
});

/** Adds a contact. Resolves with their id. */
export const addContact = atom(null, async (get, _set, { company, ...facts }: Partial<ContactFacts>) => {
	const body = { ...facts, ...(company && { additional_attributes: { company_name: company } }) };
	const { payload } = await call(get, applicationRoutes.createContact, { params: account(get), body });
	return payload.contact.id;
});

/** Blocks a contact, or lets them write again. */
export const blockContact = atom(null, async (get, set, id: number, blocked: boolean) => {
	const input = { params: { ...account(get), id }, query: { include_contact_inboxes: false } };
	await rereadMissing(set, call(get, applicationRoutes.updateContact, { ...input, body: { blocked } }));
	set(revisionAtom, (revision) => revision + 1);
});

/** Gives a contact these labels in place of others. */
export const labelContact = atom(null, async (get, set, id: number, labels: readonly string[]) => {
	const params = { ...account(get), id };
	const body = { labels: [...labels] };
	await rereadMissing(set, call(get, applicationRoutes.setContactLabels, { params, body }));
	set(revisionAtom, (revision) => revision + 1);
});

function visibleFacts({ name, email, phone_number, additional_attributes }: TeamContact) {
	return { name, email, phone_number, additional_attributes };
}

/**
 * Makes one contact of two: `id` keeps its facts, gets those that it lacks and all conversations;
 * the other one is deleted.
 */
export const mergeContact = atom(null, async (get, set, id: number, otherId: number) => {
	const body = { base_contact_id: id, mergee_contact_id: otherId };
	await rereadMissing(set, call(get, applicationRoutes.mergeContacts, { params: account(get), body }));
	set(revisionAtom, (revision) => revision + 1);
});

/** Deletes a contact with all conversations and files. */
export const deleteContact = atom(null, async (get, set, id: number) => {
	const params = { ...account(get), id };
	await rereadMissing(set, call(get, applicationRoutes.deleteContact, { params }));
});

/**
 * A contact that is found. One without address and number is told apart by a conversation of
 * theirs, if that has found them.
 */
export interface ContactToMerge extends FoundContact {
	conversationId?: number;
}

/**
 * Finds contacts also by their conversations, since those of anonymous visitors are in no list of
 * contacts.
 */
export const searchContacts = atom(null, async (get, _set, q: string): Promise<ContactToMerge[]> => {
	const input = { params: account(get), query: { q, page: 1 } };
	const [{ payload: listed }, { payload: spoken }] = await Promise.all([
		call(get, applicationRoutes.searchContacts, input),
		call(get, applicationRoutes.searchConversations, input),
	]);
	const found = new Map<number, ContactToMerge>(listed.contacts.map((contact) => [contact.id, contact]));
	for (const { id, contact } of spoken.conversations)
		if (!found.has(contact.id)) found.set(contact.id, { ...contact, conversationId: id });
	return [...found.values()];
});
