/**
 * A conversation as the desk keeps it: the fields that REST answers and pushed events have in
 * common.
 */
import type { Attributes } from '#protocol/entities/attributes.ts';
import {
	MessageType,
	type ContactSender,
	type ConversationStatus,
	type Priority,
	type PushConversation,
	type PushMessage,
	type Team,
	type TeamAgent,
	type TeamConversation,
	type UserSender,
} from '#protocol/entities/entities.ts';

export interface Conversation {
	/** Display id. */
	id: number;
	status: ConversationStatus;
	/** The inbox of the website that it came from. */
	inboxId: number;
	visitor: Visitor;
	assignee: Assignee | undefined;
	team: Pick<Team, 'id' | 'name'> | undefined;
	priority: Priority | undefined;
	/** When it opens again; undefined where it is not snoozed, or until the visitor writes. */
	snoozedUntil: number | undefined;
	/** Since when the visitor waits for an answer; 0 where they do not wait. */
	waitingSince: number;
	/**
	 * What was last said: the newest message of a person or bot, or the question that the visitor
	 * has answered since. Private notes count where the server includes them. A message that the
	 * server wrote by itself stands in for what is not known.
	 */
	lastMessage: PushMessage | undefined;
	/** The visitor's messages and answers that the team has not read; the server counts to ten. */
	unreadCount: number;
	/** To which answers go, where it began by mail. */
	mailAddress: string | undefined;
	/** The labels that the team, or the page, has given it. */
	labels: readonly string[];
	/** Title of the campaign that began it; undefined where the visitor began it. */
	campaignTitle: string | undefined;
	/**
	 * Facts about the visitor's browser: `browser`, `referer`, `browser_language`, `initiated_at`.
	 */
	additionalAttributes: Attributes;
	/** What the team or the page records of it. */
	customAttributes: Attributes;
	/** Id of the newest message that the visitor has read, or 0. */
	visitorLastSeenId: number;
	/** Seconds since the epoch, like all times here. */
	lastActivityAt: number;
	createdAt: number;
	updatedAt: number;
}

export type Visitor = Pick<
	ContactSender,
	| 'id'
	| 'name'
	| 'email'
	| 'phone_number'
	| 'thumbnail'
	| 'identifier'
	| 'additional_attributes'
	| 'custom_attributes'
	| 'blocked'
>;

export interface Assignee {
	id: number;
	name: string;
	/** Address of a picture, or ''. */
	thumbnail: string;
}

export function fromAnswer(answer: TeamConversation): Conversation {
	return {
		...sharedFacts(answer),
		lastMessage: answer.last_said_message ?? answer.last_non_activity_message ?? undefined,
	};
}

export function fromEvent(event: PushConversation): Conversation {
	return {
		...sharedFacts(event),
		lastMessage: event.messages[0],
	};
}

export function assigneeOf({ id, available_name, thumbnail }: TeamAgent | UserSender): Assignee {
	return { id, name: available_name, thumbnail };
}

function sharedFacts(source: TeamConversation | PushConversation): Omit<Conversation, 'lastMessage'> {
	const { assignee, team, mail_address } = source.meta;
	return {
		id: source.id,
		status: source.status,
		inboxId: source.inbox_id,
		visitor: source.meta.sender,
		assignee: assignee ? { id: assignee.id, name: assignee.available_name, thumbnail: assignee.thumbnail } : undefined,
		team: team ?? undefined,
		priority: source.priority ?? undefined,
		snoozedUntil: source.snoozed_until === null ? undefined : Date.parse(source.snoozed_until) / 1000,
		waitingSince: source.waiting_since,
		unreadCount: source.unread_count,
		mailAddress: mail_address,
		labels: source.labels,
		campaignTitle: source.campaign?.title,
		additionalAttributes: source.additional_attributes,
		customAttributes: source.custom_attributes,
		visitorLastSeenId: source.contact_last_seen_message_id,
		lastActivityAt: source.last_activity_at,
		createdAt: source.created_at,
		updatedAt: source.updated_at,
	};
}

/**
 * Merges what is known with what arrived. Answers and events may overtake each other, so an older
 * one does not replace newer fields.
 * @param asOf what was known when the server was asked
 */
export function mergeConversation(
	known: Conversation | undefined,
	arrived: Conversation,
	asOf: Conversation | undefined,
): Conversation {
	if (!known) return arrived;
	const [older, newer] = arrived.updatedAt < known.updatedAt ? [arrived, known] : [known, arrived];
	const latest = older.lastActivityAt > newer.lastActivityAt ? older : newer;
	return {
		...newer,
		lastMessage: latestSaid(known.lastMessage, arrived.lastMessage),
		lastActivityAt: latest.lastActivityAt,
		unreadCount: isReadSince(asOf, known, arrived) ? 0 : latest.unreadCount,
		visitorLastSeenId: Math.max(known.visitorLastSeenId, arrived.visitorLastSeenId),
	};
}

/**
 * Whether the agent has read the arrived messages while the answer was on its way: reading is no
 * change that `updatedAt` tells.
 */
function isReadSince(asOf: Conversation | undefined, known: Conversation, arrived: Conversation): boolean {
	const wasRead = asOf?.unreadCount === 0;
	return !wasRead && known.unreadCount === 0 && arrived.lastMessage?.id === known.lastMessage?.id;
}

type Concern = Pick<Conversation, 'status'> & {
	visitor: Pick<Visitor, 'blocked'>;
	assignee: Pick<Assignee, 'id'> | undefined;
};

/**
 * Whether this agent has to read what the visitor writes in it: neither a bot nor a colleague
 * answers it, the visitor is not blocked, and it is open. Sounds and notifications tell of such
 * conversations, and the title counts what is unread in them.
 */
export function concerns({ status, visitor, assignee }: Concern, agentId: number | undefined): boolean {
	return status === 'open' && !visitor.blocked && (assignee === undefined || assignee.id === agentId);
}

/** The conversation after a message in it arrived or changed. */
export function withMessage(known: Conversation, message: PushMessage): Conversation {
	const isNews = message.conversation.last_activity_at >= known.lastActivityAt;
	return {
		...known,
		lastMessage:
			message.message_type === MessageType.ACTIVITY ? known.lastMessage : latestSaid(known.lastMessage, message),
		lastActivityAt: Math.max(known.lastActivityAt, message.conversation.last_activity_at),
		unreadCount: isNews ? message.conversation.unread_count : known.unreadCount,
	};
}

function latestSaid(known: PushMessage | undefined, arrived: PushMessage | undefined): PushMessage | undefined {
	if (!known || !arrived) return arrived ?? known;
	if (isAutomatic(arrived) !== isAutomatic(known)) return isAutomatic(arrived) ? known : arrived;
	const later = saidAt(arrived) - saidAt(known) || arrived.id - known.id;
	return later >= 0 ? arrived : known;
}

/** Whether the server wrote it by itself, and the visitor has not answered it. */
function isAutomatic({ message_type, answered_at }: PushMessage): boolean {
	return message_type === MessageType.TEMPLATE && answered_at === undefined;
}

/** In whole seconds since the epoch, as the wire tells when a message was written. */
function saidAt({ created_at, answered_at }: PushMessage): number {
	return answered_at === undefined ? created_at : Math.floor(Date.parse(answered_at) / 1000);
}
