/**
 * The team's side: `/api/v1/accounts/:account_id/*`, profile and sign-in (docs/application-api.md,
 * Profile and signing in).
 */
import * as v from 'valibot';
import { Attributes } from '../entities/attributes.ts';
import {
	Availability,
	CallTicket,
	ContactSender,
	CONVERSATION_STATUSES,
	ConversationStatus,
	Message,
	PageMeta,
	Profile,
	TeamConversation,
	UserSender,
} from '../entities/entities.ts';
import { accessTokenRoutes } from './accessTokenRoutes.ts';
import { byLink, byPassword, deskSessionRoutes, password, personName } from './deskSessionRoutes.ts';
import { agentRoutes } from './agentRoutes.ts';
import { campaignRoutes } from './campaignRoutes.ts';
import { contactRoutes } from './contactRoutes.ts';
import { conversationChangeRoutes, conversationParams } from './conversationChangeRoutes.ts';
import { filterBody } from './filters/conditions.ts';
import { customFilterRoutes } from './filters/customFilterRoutes.ts';
import { helpCentreRoutes } from './helpCentreRoutes.ts';
import { labelRoutes, soughtLabels } from './labelRoutes.ts';
import { messageStreamRoutes } from './messageStreamRoutes.ts';
import { notificationRoutes } from './notificationRoutes.ts';
import { accountParams, moment, numeric, orNone, pageNumber, truth } from '../base/numeric.ts';
import { reportRoutes } from './reportRoutes.ts';
import type { RouteTable } from '../base/routes.ts';
import { searchRoutes } from './searchRoutes.ts';
import { participantRoutes } from './teams/participantRoutes.ts';
import { teamRoutes } from './teams/teamRoutes.ts';
import { accountRoutes } from './accountRoutes.ts';
import { attributeDefinitionRoutes } from './attributeDefinitionRoutes.ts';
import { auditLogRoutes } from './auditLogRoutes.ts';
import { cannedResponseRoutes } from './cannedResponseRoutes.ts';
import { deliveryRoutes } from './deliveryRoutes.ts';
import { inboxRoutes } from './inboxRoutes.ts';
import { mailRoutes } from './mailRoutes.ts';
import { receiverRoutes } from './receiverRoutes.ts';
import { translationRoutes } from './translationRoutes.ts';
import { teamMessageBody } from './teamMessageBody.ts';

/** Statuses with commas, or as a list `status[]`; an unknown one has no conversations. */
const soughtStatus = v.pipe(
	v.string(),
	v.transform((text): 'all' | ConversationStatus[] => {
		const sought = text.split(',');
		return sought.includes('all') ? 'all' : CONVERSATION_STATUSES.filter((status) => sought.includes(status));
	}),
);

const conversationFilter = v.object({
	/** `open` (default), `resolved`, `pending`, `snoozed`, several of them, or `all`. */
	status: v.optional(soughtStatus),
	/** Anything else means `all`. */
	assignee_type: v.optional(v.fallback(v.picklist(['me', 'unassigned', 'assigned', 'all']), 'all')),
	inbox_id: v.optional(numeric),
	/** Conversations that have any of these. */
	labels: v.optional(soughtLabels),
	/**
	 * Words of messages and notes: of any status, the conversations of the newest 1,000 that are
	 * found.
	 */
	q: v.optional(v.pipe(v.string(), v.maxLength(255))),
	/** Of a visitor's session: the newest 1,000 that it has. */
	source_id: v.optional(v.pipe(v.string(), v.maxLength(255))),
	/**
	 * The newest 1,000 in which a note names the caller, or that they follow. Another one is
	 * refused: a list that does not follow it would be the wrong one.
	 */
	conversation_type: v.optional(orNone(v.picklist(['mention', 'participating'], 'is not supported'))),
	/** An unknown one is not found. */
	team_id: v.optional(numeric),
	/**
	 * In seconds: answers every conversation that changed within them, without paging; refused
	 * where there are more than 250.
	 */
	updated_within: v.optional(numeric),
});

export const DEFAULT_SORT = 'last_activity_at_desc';
/** Chatwoot's names, the older ones last. */
export const CONVERSATION_SORTS = [
	DEFAULT_SORT,
	'last_activity_at_asc',
	'created_at_desc',
	'created_at_asc',
	'priority_desc',
	'priority_asc',
	'waiting_since_desc',
	'waiting_since_asc',
	'latest',
	'sort_on_created_at',
	'sort_on_priority',
	'sort_on_waiting_since',
] as const;
export type ConversationSort = (typeof CONVERSATION_SORTS)[number];

