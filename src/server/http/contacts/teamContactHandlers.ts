/** The people that a team knows, by REST (docs/application-api.md, Contacts). */
import type { contactRoutes, TeamContact } from '#protocol/application/contactRoutes.ts';
import { beginSession } from '../../domain/contacts/beginSession.ts';
import { addContact, changeContact, labelContact, removeAttributes } from '../../domain/contacts/editContact.ts';
import { deleteContact } from '../../domain/contacts/forgetVisitor.ts';
import { mergeContacts } from '../../domain/contacts/mergeContacts.ts';
import { revokeSessions } from '../../domain/people/revokeSessions.ts';
import { presentInboxOfContact } from '../../present/contact.ts';
import { loadTeamDetails, presentTeamConversation } from '../../present/conversation.ts';
import { commit, scopeOfContact, scopeOfNewcomer, type Services } from '../../services/services.ts';
import type { ContactRow } from '../../store/tables/schema.ts';
import { notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { contactFileHandlers } from './contactFileHandlers.ts';
import { contactNoteHandlers } from './contactNoteHandlers.ts';
import { metaOf, sliceOf } from './contactPages.ts';
import { readCriteria } from './readCriteria.ts';
import { presentingContacts } from './presentingContacts.ts';

/** That the team is shown (docs/application-api.md, Contacts). */
const CONVERSATIONS_OF_CONTACT = 20;

export function teamContactHandlers(services: Services): Handlers<typeof contactRoutes> {
	const { store, files, presence } = services;

	const presentAll = presentingContacts(services);
	const present = async (contact: ContactRow, shown?: { include_contact_inboxes: boolean }): Promise<TeamContact> => {
		const [presented] = await presentAll([contact], shown);
		return presented ?? Promise.reject(notFound());
	};

	return {
		...contactFileHandlers(services),
		...contactNoteHandlers(services),

		async listContacts({ account, query }) {
			const page = await store.contactList.listSlice(account.id, sliceOf(query), query.labels);
			return {
				meta: await metaOf(query, page, () => store.contactList.count(account.id, query.labels)),
				payload: await presentAll(page.contacts, query),
			};
		},

		async filterContacts({ account, query, body }) {
			const criteria = await readCriteria(store, account.id, body.payload);
			const chosen = { criteria, labels: query.labels, text: query.q };
			const page = await store.contactList.listChosen(account.id, chosen, sliceOf(query));
			return {
				meta: await metaOf(query, page, () => store.contactList.countChosen(account.id, chosen)),
				payload: await presentAll(page.contacts, query),
			};
		},

		showContact: async ({ account, params, query }) => ({
			payload: await present(await store.contacts.require(account.id, params.id), query),
		}),

		async createContact({ account, body: { inbox_id, source_id, ...facts } }) {
			const { contact, session } = await commit(
				services,
				scopeOfNewcomer({ account }),
				async (repositories, publish) => {
					const added = await addContact(repositories, publish, account.id, facts);
					return {
						contact: added,
						session: inbox_id
							? await beginSession(repositories, added.id, inbox_id, source_id ?? undefined)
							: undefined,
					};
				},
			);
			const inbox = session && (await store.channels.findInbox(session.inbox_id));
			return {
				payload: {
					contact: await present(contact),
					contact_inbox: { inbox: inbox ? presentInboxOfContact(inbox) : null, source_id: session?.source_id ?? null },
				},
			};
		},

		async updateContact({ account, member, params, query, body }) {
			const found = await store.contacts.require(account.id, params.id);
			const changed = await commit(services, scopeOfContact(found.account_id, found.id), (repositories, publish) =>
				changeContact(repositories, publish, found.id, body, member),
			);
			return { payload: await present(changed, query) };
		},

		async deleteContact({ account, params }) {
			const found = await store.contacts.require(account.id, params.id);
			const unowned = await commit(
				services,
				scopeOfContact(found.account_id, found.id),
				async (repositories, publish) =>
					deleteContact(repositories, publish, await repositories.contacts.lock(found.id)),
			);
			await files.remove(unowned.files);
		},

		async revokeContactSessions({ account, params }) {
			const found = await store.contacts.require(account.id, params.id);
			const revoked = await commit(services, scopeOfContact(found.account_id, found.id), (repositories) =>
				revokeSessions(repositories, found.id),
			);
			return { revoked };
		},

		async destroyContactAttributes({ account, member, params, body }) {
			const found = await store.contacts.require(account.id, params.id);
			const changed = await commit(services, scopeOfContact(found.account_id, found.id), (repositories, publish) =>
				removeAttributes(repositories, publish, found.id, body.custom_attributes, member),
			);
			return { payload: await present(changed) };
		},

		async mergeContacts({ account, member, body }) {
			const base = await store.contacts.require(account.id, body.base_contact_id);
			const merged = await store.contacts.require(account.id, body.mergee_contact_id);
			return present(
				await commit(services, scopeOfContact(base.account_id, base.id), (repositories, publish) =>
					mergeContacts(repositories, publish, { base, merged, by: member }),
				),
			);
		},

		async listContactLabels({ account, params }) {
			const { id } = await store.contacts.require(account.id, params.id);
			return { payload: await store.contactLabels.list(id) };
		},

		async setContactLabels({ account, member, params, body }) {
			const { id } = await store.contacts.require(account.id, params.id);
			const payload = await commit(services, scopeOfContact(account.id, id), (repositories) =>
				labelContact(repositories, id, body.labels ?? [], member),
			);
			return { payload };
		},

		async listContactConversations({ account, member, params }) {
			const { id } = await store.contacts.require(account.id, params.id);
			const visible =
				member.role === 'administrator' ? undefined : await store.channels.listVisibleInboxIds(account.id, member);
			const conversations = await store.conversations.listOfContact(id, visible, CONVERSATIONS_OF_CONTACT);
			const now = await presence.list(account.id);
			return {
				payload: (await loadTeamDetails(store, files, conversations)).map((details) =>
					presentTeamConversation(details, now, member.user_id),
				),
			};
		},
	};
}
