/** Stores a visitor's answer to a message that asks (docs/wire.md, Messages). */
import * as v from 'valibot';
import {
	ContentAttributes,
	CsatAnswer,
	CsatSubmission,
	FormAnswer,
	InputSelectItem,
	type FormItem,
	type RichContentType,
} from '#protocol/entities/contentTypes.ts';
import { listVisibleFields } from '#protocol/entities/visibleWhen.ts';
import { hasAtMost } from '#protocol/base/characters.ts';
import { ANSWER_MAX } from '#protocol/base/limits.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { Problem } from '../../base/problem.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import type { ContactRow, ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { validEmail } from '../contacts/contactFacts.ts';
import { introduceContact } from '../contacts/identify.ts';
import { publishContact } from '../contacts/publishContact.ts';

export interface Answer {
	email?: string | null | undefined;
	submittedValues?: unknown;
}

/**
 * Stores the answer with the question, replacing an earlier one; the team is told of it as of a
 * message. The conversation has to be locked. Throws a problem for an answer that does not fit, and
 * NO_QUESTION.
 */
export async function answerQuestion(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	message: MessageRow,
	answer: Answer,
): Promise<ContactRow> {
	if (message.sender_type === 'Contact' || !isQuestion(message.content_type))
		throw new Problem({ code: 'NO_QUESTION' });
	const previous = message.content_attributes;
	const content_attributes = { ...previous, ...READERS[message.content_type](previous, answer) };
	// Later than what the team has seen, whatever the clock says.
	const answered_at = Math.max(Date.now(), (conversation.agent_last_seen_at ?? 0) + 1);
	const updated = await store.messages.update(message.id, { content_attributes, answered_at });
	const before = await store.contacts.lock(conversation.contact_id);
	let contact = before;
	if (message.content_type === 'input_email') {
		const [session] = await store.sessions.listByIds([conversation.contact_inbox_id]);
		if (session) contact = await introduceContact(store, session, contact, { email: answer.email });
	}
	const isRating = message.content_type === 'input_csat';
	if (isRating) await rate(store, conversation, message, content_attributes);
	const changed = await store.conversations.update(conversation.id, {
		last_activity_at: answered_at,
		// Who has rated the conversation waits for nothing.
		...(isRating ? {} : { waiting_since: conversation.waiting_since ?? answered_at }),
	});
	await publish.messagesUpdated(changed, [updated], { content_attributes: [previous, content_attributes] });
	if (changed.waiting_since !== conversation.waiting_since) await publish.conversation('conversation.updated', changed);
	await publishContact(store, publish, before, contact);
	return contact;
}

/** Content type → function that makes the new attributes of the question from an answer. */
const READERS = {
	input_email: (_question: Attributes, { email }: Answer) => {
		if (email && validEmail(email) === null) throw new Problem({ code: 'EMAIL_INVALID' });
		return { submitted_email: validEmail(email) };
	},

	/** The chosen item, as the question lists it. */
	input_select: (question: Attributes, { submittedValues }: Answer) => {
		const [chosen] = read(v.pipe(v.array(InputSelectItem), v.length(1)), submittedValues);
		const { items } = asked('input_select', question);
		const item = items.find(({ value }) => value === chosen?.value);
		if (!item) throw new Problem({ code: 'ANSWER_NOT_OFFERED' });
		return { submitted_values: [item] };
	},

	/** The answers to the fields that are visible with them, in the form's order. */
	form: (question: Attributes, { submittedValues }: Answer) => {
		const given = new Map(read(FormAnswer, submittedValues).map(({ name, value }) => [name, value]));
		const { items } = asked('form', question);
		for (const name of given.keys()) {
			if (!items.some((item) => item.name === name)) throw new Problem({ code: 'FIELD_UNKNOWN', field: name });
		}
		const visible = listVisibleFields(items, ({ name }) => given.get(name)?.trim() ?? '');
		for (const item of visible) checkField(item, given.get(item.name) ?? '');
		return {
			submitted_values: visible.flatMap(({ name }) => {
				const value = given.get(name);
				return value === undefined ? [] : [{ name, value }];
			}),
		};
	},

	input_csat: (_question: Attributes, { submittedValues }: Answer) => {
		const { rating, feedback_message = null } = read(CsatSubmission, submittedValues).csat_survey_response;
		checkLength(feedback_message ?? '');
		return { submitted_values: { csat_survey_response: { rating, feedback_message } } };
	},
};

function isQuestion(type: string): type is keyof typeof READERS {
	return type in READERS;
}

/**
 * Patterns are checked by the browser alone: a regular expression from a form could block this
 * process for ever.
 */
function checkField(item: FormItem, value: string): void {
	checkLength(value);
	if (value.trim() === '') {
		if (item.required) throw new Problem({ code: 'FIELD_MISSING', field: item.name });
		return;
	}
	if (item.type === 'email' && validEmail(value) === null)
		throw new Problem({ code: 'FIELD_NO_EMAIL', field: item.name });
	if (item.type === 'select' && item.options && !item.options.some((option) => option.value === value)) {
		throw new Problem({ code: 'FIELD_NOT_OFFERED', field: item.name });
	}
}

function checkLength(value: string): void {
	if (!hasAtMost(ANSWER_MAX, value)) throw new Problem({ code: 'ANSWER_TOO_LONG', maximum: ANSWER_MAX });
}

function asked<T extends RichContentType>(type: T, question: Attributes) {
	const result = v.safeParse(ContentAttributes[type], { ...question, submitted_values: null });
	if (!result.success) throw new Problem({ code: 'NO_QUESTION' });
	return result.output;
}

function read<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
	const result = v.safeParse(schema, value);
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new Problem({ code: 'ANSWER_INVALID', issue: { path: v.getDotPath(issue), message: issue.message } });
}

/** Stores the rating for the team's statistics; the message keeps what the visitor sees. */
async function rate(
	store: Repositories,
	conversation: ConversationRow,
	message: MessageRow,
	attributes: Attributes,
): Promise<void> {
	const { rating, feedback_message = null } = v.parse(CsatAnswer, attributes['submitted_values']).csat_survey_response;
	await store.csatResponses.put({
		account_id: conversation.account_id,
		inbox_id: conversation.inbox_id,
		conversation_id: conversation.id,
		message_id: message.id,
		contact_id: conversation.contact_id,
		assigned_agent_id: conversation.assignee_id,
		rating,
		feedback_message,
	});
}
