/** The team's search (docs/application-api.md, Search). */
import { DEFAULT_CONTACT_SORT, type TeamContact } from '#protocol/application/contactRoutes.ts';
import { SEARCH_PER_PAGE } from '#protocol/base/limits.ts';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import type {
	FoundContact,
	FoundConversation,
	FoundMessage,
	searchRoutes,
} from '#protocol/application/searchRoutes.ts';
import { presentTeamAgent } from '../../present/agent.ts';
import { presentInboxOfContact } from '../../present/contact.ts';
import { loadTeamDetails, presentMessageOf } from '../../present/conversation.ts';
import { presentTeamMessage } from '../../present/message.ts';
import { loadRelations, partsOf } from '../../present/messageParts.ts';
import { seconds } from '../../present/times.ts';
import type { Services } from '../../services/services.ts';
import type { ContactRow } from '../../store/tables/schema.ts';
import type { Search } from '../../store/messages/search.ts';
import type { Member } from '../../store/people/users.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { metaOf, sliceOf } from '../contacts/contactPages.ts';
import { presentingContacts } from '../contacts/presentingContacts.ts';

export function searchHandlers(services: Services): Handlers<typeof searchRoutes> {
	const { store, files, presence, readConfiguration } = services;
	const presentContacts = presentingContacts(services);

	const readSearch = async (member: Member, text: string, page = 1): Promise<Search> => ({
		accountId: member.account_id,
		inboxIds:
			member.role === 'administrator' ? undefined : await store.channels.listVisibleInboxIds(member.account_id, member),
		text,
		page,
	});

	const presentInbox = async (inboxId: number) =>
		presentInboxOfContact((await (await readConfiguration()).channel(store, inboxId)).inbox);

	const findConversations = async (search: Search): Promise<FoundConversation[]> => {
		const details = await loadTeamDetails(store, files, await store.search.listConversations(search));
		const now = await presence.list(search.accountId);
		return Promise.all(
			details.map(async (of) => ({
				id: of.conversation.display_id,
				uuid: of.conversation.uuid,
				account_id: of.conversation.account_id,
				created_at: seconds(of.conversation.created_at),
				message: of.newestSpoken ? presentMessageOf(of, of.newestSpoken, now) : null,
				contact: presentFound(of.contact),
				inbox: await presentInbox(of.conversation.inbox_id),
				...(of.assignee ? { agent: presentFoundAgent(presentTeamAgent(of.assignee, now)) } : {}),
			})),
		);
	};

	const findMessages = async (search: Search): Promise<FoundMessage[]> => {
		const messages = await store.search.listMessages(search);
		const conversations = await store.conversations.listByIds(messages.map((message) => message.conversation_id));
		const relations = await loadRelations(store, files, search.accountId, messages);
		const now = await presence.list(search.accountId);
		return Promise.all(
			messages.map(async (message) => {
				const displayId = conversations.find(({ id }) => id === message.conversation_id)?.display_id ?? 0;
				const presented = presentTeamMessage(message, displayId, partsOf(message, relations, now));
				return { ...presented, inbox: await presentInbox(message.inbox_id) };
			}),
		);
	};

	const findContacts = async ({ page, ...search }: Search) => {
		const slice = { sort: DEFAULT_CONTACT_SORT, start: { page }, limit: SEARCH_PER_PAGE } as const;
		return (await store.search.listContacts(search, slice)).contacts.map(presentFound);
	};

	return {
		async search({ member, query }) {
			const search = await readSearch(member, query.q);
			return {
				payload: {
					conversations: await findConversations(search),
					contacts: await findContacts(search),
					messages: await findMessages(search),
				},
			};
		},

		searchConversations: async ({ member, query }) => ({
			payload: { conversations: await findConversations(await readSearch(member, query.q, query.page)) },
		}),

		searchContacts: async ({ member, query }) => ({
			payload: { contacts: await findContacts(await readSearch(member, query.q, query.page)) },
		}),

		searchMessages: async ({ member, query }) => ({
			payload: { messages: await findMessages(await readSearch(member, query.q, query.page)) },
		}),

		async findContacts({ account, query }) {
			const sought = { accountId: account.id, text: query.q, labels: query.labels ?? [] };
			const page = await store.search.listContacts(sought, sliceOf(query));
			const payload: TeamContact[] = await presentContacts(page.contacts, query);
			return { meta: await metaOf(query, page, () => store.search.countContacts(sought)), payload };
		},
	};
}

function presentFoundAgent({ id, available_name, email, name, role }: TeamAgent): FoundConversation['agent'] {
	return { id, available_name, email, name, role };
}

function presentFound({ id, name, email, phone_number, identifier }: ContactRow): FoundContact {
	return { id, name, email, phone_number, identifier };
}
