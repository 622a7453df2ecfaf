/**
 * What the team does with a conversation, beside its status (docs/application-api.md,
 * Conversations).
 */
import * as v from 'valibot';
import { Attributes } from '../entities/attributes.ts';
import {
	BotConversation,
	ConversationStatus,
	Priority,
	Team,
	TeamAgent,
	TeamConversation,
} from '../entities/entities.ts';
import { labelled, labels, labelTitles } from './labelRoutes.ts';
import { accountParams, moment, numeric, orNone } from '../base/numeric.ts';
import type { RouteTable } from '../base/routes.ts';
import { teamMessageBody } from './teamMessageBody.ts';

/** `id` is the conversation's display id. */
export const conversationParams = v.object({ ...accountParams.entries, id: numeric });

/** Conversations that one call changes. */
export const BULK_MAX = 100;

const priority = orNone(Priority);
const changed = v.union([TeamConversation, BotConversation]);

/** A team as an assignment answers it. */
const AssignedTeam = v.object({
	...v.omit(Team, ['is_member']).entries,
	/** ISO 8601. */
	created_at: v.string(),
	updated_at: v.string(),
});

const CONVERSATIONS = '/api/v1/accounts/:account_id/conversations';
const CONVERSATION = `${CONVERSATIONS}/:id` as const;

export const conversationChangeRoutes = {
	createTeamConversation: {
		method: 'POST',
		path: CONVERSATIONS,
		role: 'memberOrBot',
		inbox: 'member',
		summary: 'Begins a conversation with a contact, with a first message where there is one',
		params: accountParams,
		body: v.object({
			/** Needed with `contact_id`. */
			inbox_id: v.optional(orNone(numeric)),
			/**
			 * The conversation is in the contact’s newest session in the inbox, a proven one first,
			 * or else in a new one.
			 */
			contact_id: v.optional(orNone(numeric)),
			/** A session, in place of contact and inbox. */
			source_id: v.optional(orNone(v.string())),
			/** Default `open`, and `pending` where a bot answers first. */
			status: v.optional(orNone(ConversationStatus)),
			/** Seconds since the epoch; kept only while the status is snoozed. */
			snoozed_until: v.optional(orNone(moment)),
			/** A member of the team; an unknown id leaves the conversation without one. */
			assignee_id: v.optional(orNone(numeric)),
			/** A team of the account; an unknown id leaves the conversation without one. */
			team_id: v.optional(orNone(numeric)),
			/** The first message; it cannot begin a call. */
			message: v.optional(v.nullable(teamMessageBody)),
			additional_attributes: v.optional(Attributes, {}),
			custom_attributes: v.optional(Attributes, {}),
		}),
		response: changed,
	},
	assignConversation: {
		method: 'POST',
		path: `${CONVERSATION}/assignments`,
		role: 'memberOrBot',
		inbox: 'member',
		summary:
			'Makes a person the assignee, or assigns the conversation to a team; 0, null or an unknown id leaves it without one',
		params: conversationParams,
		body: v.object({
			assignee_id: v.optional(orNone(numeric)),
			/** Does nothing beside `assignee_id`. */
			team_id: v.optional(orNone(numeric)),
		}),
		/** The assignee or the team, or null where there is none, and where the call names none. */
		response: v.nullable(v.union([TeamAgent, AssignedTeam])),
	},
	updateConversation: {
		method: 'PATCH',
		path: CONVERSATION,
		role: 'memberOrBot',
		inbox: 'member',
		summary: 'Changes the priority',
		params: conversationParams,
		body: v.object({ priority: v.optional(priority) }),
		response: changed,
	},
	togglePriority: {
		method: 'POST',
		path: `${CONVERSATION}/toggle_priority`,
		role: 'memberOrBot',
		inbox: 'member',
		summary: 'Sets the priority; a blank one removes it',
		params: conversationParams,
		body: v.object({ priority: v.optional(priority) }),
	},
	changeConversations: {
		method: 'POST',
		path: '/api/v1/accounts/:account_id/bulk_actions',
		role: 'member',
		summary:
			'Changes several conversations, each as one call would; those that the caller does not see stay as they are',
		params: accountParams,
		body: v.object({
			/** `Conversation`; others are refused. */
			type: v.optional(v.nullable(v.string())),
			/** Display ids. */
			ids: v.pipe(v.array(numeric), v.maxLength(BULK_MAX, `are too many (maximum is ${BULK_MAX})`)),
			/** What is absent stays. */
			fields: v.optional(
				v.nullable(
					v.object({
						/** Null stays, too. */
						status: v.optional(orNone(ConversationStatus)),
						/** 0, null or an unknown id leaves them without one. */
						assignee_id: v.optional(orNone(numeric)),
						/** As `assignee_id`, which comes first. */
						team_id: v.optional(orNone(numeric)),
						/** Null removes it. Chatwoot does not take it here. */
						priority: v.optional(priority),
					}),
				),
			),
			/** Seconds since the epoch; kept only where `fields` has the status snoozed. */
			snoozed_until: v.optional(orNone(moment)),
			/** A label that is removed and added stays. */
			labels: v.optional(
				v.nullable(
					v.object({
						add: v.optional(v.nullable(labelTitles)),
						remove: v.optional(v.nullable(labelTitles)),
					}),
				),
			),
		}),
		/**
		 * Display ids of those that are as asked now, without those that were deleted since;
		 * Chatwoot answers nothing, since it changes them later.
		 */
		response: v.object({ payload: v.array(v.number()) }),
	},
	listConversationLabels: {
		method: 'GET',
		path: `${CONVERSATION}/labels`,
		role: 'member',
		inbox: 'member',
		summary: 'The labels of a conversation',
		params: conversationParams,
		response: labelled,
	},
	setConversationLabels: {
		method: 'POST',
		path: `${CONVERSATION}/labels`,
		role: 'member',
		inbox: 'member',
		summary: 'Replaces the labels of a conversation; they need not be labels of the account',
		params: conversationParams,
		body: labels,
		response: labelled,
	},
	setTeamAttributes: {
		method: 'POST',
		path: `${CONVERSATION}/custom_attributes`,
		role: 'member',
		inbox: 'member',
		summary: 'Replaces the custom attributes of a conversation',
		params: conversationParams,
		body: v.object({ custom_attributes: Attributes }),
		response: v.object({ custom_attributes: Attributes }),
	},
	markUnread: {
		method: 'POST',
		path: `${CONVERSATION}/unread`,
		role: 'member',
		inbox: 'member',
		summary: 'Makes the visitor’s last message unread for the team',
		params: conversationParams,
		response: TeamConversation,
	},
	sendTeamTranscript: {
		method: 'POST',
		path: `${CONVERSATION}/transcript`,
		role: 'member',
		inbox: 'member',
		summary: 'Mails what visitor and team have said, without private notes, to an address',
		params: conversationParams,
		body: v.object({ email: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(255)))) }),
	},
	muteConversation: {
		method: 'POST',
		path: `${CONVERSATION}/mute`,
		role: 'member',
		inbox: 'member',
		summary: 'Blocks the contact and resolves the conversation: what they write opens it no more',
		params: conversationParams,
	},
	unmuteConversation: {
		method: 'POST',
		path: `${CONVERSATION}/unmute`,
		role: 'member',
		inbox: 'member',
		summary: 'Unblocks the contact',
		params: conversationParams,
	},
} as const satisfies RouteTable;
