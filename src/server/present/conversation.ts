/**
 * Conversations as the wire shows them (docs/wire.md, Conversations; docs/application-api.md,
 * Objects and Realtime).
 */
import type {
	BotConversation,
	ConversationRecord,
	PushConversation,
	PushMessage,
	TeamConversation,
	VisitorConversation,
} from '#protocol/entities/entities.ts';
import type { Known } from '../domain/eventPublisher.ts';
import type { Files } from '../files/files.ts';
import type { Present, PresentUsers } from '../presence/presence.ts';
import type {
	CampaignRow,
	ContactInbox,
	ContactRow,
	ConversationRow,
	MessageRow,
	TeamRow,
} from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/people/users.ts';
import { memberForVisitors, presentTeam, presentTeamAgent, presentUserSender } from './agent.ts';
import { byId } from './byId.ts';
import { contactForVisitor, presentContact, presentContactSender } from './contact.ts';
import { messageForVisitor, presentPushMessage } from './message.ts';
import { loadRelations, partsOf, relationsFor, type MessageRelations } from './messageParts.ts';
import { iso, seconds } from './times.ts';

/** The facts of a conversation that are needed to present its messages. */
export interface MessageDetails {
	conversation: ConversationRow;
	session: ContactInbox;
	/**
	 * Number of the visitor's messages that the team has not seen, counted up to ten, for
	 * `unread_count`.
	 */
	unreadCount: number;
	/** Senders and files of the messages that are presented. */
	relations: MessageRelations;
}

/** A conversation with everything that events and webhooks contain. */
export interface ConversationDetails extends MessageDetails {
	contact: ContactRow;
	assignee: Member | undefined;
	team: TeamRow | undefined;
	/** The campaign that began it. */
	campaign: CampaignRow | undefined;
	/** The newest message that is neither an activity nor a private note. */
	newestPublic: MessageRow | undefined;
}

/** A conversation with everything that the team's lists contain besides. */
interface TeamDetails extends ConversationDetails {
	/** The newest message of any kind. */
	newest: MessageRow | undefined;
	/** The newest message that is no activity. */
	newestSpoken: MessageRow | undefined;
	/** What was last said (`listLastSaid` of the messages). */
	lastSaid: MessageRow | undefined;
	/** Ids of the people in its team. */
	teamMemberIds: readonly number[];
}

const CHANNEL = 'Channel::WebWidget';

/**
 * Loads the details of one account's conversations with a fixed number of queries. Conversations
 * that are gone are left out.
 */
export async function loadTeamDetails(
	store: Repositories,
	files: Files,
	conversations: readonly ConversationRow[],
): Promise<TeamDetails[]> {
	const ids = conversations.map((conversation) => conversation.id);
	const newest = await store.messages.listNewest(ids);
	const newestSpoken = await store.messages.listNewestNonActivity(ids);
	const lastSaid = await store.messages.listLastSaid(newestSpoken);
	const details = await loadDetails(store, files, conversations, [...newest, ...newestSpoken, ...lastSaid]);
	const members = await store.teams.listMembers([...new Set(details.flatMap(({ team }) => team?.id ?? []))]);
	return details.map((of) => ({
		...of,
		teamMemberIds: members.filter(({ team_id }) => team_id === of.team?.id).map(({ user_id }) => user_id),
		newest: newest.find((message) => message.conversation_id === of.conversation.id),
		newestSpoken: newestSpoken.find((message) => message.conversation_id === of.conversation.id),
		lastSaid: lastSaid.find((message) => message.conversation_id === of.conversation.id),
	}));
}

/** Throws a NoResultError where the conversation is gone. */
export async function loadTeamConversation(
	store: Repositories,
	files: Files,
	conversation: ConversationRow,
): Promise<TeamDetails> {
	const [details] = await loadTeamDetails(store, files, [conversation]);
	return details ?? loadTeamConversation(store, files, await store.conversations.find(conversation.id));
}

