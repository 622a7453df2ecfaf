/** Writing a message, by a visitor or by an agent: stored once, in order, and what it does to the conversation. */
import { randomUUID } from 'node:crypto';
import { MessageType, type Attributes } from '#protocol/entities.ts';
import { MESSAGES_PER_MINUTE } from '#protocol/limits.ts';
import { invalid } from '../http/refusal.ts';
import type { Announcer } from '../realtime/announcer.ts';
import type { ContactInbox, ContactRow, ConversationRow, MessageRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/users.ts';
import { checkAttributes } from './attributes.ts';
import { findCurrentConversation, type Visitor } from './visitor.ts';

export interface Draft {
	content: string | null;
	/** The writer's own id for it: with the same one, nothing is stored again. */
	echoId: string | undefined;
	/** Id of the message that this one answers; ignored when that is not in the conversation. */
	replyTo: number | null;
}

export interface Posted {
	conversation: ConversationRow;
	message: MessageRow;
}

/** What a conversation remembers of how it began (wire-contract 1.8). */
export interface Beginning {
	additionalAttributes: Attributes;
	customAttributes: Attributes;
}

export interface VisitorPost {
	visitor: Visitor;
	draft: Draft;
	beginning: Beginning;
	/** True: always a new conversation. False: the current one, a new one only where there is none. */
	startsConversation: boolean;
	/** What the visitor said about themselves; stored before the conversation begins. */
	introduce?: (repositories: Repositories, contact: ContactRow) => Promise<ContactRow>;
}

export async function postVisitorMessage(store: Repositories, announce: Announcer, post: VisitorPost): Promise<Posted> {
	const { visitor, draft, startsConversation } = post;
	// Two first messages at the same moment wait for each other here, so that one conversation begins. The contact comes
	// second: a proven user's sessions share their conversations.
	const session = await store.sessions.lock(visitor.session.id);
	let contact = await store.contacts.update(session.contact_id, { last_activity_at: Date.now() });

	const repeated =
		draft.echoId === undefined ? undefined : await store.messages.findByVisitorEcho(session.id, draft.echoId);
	if (repeated) return { message: repeated, conversation: await store.conversations.find(repeated.conversation_id) };

	if (post.introduce) contact = await post.introduce(store, contact);
	const current = startsConversation ? undefined : await findCurrentConversation(store, session);
	const conversation = current
		? await store.conversations.lock(current.id)
		: await beginConversation(store, visitor, session, contact, post.beginning);
	const message = await insertMessage(store, conversation, draft, {
		messageType: MessageType.INCOMING,
		isPrivate: false,
		sender: { type: 'Contact', id: contact.id },
		sessionId: session.id,
	});

	const isReopened = !contact.blocked && (conversation.status === 'snoozed' || conversation.status === 'resolved');
	const changed = await store.conversations.update(conversation.id, {
		last_activity_at: message.created_at,
		waiting_since: conversation.waiting_since ?? message.created_at,
		...(isReopened ? { status: 'open', snoozed_until: null } : {}),
	});

	if (!current) await announce.conversation('conversation.created', changed);
	await announce.messageCreated(changed, message);
	if (isReopened) await announce.conversation('conversation.status_changed', changed);
	if (current && (isReopened || conversation.waiting_since === null))
		await announce.conversation('conversation.updated', changed);
	return { conversation: changed, message };
}

export interface AgentPost {
	member: Member;
	conversation: ConversationRow;
	draft: Draft;
	/** A note among agents. */
	isPrivate: boolean;
}

export async function postAgentMessage(store: Repositories, announce: Announcer, post: AgentPost): Promise<Posted> {
	const { member, draft, isPrivate } = post;
	const conversation = await store.conversations.lock(post.conversation.id);

	const repeated =
		draft.echoId === undefined
			? undefined
			: await store.messages.findByAgentEcho(member.user_id, conversation.id, draft.echoId);
	if (repeated) return { message: repeated, conversation };

	const message = await insertMessage(store, conversation, draft, {
		messageType: MessageType.OUTGOING,
		isPrivate,
		sender: { type: 'User', id: member.user_id },
		sessionId: null,
	});
	const isAnswer = !isPrivate && (conversation.waiting_since !== null || conversation.first_reply_created_at === null);
	const changed = await store.conversations.update(conversation.id, {
		last_activity_at: message.created_at,
		...(isAnswer
			? { waiting_since: null, first_reply_created_at: conversation.first_reply_created_at ?? message.created_at }
			: {}),
	});
	await announce.messageCreated(changed, message);
	if (isAnswer) await announce.conversation('conversation.updated', changed);
	return { conversation: changed, message };
}

/** What happened, for the team: "Conversation was marked resolved by Ada Lee". */
export async function postActivity(
	store: Repositories,
	announce: Announcer,
	conversation: ConversationRow,
	content: string,
): Promise<void> {
	const draft = { content, echoId: undefined, replyTo: null };
	const message = await insertMessage(store, conversation, draft, {
		messageType: MessageType.ACTIVITY,
		isPrivate: false,
		sender: null,
		sessionId: null,
	});
	await announce.messageCreated(conversation, message);
}

async function beginConversation(
	store: Repositories,
	visitor: Visitor,
	session: ContactInbox,
	contact: ContactRow,
	{ additionalAttributes, customAttributes }: Beginning,
): Promise<ConversationRow> {
	checkAttributes(customAttributes);
	const accountId = visitor.channel.account.id;
	return store.conversations.insert({
		accountId,
		displayId: await store.accounts.takeDisplayId(accountId),
		uuid: randomUUID(),
		session,
		status: contact.blocked ? 'resolved' : 'open',
		additionalAttributes,
		customAttributes,
		createdAt: Date.now(),
	});
}

/** The conversation is locked by now, so ids and times ascend together. */
async function insertMessage(
	store: Repositories,
	conversation: ConversationRow,
	draft: Draft,
	about: Pick<Parameters<Repositories['messages']['insert']>[0], 'messageType' | 'isPrivate' | 'sender' | 'sessionId'>,
): Promise<MessageRow> {
	const createdAt = Date.now();
	if ((await store.messages.countSince(conversation.id, createdAt - 60_000)) >= MESSAGES_PER_MINUTE) {
		throw invalid('Too many messages', ['base']);
	}
	return store.messages.insert({
		...about,
		conversation,
		content: draft.content,
		contentAttributes: await replyAttributes(store, conversation, draft.replyTo),
		echoId: draft.echoId ?? null,
		createdAt,
	});
}

async function replyAttributes(
	store: Repositories,
	conversation: ConversationRow,
	replyTo: number | null,
): Promise<Attributes> {
	if (replyTo === null || !Number.isSafeInteger(replyTo)) return {};
	const answered = await store.messages.findInConversation(conversation.id, replyTo);
	return answered ? { in_reply_to: answered.id, in_reply_to_external_id: answered.source_id } : {};
}
