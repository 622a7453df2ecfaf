/**
 * Messages that the server writes by itself: a greeting, an out-of-office message, or a question
 * (docs/wire.md, Template messages).
 */
import { MessageType } from '#protocol/entities/entities.ts';
import { ACTIVE_CONVERSATION_PERIOD } from '#protocol/base/limits.ts';
import { knownTimeZone, startOfDay } from '#protocol/base/timeZone.ts';
import { msg } from '../../language/msg.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import type { ConversationRow, Inbox, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { insertMessage, TEXT, type Draft } from './insertMessage.ts';
import { isInHours } from './isInHours.ts';
import { translated } from '../translations/translations.ts';
import { fillInFor } from './variables.ts';

interface Answering {
	mayAskForEmail: boolean;
	/** Of the topic that the visitor has chosen, in place of the channel's. */
	greeting?: string | null | undefined;
}

/**
 * Runs after each message that the visitor sees (`trigger`), and writes the template messages that
 * are due.
 */
export async function answerByTemplates(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	trigger: MessageRow,
	{ mayAskForEmail, greeting }: Answering,
): Promise<void> {
	if (!(await isSpokenIn(store, conversation, trigger))) return;
	const inbox = await store.channels.findInbox(conversation.inbox_id);
	const spoken = translated('inbox', inbox, inbox.locale, conversation.locale);
	const greeted = greeting?.trim() ? { ...spoken, greeting_enabled: true, greeting_message: greeting } : spoken;
	const owners = await findOwnersText(store, greeted, conversation, trigger);
	if (owners !== undefined) {
		const contact = await store.contacts.find(conversation.contact_id);
		const filled = await fillInFor(store, owners.text, { conversation, contact });
		await post(store, publish, conversation, {
			...TEXT,
			...filled,
			contentAttributes: { ...filled.contentAttributes, ...(owners.isAway && { template: 'out_of_office' }) },
		});
	}
	if (mayAskForEmail) await askForEmail(store, publish, inbox, conversation);
}

/**
 * Asks for a rating when a conversation is resolved, once per conversation, where the channel wants
 * ratings. A blocked visitor is not asked: to block them resolves the conversation, and their word
 * on that is not wanted.
 */
export async function askForRating(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
): Promise<void> {
	const inbox = await store.channels.findInbox(conversation.inbox_id);
	if (!inbox.csat_survey_enabled || !(await isSpokenIn(store, conversation))) return;
	if (await store.messages.findByContentType(conversation.id, 'input_csat')) return;
	if ((await store.contacts.find(conversation.contact_id)).blocked) return;
	await post(store, publish, conversation, {
		...TEXT,
		content: translate(localeOf(conversation, inbox), msg`Please rate the conversation`),
		contentType: 'input_csat',
	});
	await store.answerMails.expect(conversation.id, Date.now());
}

/** Whether the visitor has written in it, and no campaign began it. */
async function isSpokenIn(
	store: Repositories,
	{ id, campaign_id }: ConversationRow,
	newest?: MessageRow,
): Promise<boolean> {
	if (campaign_id !== null) return false;
	return newest?.message_type === MessageType.INCOMING || (await store.messages.hasOfType(id, MessageType.INCOMING));
}

/** The owner's text that is due: out of office, else the greeting; undefined when neither is. */
async function findOwnersText(
	store: Repositories,
	inbox: Inbox,
	{ id }: ConversationRow,
	trigger: MessageRow,
): Promise<{ text: string; isAway: boolean } | undefined> {
	const { greeting_enabled, greeting_message, out_of_office_message } = inbox;
	const isAway =
		out_of_office_message?.trim() &&
		trigger.message_type === MessageType.INCOMING &&
		isClosedAt(inbox, trigger.created_at) &&
		!(await store.messages.hasOfType(id, MessageType.OUTGOING, trigger.created_at - ACTIVE_CONVERSATION_PERIOD)) &&
		!(await store.messages.hasOfType(
			id,
			MessageType.TEMPLATE,
			startOfDay(knownTimeZone(inbox.timezone), trigger.created_at),
		));
	if (isAway && out_of_office_message) return { text: out_of_office_message, isAway: true };
	const isGreeted =
		greeting_message?.trim() &&
		greeting_enabled &&
		!(await store.messages.hasOfType(id, MessageType.OUTGOING)) &&
		!(await store.messages.hasOfType(id, MessageType.TEMPLATE));
	return isGreeted && greeting_message ? { text: greeting_message, isAway: false } : undefined;
}

function isClosedAt(inbox: Inbox, now: number): boolean {
	return inbox.working_hours_enabled && !isInHours(inbox, now);
}

/** Asks for an email address, once per conversation, where none is known. */
async function askForEmail(
	store: Repositories,
	publish: EventPublisher,
	inbox: Inbox,
	conversation: ConversationRow,
): Promise<void> {
	if (!inbox.email_collect_enabled) return;
	if ((await store.contacts.find(conversation.contact_id)).email !== null) return;
	if (await store.messages.findByContentType(conversation.id, 'input_email')) return;
	const locale = localeOf(conversation, inbox);
	await post(store, publish, conversation, {
		...TEXT,
		content: translate(locale, msg`Give the team a way to reach you.`),
	});
	await post(store, publish, conversation, {
		...TEXT,
		content: translate(locale, msg`Get notified by email`),
		contentType: 'input_email',
	});
}

function localeOf(conversation: ConversationRow, inbox: Inbox): string {
	return chooseLocale(conversation.locale, inbox.locale);
}

async function post(
	store: Repositories,
	publish: EventPublisher,
	conversation: ConversationRow,
	draft: Draft,
): Promise<void> {
	const message = await insertMessage(store, conversation, draft, {
		messageType: MessageType.TEMPLATE,
		isPrivate: false,
		sender: null,
		sessionId: null,
	});
	await publish.messageCreated(conversation, message);
}
