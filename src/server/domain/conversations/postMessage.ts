/**
 * Stores a message of a visitor, an agent or a bot once and in order, and changes the conversation
 * accordingly.
 */
import { isStreaming, MessageType, type ConversationStatus } from '#protocol/entities/entities.ts';
import { allSettled } from '../../base/allSettled.ts';
import { Problem } from '../../base/problem.ts';
import type { Mail } from '../../mail/mail.ts';
import type { EventPublisher, Known } from '../eventPublisher.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ContactRow, ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { assignConversation } from './assignConversation.ts';
import { beginConversation, type ConversationOrigin } from './beginConversation.ts';
import { checkVisible, insertMessage, type Draft } from '../messages/insertMessage.ts';
import { splitHalf } from '../messages/streamMessage.ts';
import { publishContact } from '../contacts/publishContact.ts';
import { answerByTemplates } from '../messages/templates.ts';
import { tellMentioned } from './follow.ts';
import { findTeamOf, findTopic } from './topics.ts';
import { fillInFor } from '../messages/variables.ts';
import { checkAttributes } from '../contacts/attributes.ts';
import { lockInPlaceOfNew, lockMeantConversation, type Visitor } from '../contacts/visitor.ts';
import { senderOf, type Writer } from '../messages/writer.ts';

export interface Posted {
	conversation: ConversationRow;
	message: MessageRow;
	/**
	 * What is known already for presenting the message; absent for a message that was stored
	 * before.
	 */
	known?: Known;
}

export interface VisitorPost {
	visitor: Visitor;
	draft: Draft;
	/** Called if a conversation begins. */
	readOrigin: () => ConversationOrigin;
	/** The interface language of the request, if it names an enabled locale. */
	locale: string | undefined;
	/**
	 * True: starts a new conversation, unless the current one is open and the website has one at a
	 * time. False: continues the current one, and starts one only if there is none.
	 */
	startsConversation: boolean;
	/** Continues this one, which is the session's, instead of the current one. */
	conversationId?: number | undefined;
	/** Id of what the visitor writes about, if a conversation begins. */
	topic: string | null | undefined;
	/** Whether the question for an email address may follow. */
	mayAskForEmail: boolean;
	/** Stores the visitor's claims about themselves before the conversation begins. */
	introduce?: (repositories: Repositories, contact: ContactRow) => Promise<ContactRow>;
}

/**
 * Throws MESSAGE_BLANK, and CONVERSATION_RESOLVED where the channel accepts no messages in a
 * resolved conversation.
 */
export async function postVisitorMessage(
	store: Repositories,
	publish: EventPublisher,
	post: VisitorPost,
): Promise<Posted> {
	const { visitor, draft, startsConversation, conversationId } = post;
	// Two first messages at the same moment wait for each other here, so that one conversation
	// begins. The contact is locked second, since a proven user's sessions share their
	// conversations.
	const [session, repeated] = await allSettled([
		store.sessions.lock(visitor.session.id),
		draft.echoId === undefined ? undefined : store.messages.findByVisitorEcho(visitor.session.id, draft.echoId),
	]);
	if (repeated) return { message: repeated, conversation: await store.conversations.find(repeated.conversation_id) };
	checkVisible(draft);

	const [before, current, hasBot] = await allSettled([
		store.contacts.update(session.contact_id, { last_activity_at: Date.now() }),
		startsConversation
			? lockInPlaceOfNew(store, visitor)
			: conversationId === undefined
				? lockMeantConversation(store, visitor, undefined)
				: store.conversations.lock(conversationId),
		isBotThere(store, visitor.channel),
	]);
	const contact = post.introduce ? await post.introduce(store, before) : before;
	const topic = current ? undefined : findTopic(visitor.channel, post.topic);
	const conversation =
		current ??
		(await beginConversation(store, {
			session,
			contact,
			status: hasBot ? 'pending' : 'open',
			origin: post.readOrigin(),
			labels: topic?.label ? [topic.label] : [],
			teamId: await findTeamOf(store, contact.account_id, topic),
		}));
	if (current && conversation.status === 'resolved' && !visitor.channel.inbox.allow_messages_after_resolved) {
		throw new Problem({ code: 'CONVERSATION_RESOLVED' });
	}
	const message = await insertMessage(store, conversation, draft, {
		messageType: MessageType.INCOMING,
		isPrivate: false,
		sender: { type: 'Contact', id: contact.id },
		sessionId: session.id,
	});

	const reopenedAs = contact.blocked ? undefined : statusAfterMessage(hasBot, conversation);
	const isReopened = reopenedAs !== undefined;
	// What was filled in for a new conversation is about the one that goes on.
	const filledIn = startsConversation && current ? post.readOrigin().customAttributes : {};
	const hasFilledIn = Object.keys(filledIn).length > 0;
	const custom_attributes = { ...conversation.custom_attributes, ...filledIn };
	const [changed, unread] = await allSettled([
		store.conversations.update(conversation.id, {
			...(hasFilledIn && { custom_attributes: checkAttributes('custom_attributes', custom_attributes) }),
			last_activity_at: message.created_at,
			waiting_since: conversation.waiting_since ?? message.created_at,
			locale: post.locale ?? conversation.locale,
			...(isReopened ? { status: reopenedAs, snoozed_until: null } : {}),
		}),
		store.messages.countUnread([conversation.id]),
	]);

	if (!current) await publish.conversation('conversation.created', changed);
	await publishContact(store, publish, before, contact);
	const known = {
		...(changed.contact_inbox_id === session.id ? { session } : {}),
		contact,
		unreadCount: unread.get(conversation.id) ?? 0,
		hasAttachments: draft.attachables.length > 0,
	};
	await publish.messageCreated(changed, message, known);
	const event = eventOf(changed, !current || isReopened);
	if (event) await publish.notify(event, changed, message);
	// Of a new one all are told who see it.
	if (changed.status === 'open' && event !== 'conversation_creation')
		await publish.notify('participating_conversation_new_message', changed, message);
	if (isReopened) await publish.conversation('conversation.status_changed', changed);
	if (current && (isReopened || hasFilledIn || conversation.waiting_since === null))
		await publish.conversation('conversation.updated', changed);
	const { mayAskForEmail } = post;
	// A program's answer to a mail would answer programs, and any address that a sender has given.
	if (session.mail_address === null)
		await answerByTemplates(store, publish, changed, message, { mayAskForEmail, greeting: topic?.greeting });
	return { conversation: changed, message, known };
}

