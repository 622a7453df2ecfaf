/** The team's search for words and beginnings of words (docs/application-api.md, Search). */
import * as v from 'valibot';
import { InboxOfContact, TeamContact, contactPage, contactQuery } from './contactRoutes.ts';
import { Message, TeamAgent } from '../entities/entities.ts';
import { accountParams, pageNumber } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';

const FoundContact = v.pick(TeamContact, ['id', 'name', 'email', 'phone_number', 'identifier']);
export type FoundContact = v.InferOutput<typeof FoundContact>;

const FoundConversation = v.object({
	/** Display id. */
	id: v.number(),
	uuid: v.string(),
	account_id: v.number(),
	created_at: v.number(),
	/** The newest one that is no activity. */
	message: v.nullable(Message),
	contact: FoundContact,
	inbox: InboxOfContact,
	/** Absent where there is no assignee. */
	agent: v.optional(v.pick(TeamAgent, ['id', 'available_name', 'email', 'name', 'role'])),
});
export type FoundConversation = v.InferOutput<typeof FoundConversation>;

const FoundMessage = v.object({ ...Message.entries, inbox: InboxOfContact });
export type FoundMessage = v.InferOutput<typeof FoundMessage>;

const found = {
	conversations: v.array(FoundConversation),
	contacts: v.array(FoundContact),
	messages: v.array(FoundMessage),
};

/** A blank one finds nothing. */
const q = v.optional(v.pipe(v.string(), v.maxLength(255)), '');
const query = v.object({ q, page: pageNumber });
const SEARCH = '/api/v1/accounts/:account_id/search';

export const searchRoutes = {
	search: {
		method: 'GET',
		path: SEARCH,
		role: 'member',
		summary: 'The first 15 conversations, contacts and messages that have all words of `q`, or words that begin so',
		params: accountParams,
		query: v.object({ q }),
		response: v.object({ payload: v.object(found) }),
	},
	searchConversations: {
		method: 'GET',
		path: `${SEARCH}/conversations`,
		role: 'member',
		summary: 'Conversations by their contact’s name, address, number or identifier, or by their own number, 15 a page',
		params: accountParams,
		query,
		response: v.object({ payload: v.object({ conversations: found.conversations }) }),
	},
	searchContacts: {
		method: 'GET',
		path: `${SEARCH}/contacts`,
		role: 'member',
		summary: 'Contacts by name, address, number, identifier or company, 15 a page',
		params: accountParams,
		query,
		response: v.object({ payload: v.object({ contacts: found.contacts }) }),
	},
	searchMessages: {
		method: 'GET',
		path: `${SEARCH}/messages`,
		role: 'member',
		summary: 'Messages and private notes by their words, newest first, 15 a page',
		params: accountParams,
		query,
		response: v.object({ payload: v.object({ messages: found.messages }) }),
	},
	findContacts: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/contacts/search',
		role: 'member',
		summary: 'The same contacts with all that the list of contacts has of them',
		params: accountParams,
		query: v.object({ ...contactQuery.entries, q }),
		response: contactPage,
	},
} as const satisfies RouteTable;