/** Throws a NoResultError where the conversation is gone. */
export async function loadConversation(
	store: Repositories,
	files: Files,
	conversation: ConversationRow,
): Promise<ConversationDetails> {
	const [details] = await loadDetails(store, files, [conversation], []);
	return details ?? loadConversation(store, files, await store.conversations.find(conversation.id));
}

/** Loads the details for messages of one conversation. */
export async function loadMessageDetails(
	store: Repositories,
	files: Files,
	conversation: ConversationRow,
	messages: readonly MessageRow[],
	known: Known = {},
): Promise<MessageDetails> {
	return {
		conversation,
		session: known.session ?? found((await store.sessions.listByIds([conversation.contact_inbox_id]))[0]),
		unreadCount: known.unreadCount ?? (await store.messages.countUnread([conversation.id])).get(conversation.id) ?? 0,
		relations: await loadRelations(store, files, conversation.account_id, messages, known),
	};
}

/**
 * Loads the details of one account's conversations with a fixed number of queries; `messages` are
 * presented beside the newest public ones. Conversations that are gone are left out.
 */
export async function loadDetails(
	store: Repositories,
	files: Files,
	conversations: readonly ConversationRow[],
	messages: readonly MessageRow[],
): Promise<ConversationDetails[]> {
	const accountId = conversations[0]?.account_id;
	if (accountId === undefined) return [];
	const ids = conversations.map((conversation) => conversation.id);
	const newestPublic = await store.messages.listNewestPublic(ids);
	const relations = await loadRelations(store, files, accountId, [...messages, ...newestPublic]);
	const contacts = byId(await store.contacts.listByIds(conversations.map((of) => of.contact_id)));
	const sessions = byId(await store.sessions.listByIds(conversations.map((of) => of.contact_inbox_id)));
	const assignees = await store.users.listWriters(
		accountId,
		conversations.flatMap((conversation) => conversation.assignee_id ?? []),
	);
	const teams = byId(await store.teams.listByIds([...new Set(conversations.flatMap((of) => of.team_id ?? []))]));
	const campaigns = await store.campaigns.listByIds(
		conversations.flatMap((conversation) => conversation.campaign_id ?? []),
	);
	const unread = await store.messages.countUnread(ids);
	const stale = conversations.filter((of) => !contacts.has(of.contact_id) || !sessions.has(of.contact_inbox_id));
	if (stale.length > 0) return loadDetails(store, files, await readAgain(store, conversations, stale), messages);

	return conversations.map((conversation) => ({
		conversation,
		contact: found(contacts.get(conversation.contact_id)),
		session: found(sessions.get(conversation.contact_inbox_id)),
		assignee: assignees.find((member) => member.user_id === conversation.assignee_id),
		team: conversation.team_id === null ? undefined : teams.get(conversation.team_id),
		campaign: campaigns.find((campaign) => campaign.id === conversation.campaign_id),
		unreadCount: unread.get(conversation.id) ?? 0,
		newestPublic: newestPublic.find((message) => message.conversation_id === conversation.id),
		relations,
	}));
}

/**
 * Outside of a transaction a contact may be merged or deleted after its conversation was read.
 * Answers the conversations with the stale ones as they are now, without those that are gone.
 */
async function readAgain(
	store: Repositories,
	conversations: readonly ConversationRow[],
	stale: readonly ConversationRow[],
): Promise<ConversationRow[]> {
	const now = byId(await store.conversations.listByIds(stale.map(({ id }) => id)));
	return conversations.flatMap((before) => {
		if (!stale.includes(before)) return before;
		const fresh = now.get(before.id);
		// Otherwise it would be read again and again.
		if (fresh?.contact_id === before.contact_id && fresh.contact_inbox_id === before.contact_inbox_id)
			throw new Error(MISSING);
		return fresh ?? [];
	});
}