/**
 * What agents are told of a visitor's message who do not follow the conversation: nothing of
 * further ones where there is no assignee.
 */
function eventOf(
	{ status, assignee_id }: ConversationRow,
	isNew: boolean,
): Parameters<EventPublisher['notify']>[0] | undefined {
	if (status !== 'open') return undefined;
	if (assignee_id !== null) return 'assigned_conversation_new_message';
	return isNew ? 'conversation_creation' : undefined;
}

/** The status after a visitor's message (docs/wire.md, Messages); undefined keeps the status. */
function statusAfterMessage(hasBot: boolean, { status }: ConversationRow): ConversationStatus | undefined {
	if (status === 'snoozed') return 'open';
	if (status === 'resolved') return hasBot ? 'pending' : 'open';
	// The bot that it waits for is gone, and agents look for open conversations.
	if (status === 'pending' && !hasBot) return 'open';
	return undefined;
}

/**
 * Whether a bot answers first. A bot whose deliveries fail does not count, so that visitors do not
 * wait for it.
 */
export async function isBotThere(store: Repositories, { bot }: Channel): Promise<boolean> {
	return bot !== undefined && !(await store.deliveries.isFailing({ receiver_type: 'bot', receiver_id: bot.id }));
}

/** A message that goes out as a mail, which is drawn when it is sent. */
export interface Letter {
	/** The mail's `Message-ID`. */
	sourceId: string;
	mail: Omit<Mail, 'text' | 'html' | 'files'>;
}

export interface TeamPost {
	writer: Writer;
	conversation: ConversationRow;
	draft: Draft;
	/** A private note among agents. */
	isPrivate: boolean;
	/** As for a visitor's message. */
	mayAskForEmail: boolean;
	/** Where the conversation began by mail. */
	letter?: Letter | undefined;
}

/** An agent who answers takes the conversation, unless it has an assignee. Throws MESSAGE_BLANK. */
export async function postTeamMessage(store: Repositories, publish: EventPublisher, post: TeamPost): Promise<Posted> {
	const { writer, draft, isPrivate } = post;
	const letter = isPrivate ? undefined : post.letter;
	const conversation = await store.conversations.lock(post.conversation.id);
	const sender = senderOf(writer);

	const repeated =
		draft.echoId === undefined ? undefined : await store.messages.findByTeamEcho(sender, conversation.id, draft.echoId);
	if (repeated) return { message: repeated, conversation };
	checkVisible(draft);

	const contact = await store.contacts.find(conversation.contact_id);
	const agent = writer.type === 'User' ? writer.member : undefined;
	const isStream = isStreaming({ content_attributes: draft.contentAttributes });
	const { whole, half } = splitHalf(isStream ? (draft.content ?? '') : '');
	const written = isStream ? whole : draft.content;
	const filled =
		written === null || isStream
			? { content: written, contentAttributes: {} }
			: await fillInFor(store, written, { conversation, contact, agent });
	const message = await insertMessage(
		store,
		conversation,
		{
			...draft,
			content: filled.content,
			contentAttributes: {
				...draft.contentAttributes,
				...filled.contentAttributes,
				...(letter && { to_emails: [letter.mail.to.address], cc_emails: letter.mail.cc ?? [] }),
			},
			sourceId: letter?.sourceId ?? draft.sourceId,
		},
		{
			messageType: MessageType.OUTGOING,
			isPrivate,
			sender,
			sessionId: null,
		},
	);
	if (isStream) await store.messageStreams.insert(message.id, whole, half);
	// The visitor waits for a human, so a bot's message does not count as the answer.
	const isAnswer = writer.type === 'User' && !isPrivate;
	const isFirst =
		isAnswer &&
		conversation.first_reply_created_at === null &&
		!(conversation.campaign_id === null && (await store.messages.isBegunByTeam(conversation.id)));
	const isAwaited = isAnswer && (conversation.waiting_since !== null || isFirst);
	const changed = await store.conversations.update(conversation.id, {
		last_activity_at: message.created_at,
		...(isAwaited ? { waiting_since: null, ...(isFirst && { first_reply_created_at: message.created_at }) } : {}),
	});
	await publish.messageCreated(changed, message);
	if (isPrivate) await tellMentioned(store, publish, changed, message);
	if (isPrivate)
		for (const event of ['assigned_conversation_new_message', 'participating_conversation_new_message'] as const)
			await publish.notify(event, changed, message);
	if (isAnswer && changed.assignee_id === null) {
		await assignConversation(store, publish, changed, writer.member, writer);
	} else if (isAwaited) {
		await publish.conversation('conversation.updated', changed);
	}
	if (letter) {
		const mail = { ...letter.mail, messageId: message.id };
		await store.deliveries.insertMail('reply', mail, { conversation_id: changed.id });
	}
	if (isPrivate || letter) return { conversation: changed, message };
	if (contact.email !== null) await store.answerMails.expect(changed.id, message.created_at);
	await answerByTemplates(store, publish, changed, message, post);
	return { conversation: changed, message };
}
