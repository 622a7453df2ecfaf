/** Messages that nobody writes: the product itself asks something (wire-contract 1.18). */
import { MessageType } from '#protocol/entities.ts';
import type { Announcer } from '../realtime/announcer.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { insertMessage, TEXT, type Draft } from './insertMessage.ts';

/** After each message that the visitor sees: asks for an email address, once per conversation, where none is known. */
export async function askForEmail(
	store: Repositories,
	announce: Announcer,
	conversation: ConversationRow,
): Promise<void> {
	const inbox = await store.channels.findInbox(conversation.inbox_id);
	if (!inbox.email_collect_enabled || !(await store.messages.hasFromVisitor(conversation.id))) return;
	if ((await store.contacts.find(conversation.contact_id)).email !== null) return;
	if (await store.messages.findByContentType(conversation.id, 'input_email')) return;
	await post(store, announce, conversation, { ...TEXT, content: 'Give the team a way to reach you.' });
	await post(store, announce, conversation, {
		...TEXT,
		content: 'Get notified by email',
		contentType: 'input_email',
	});
}

/** When a conversation is resolved: asks for a rating, once per conversation, where the channel wants to know. */
export async function askForRating(
	store: Repositories,
	announce: Announcer,
	conversation: ConversationRow,
): Promise<void> {
	const inbox = await store.channels.findInbox(conversation.inbox_id);
	if (!inbox.csat_survey_enabled || !(await store.messages.hasFromVisitor(conversation.id))) return;
	if (await store.messages.findByContentType(conversation.id, 'input_csat')) return;
	await post(store, announce, conversation, {
		...TEXT,
		content: 'Please rate the conversation',
		contentType: 'input_csat',
	});
}

async function post(
	store: Repositories,
	announce: Announcer,
	conversation: ConversationRow,
	draft: Draft,
): Promise<void> {
	const message = await insertMessage(store, conversation, draft, {
		messageType: MessageType.TEMPLATE,
		isPrivate: false,
		sender: null,
		sessionId: null,
	});
	await announce.messageCreated(conversation, message);
}