/** The same details, reduced to what the conversation's visitor may see. */
export function detailsFor(details: ConversationDetails): ConversationDetails {
	return {
		...messagesFor(details),
		conversation: conversationForVisitor(details.conversation),
		contact: contactForVisitor(details.session, details.contact),
		assignee: details.assignee && memberForVisitors(details.assignee),
		// Names of teams and titles of campaigns are internal to the team.
		team: undefined,
		campaign: undefined,
		newestPublic: details.newestPublic && messageForVisitor(details.newestPublic),
	};
}

/**
 * The conversation without what the team keeps about it. Attributes may be the site's or the
 * team's, which no column tells apart.
 */
export function conversationForVisitor(conversation: ConversationRow): ConversationRow {
	return {
		...conversation,
		labels: [],
		priority: null,
		snoozed_until: null,
		additional_attributes: {},
		custom_attributes: {},
	};
}

/** The same for messages. */
export function messagesFor<D extends MessageDetails>(details: D): D {
	return { ...details, relations: relationsFor(details.session, details.relations) };
}

export function presentVisitorConversation(conversation: ConversationRow): VisitorConversation {
	return {
		id: conversation.display_id,
		inbox_id: conversation.inbox_id,
		contact_last_seen_at: seconds(conversation.contact_last_seen_at),
		contact_last_seen_message_id: conversation.contact_last_seen_message_id ?? 0,
		status: conversation.status,
	};
}

export function presentConversationRecord(conversation: ConversationRow): ConversationRecord {
	return {
		id: conversation.id,
		display_id: conversation.display_id,
		uuid: conversation.uuid,
		identifier: null,
		team_id: null,
		sla_policy_id: null,
		account_id: conversation.account_id,
		inbox_id: conversation.inbox_id,
		contact_id: conversation.contact_id,
		contact_inbox_id: conversation.contact_inbox_id,
		campaign_id: conversation.campaign_id,
		assignee_id: conversation.assignee_id,
		status: conversation.status,
		priority: conversation.priority,
		additional_attributes: conversation.additional_attributes,
		custom_attributes: conversation.custom_attributes,
		snoozed_until: iso(conversation.snoozed_until),
		waiting_since: iso(conversation.waiting_since),
		first_reply_created_at: iso(conversation.first_reply_created_at),
		agent_last_seen_at: iso(conversation.agent_last_seen_at),
		assignee_last_seen_at: iso(conversation.assignee_last_seen_at),
		contact_last_seen_at: iso(conversation.contact_last_seen_at),
		last_activity_at: iso(conversation.last_activity_at),
		created_at: iso(conversation.created_at),
		updated_at: iso(conversation.updated_at),
	};
}

/** A message of the conversation, as events carry it. */
export function presentMessageOf(details: MessageDetails, message: MessageRow, present: PresentUsers): PushMessage {
	const { conversation, session, unreadCount } = details;
	const context = { conversation, sourceId: session.source_id, unreadCount };
	return presentPushMessage(message, context, partsOf(message, details.relations, present));
}

