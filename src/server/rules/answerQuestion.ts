/** A visitor's answer to a message that asks something (wire-contract 1.12). */
import { invalid } from '../http/refusal.ts';
import type { Announcer } from '../realtime/announcer.ts';
import type { ContactRow, ConversationRow, MessageRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { introduceContact } from './identify.ts';

export interface Answer {
	email: string | null | undefined;
	submittedValues: unknown;
}

/** Stores the answer beside the question. The visitor's own messages ask nothing and stay as they are (422). */
export async function answerQuestion(
	store: Repositories,
	announce: Announcer,
	conversation: ConversationRow,
	message: MessageRow,
	answer: Answer,
): Promise<ContactRow> {
	if (message.sender_type === 'Contact') throw invalid('Message asks nothing', ['id']);
	const isEmailQuestion = message.content_type === 'input_email';
	const answered = isEmailQuestion
		? { submitted_email: answer.email?.toLowerCase() ?? null }
		: { submitted_values: answer.submittedValues ?? null };
	const previous = message.content_attributes;
	const content_attributes = { ...previous, ...answered };
	const updated = await store.messages.update(message.id, { content_attributes: JSON.stringify(content_attributes) });
	const contact = await store.contacts.find(conversation.contact_id);
	const described = isEmailQuestion ? await introduceContact(store, contact, { email: answer.email }) : contact;
	await announce.messagesUpdated(conversation, [updated], { content_attributes: [previous, content_attributes] });
	return described;
}