const listStart = v.object({
	/** An unknown one means the default. */
	sort_by: v.optional(v.fallback(v.picklist(CONVERSATION_SORTS), DEFAULT_SORT)),
	page: pageNumber,
	/**
	 * `next_cursor` of the page before, in place of `page`: what moves in between is neither
	 * repeated nor missed.
	 */
	cursor: v.optional(v.pipe(v.string(), v.regex(/^\d\.\d{1,15}\.\d{1,15}$/, 'Cursor is invalid'))),
});

/** The counts of a tab do not depend on which assignee the list is filtered by. */
const conversationCounts = v.object({
	mine_count: v.number(),
	assigned_count: v.number(),
	unassigned_count: v.number(),
	all_count: v.number(),
});

export const applicationRoutes = {
	...helpCentreRoutes,
	...campaignRoutes,
	...accountRoutes,
	...inboxRoutes,
	...translationRoutes,
	...labelRoutes,
	...cannedResponseRoutes,
	...customFilterRoutes,
	...receiverRoutes,
	...attributeDefinitionRoutes,
	...deliveryRoutes,
	...mailRoutes,
	...auditLogRoutes,
	...agentRoutes,
	...teamRoutes,
	...participantRoutes,
	...conversationChangeRoutes,
	...messageStreamRoutes,
	...contactRoutes,
	...searchRoutes,
	...accessTokenRoutes,
	...reportRoutes,
	...deskSessionRoutes,
	...notificationRoutes,
	listConversations: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/conversations',
		role: 'member',
		summary:
			'Conversations of the inboxes that the agent sees, 25 a page, last activity first where no other order is asked for',
		params: accountParams,
		query: v.object({
			...conversationFilter.entries,
			...listStart.entries,
		}),
		response: v.object({
			data: v.object({
				meta: conversationCounts,
				/** Null on the last page. */
				next_cursor: v.nullable(v.string()),
				payload: v.array(TeamConversation),
			}),
		}),
	},
	filterConversations: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/conversations/filter',
		role: 'member',
		summary: 'Conversations of any status that conditions choose, 25 a page, last activity first',
		params: accountParams,
		query: listStart,
		body: filterBody,
		response: v.object({
			meta: v.omit(conversationCounts, ['assigned_count']),
			/** Null on the last page. */
			next_cursor: v.nullable(v.string()),
			payload: v.array(TeamConversation),
		}),
	},
	countConversations: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/conversations/meta',
		role: 'member',
		summary: 'How many conversations the list has for each assignee, with the same filters',
		params: accountParams,
		query: conversationFilter,
		response: v.object({ meta: conversationCounts }),
	},
	countCustomFilters: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/custom_filters/counts',
		role: 'member',
		summary: 'How many conversations each filter of conversations has that the caller sees',
		params: accountParams,
		/** Without filters that cannot be read, such as those of other programs. */
		response: v.object({ payload: v.array(v.object({ id: v.number(), count: v.number() })) }),
	},
	showConversation: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/conversations/:id',
		role: 'member',
		inbox: 'member',
		summary: 'One conversation',
		params: conversationParams,
		response: TeamConversation,
	},
	listMessages: {
		method: 'GET',
		path: '/api/v1/accounts/:account_id/conversations/:id/messages',
		role: 'member',
		inbox: 'member',
		summary: 'A page of messages, oldest first: the newest 20, 20 before an id, or 100 after one',
		params: conversationParams,
		query: v.object({
			before: v.optional(numeric),
			after: v.optional(numeric),
			/** When it is present, private notes and activity messages are left out. */
			filter_internal_messages: v.optional(v.string()),
		}),
		response: v.object({
			meta: v.object({
				labels: v.array(v.string()),
				additional_attributes: Attributes,
				contact: ContactSender,
				assignee: v.optional(UserSender),
				/** ISO 8601 or null. */
				agent_last_seen_at: v.nullable(v.string()),
				assignee_last_seen_at: v.nullable(v.string()),
				...PageMeta.entries,
			}),
			payload: v.array(Message),
		}),
	},
	createMessage: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/conversations/:id/messages',
		role: 'memberOrBot',
		inbox: 'member',
		summary: 'Writes to the visitor, or a private note; a repeated echo_id answers the stored message',
		params: conversationParams,
		body: teamMessageBody,
		isMultipart: true,
		response: Message,
	},
	deleteMessage: {
		method: 'DELETE',
		path: '/api/v1/accounts/:account_id/conversations/:id/messages/:message_id',
		role: 'member',
		inbox: 'member',
		summary: 'Takes back what a message said, with its files; its place stays',
		params: v.object({ ...conversationParams.entries, message_id: numeric }),
		response: Message,
	},
	joinCall: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/integrations/dyte/add_participant_to_meeting',
		role: 'member',
		inbox: 'member',
		summary: 'Lets the agent into the video call of a message',
		params: accountParams,
		body: v.object({ message_id: numeric }),
		response: CallTicket,
	},
	toggleStatus: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/conversations/:id/toggle_status',
		role: 'memberOrBot',
		inbox: 'member',
		summary: 'Sets a status, or toggles between open and resolved',
		params: conversationParams,
		body: v.object({
			status: v.optional(orNone(ConversationStatus)),
			/** Seconds since the epoch; kept only while the status is snoozed. */
			snoozed_until: v.optional(orNone(moment)),
		}),
		response: v.object({
			payload: v.object({
				/**
				 * Null, as in Chatwoot, where a bot hands the conversation over to people; else
				 * true.
				 */
				success: v.nullable(v.boolean()),
				conversation_id: v.number(),
				current_status: ConversationStatus,
				snoozed_until: v.nullable(v.string()),
			}),
		}),
	},
	toggleTypingStatus: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/conversations/:id/toggle_typing_status',
		role: 'member',
		inbox: 'member',
		summary: 'Tells the visitor and the other agents that the agent types, or no longer does',
		params: conversationParams,
		body: v.object({ typing_status: v.picklist(['on', 'off']), is_private: v.optional(truth, false) }),
	},
	viewConversation: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/conversations/:id/viewing',
		role: 'member',
		inbox: 'member',
		summary: 'Says that the agent has the conversation open, or no longer; answers who else has',
		params: conversationParams,
		body: v.object({ viewing: v.optional(truth, true) }),
		response: v.object({ payload: v.array(UserSender) }),
	},
	updateLastSeen: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/conversations/:id/update_last_seen',
		role: 'member',
		inbox: 'member',
		summary:
			'Marks the conversation as read by the team, up to the message `last_seen_message_id` where the call names one',
		params: conversationParams,
		body: v.object({ last_seen_message_id: v.optional(numeric) }),
		response: TeamConversation,
	},
	showProfile: {
		method: 'GET',
		path: '/api/v1/profile',
		role: 'user',
		summary: 'The signed-in agent with the token for realtime',
		response: Profile,
	},
	updateProfile: {
		method: 'PATCH',
		path: '/api/v1/profile',
		role: 'user',
		summary:
			'Sets the caller’s names, picture or password; a password ends their other sign-ins, and needs the current one, or a session that a link has just begun',
		wrapper: 'profile',
		isMultipart: true,
		body: v.object({
			/** A file of a form, or its signed id: PNG, JPEG, GIF or WebP, at most 2 MB. */
			avatar: v.optional(v.string()),
			name: v.optional(v.pipe(personName, v.minLength(1, "Name can't be blank"))),
			/** What visitors read in place of the name. */
			display_name: v.optional(orNone(personName)),
			password: v.optional(password),
			current_password: v.optional(password),
			/**
			 * Whether a new password also ends the access tokens made for scripts, but for the one
			 * that asks.
			 */
			revoke_tokens: v.optional(truth),
		}),
		response: Profile,
	},
	deleteAvatar: {
		method: 'DELETE',
		path: '/api/v1/profile/avatar',
		role: 'user',
		summary: 'Removes the caller’s picture',
		response: Profile,
	},
	setAvailability: {
		method: 'POST',
		path: '/api/v1/profile/availability',
		role: 'user',
		summary: 'Says whether the caller is there for visitors, in one account',
		wrapper: 'profile',
		body: v.object({ account_id: numeric, availability: Availability }),
		response: Profile,
	},
	signIn: {
		method: 'POST',
		path: '/auth/sign_in',
		role: 'public',
		summary: 'Signs in with a password, or with the one-time token of a login link, which then is spent',
		body: v.union([byPassword, byLink]),
		response: v.object({ data: Profile }),
	},
} as const satisfies RouteTable;