/** @param viewerId who reads it; undefined for nobody in particular */
export function presentTeamConversation(
	details: TeamDetails,
	present: Present,
	viewerId: number | undefined,
): TeamConversation {
	const { conversation, contact, assignee, team, teamMemberIds, session, newest, newestSpoken, lastSaid } = details;
	return {
		id: conversation.display_id,
		uuid: conversation.uuid,
		account_id: conversation.account_id,
		inbox_id: conversation.inbox_id,
		status: conversation.status,
		meta: {
			sender: presentContact(contact, present),
			channel: CHANNEL,
			...(assignee ? { assignee: presentTeamAgent(assignee, present) } : {}),
			...(team
				? {
						team: presentTeam(
							team,
							teamMemberIds.some((id) => id === viewerId),
						),
					}
				: {}),
			hmac_verified: session.hmac_verified,
			...(session.mail_address !== null && { mail_address: session.mail_address }),
		},
		messages: newest ? [presentMessageOf(details, newest, present)] : [],
		last_non_activity_message: newestSpoken ? presentMessageOf(details, newestSpoken, present) : null,
		...(lastSaid && lastSaid.id !== newestSpoken?.id
			? { last_said_message: presentMessageOf(details, lastSaid, present) }
			: {}),
		additional_attributes: conversation.additional_attributes,
		custom_attributes: conversation.custom_attributes,
		labels: conversation.labels,
		...begunBy(details),
		can_reply: true,
		muted: contact.blocked,
		snoozed_until: iso(conversation.snoozed_until),
		priority: conversation.priority,
		unread_count: details.unreadCount,
		agent_last_seen_at: seconds(conversation.agent_last_seen_at),
		assignee_last_seen_at: seconds(conversation.assignee_last_seen_at),
		contact_last_seen_at: seconds(conversation.contact_last_seen_at),
		agent_last_seen_message_id: conversation.agent_last_seen_message_id ?? 0,
		contact_last_seen_message_id: conversation.contact_last_seen_message_id ?? 0,
		first_reply_created_at: seconds(conversation.first_reply_created_at),
		waiting_since: seconds(conversation.waiting_since),
		last_activity_at: seconds(conversation.last_activity_at),
		timestamp: seconds(conversation.last_activity_at),
		created_at: seconds(conversation.created_at),
		updated_at: conversation.updated_at / 1000,
	};
}

export function presentBotConversation(conversation: ConversationRow): BotConversation {
	return {
		id: conversation.display_id,
		uuid: conversation.uuid,
		account_id: conversation.account_id,
		inbox_id: conversation.inbox_id,
		status: conversation.status,
		can_reply: true,
		snoozed_until: iso(conversation.snoozed_until),
		priority: conversation.priority,
		created_at: seconds(conversation.created_at),
		updated_at: conversation.updated_at / 1000,
	};
}

export function presentPushConversation(details: ConversationDetails, present: PresentUsers): PushConversation {
	const { conversation, contact, assignee, team, session, newestPublic } = details;
	return {
		id: conversation.display_id,
		account_id: conversation.account_id,
		inbox_id: conversation.inbox_id,
		status: conversation.status,
		channel: CHANNEL,
		can_reply: true,
		contact_inbox: {
			id: session.id,
			contact_id: session.contact_id,
			inbox_id: session.inbox_id,
			source_id: session.source_id,
			hmac_verified: session.hmac_verified,
		},
		messages: newestPublic ? [presentMessageOf(details, newestPublic, present)] : [],
		labels: conversation.labels,
		meta: {
			sender: presentContactSender(contact),
			assignee: assignee ? presentUserSender(assignee, present) : null,
			team: team ? { id: team.id, name: team.name } : null,
			hmac_verified: session.hmac_verified,
			...(session.mail_address !== null && { mail_address: session.mail_address }),
		},
		additional_attributes: conversation.additional_attributes,
		custom_attributes: conversation.custom_attributes,
		...begunBy(details),
		snoozed_until: iso(conversation.snoozed_until),
		unread_count: details.unreadCount,
		first_reply_created_at: iso(conversation.first_reply_created_at),
		priority: conversation.priority,
		waiting_since: seconds(conversation.waiting_since),
		agent_last_seen_at: seconds(conversation.agent_last_seen_at),
		contact_last_seen_at: seconds(conversation.contact_last_seen_at),
		agent_last_seen_message_id: conversation.agent_last_seen_message_id ?? 0,
		contact_last_seen_message_id: conversation.contact_last_seen_message_id ?? 0,
		last_activity_at: seconds(conversation.last_activity_at),
		timestamp: seconds(conversation.last_activity_at),
		created_at: seconds(conversation.created_at),
		updated_at: conversation.updated_at / 1000,
	};
}

function begunBy({ campaign }: ConversationDetails): Pick<TeamConversation, 'campaign'> {
	return campaign ? { campaign: { id: campaign.display_id, title: campaign.title } } : {};
}

const MISSING = 'A row that a foreign key promises is missing';

/** A row that exists by its foreign key. */
function found<T>(row: T | undefined): T {
	if (row === undefined) throw new Error(MISSING);
	return row;
}
