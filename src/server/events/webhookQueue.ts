/**
 * Decides which bots and webhooks are told what (docs/application-api.md, Webhooks). It queues
 * deliveries within the transaction; the delivery worker sends them once that is stored.
 */
import { MessageType } from '#protocol/entities/entities.ts';
import type { WidgetOpened } from '../domain/eventPublisher.ts';
import { subjectOfContact } from '../domain/contacts/publishContact.ts';
import type { Files } from '../files/files.ts';
import { loadConversation, type ConversationDetails, type MessageDetails } from '../present/conversation.ts';
import {
	changesOf,
	presentWebhookContact,
	presentWebhookConversation,
	presentWebhookMessage,
	presentWidgetOpened,
	type Place,
} from '../present/webhook.ts';
import type { PresentUsers } from '../presence/presence.ts';
import type { AgentBot, ContactRow, DeliveryRow, MessageRow, WebhookRow } from '../store/tables/schema.ts';
import type { Configuration } from '../store/configuration.ts';
import type { Repositories } from '../store/store.ts';
import type { BotEvent, WebhookEvent } from '#protocol/entities/webhookEvents.ts';

export interface WebhookQueue {
	/** Whether there are deliveries for the delivery worker. */
	readonly hasQueued: boolean;
	message(event: 'message_created' | 'message_updated', details: MessageDetails, message: MessageRow): Promise<void>;
	conversation(
		event: 'conversation.created' | 'conversation.updated' | 'conversation.status_changed',
		details: ConversationDetails,
	): Promise<void>;
	widgetOpened(opened: WidgetOpened): Promise<void>;
	/** This and the next two: webhooks only. */
	contactCreated(contact: ContactRow): Promise<void>;
	contactUpdated(contact: ContactRow, before: ContactRow | undefined): Promise<void>;
	/** Those of all inboxes, so that they can delete what they keep of the contact. */
	contactDeleted(deleted: DeletedContact): Promise<void>;
}

/** Ids alone: who the contact was is not told once more. */
export interface DeletedContact {
	id: number;
	account_id: number;
	conversation_ids: number[];
}

/**
 * Deliveries with the same subject are sent in order: a conversation, or a visitor's session that
 * has none yet.
 */
type Subject = Pick<DeliveryRow, 'conversation_id' | 'contact_inbox_id'>;

/** What the event publisher and the webhook queue need. */
export interface Sources {
	/** The repositories of the transaction. */
	store: Repositories;
	configuration: Configuration;
	files: Files;
	present: PresentUsers;
}

interface Receivers extends Place {
	bot: AgentBot | undefined;
	webhooks: readonly WebhookRow[];
}

export function createWebhookQueue({ store, configuration, files, present }: Sources): WebhookQueue {
	let hasQueued = false;
	const receiversOf = async (accountId: number, inboxId: number): Promise<Receivers> => {
		const { account, inbox, bot } = await configuration.channel(store, inboxId);
		return { account, inbox, bot, webhooks: await configuration.webhooks(store, accountId) };
	};

	/** `payload` is only called if a receiver has subscribed to the event. */
	const queue = async (
		receivers: Receivers,
		events: { bot?: BotEvent | undefined; webhook: WebhookEvent },
		subject: Subject,
		payload: (receivers: Receivers) => Promise<object> | object,
	): Promise<void> => {
		const bots = receivers.bot && events.bot ? [receivers.bot] : [];
		const webhooks = receivers.webhooks.filter(
			({ paused, subscriptions }) => !paused && subscriptions.includes(events.webhook),
		);
		if (bots.length + webhooks.length === 0) return;
		const told = await payload(receivers);
		for (const [type, id, event] of [
			...bots.map((bot) => ['bot', bot.id, events.bot ?? ''] as const),
			...webhooks.map((webhook) => ['webhook', webhook.id, events.webhook] as const),
		]) {
			await store.deliveries.insert({
				receiver_type: type,
				receiver_id: id,
				...subject,
				event,
				payload: JSON.stringify({ ...told, event }),
			});
			hasQueued = true;
		}
	};

	const accountOf = async ({ account_id }: ContactRow) =>
		(await store.accounts.find(account_id)) ?? { id: account_id, name: '' };

	/** A contact's events arrive in order. */
	const queueContactEvent = async (
		event: Extract<WebhookEvent, `contact_${string}`>,
		{ id, account_id }: Pick<ContactRow, 'id' | 'account_id'>,
		payload: () => Promise<object>,
	): Promise<void> => {
		const webhooks = await configuration.webhooks(store, account_id);
		const receivers = webhooks.filter(({ paused, subscriptions }) => !paused && subscriptions.includes(event));
		if (receivers.length === 0) return;
		const told = JSON.stringify({ ...(await payload()), event });
		for (const receiver of receivers) {
			await store.deliveries.insert({
				receiver_type: 'webhook',
				receiver_id: receiver.id,
				conversation_id: null,
				contact_inbox_id: null,
				subject: subjectOfContact(id),
				event,
				payload: told,
			});
			hasQueued = true;
		}
	};

	return {
		get hasQueued() {
			return hasQueued;
		},

		async message(event, details, message) {
			if (message.message_type === MessageType.ACTIVITY) return;
			const { id, account_id, inbox_id } = details.conversation;
			await queue(
				await receiversOf(account_id, inbox_id),
				{ bot: event, webhook: event },
				ofConversation(id),
				async (place) =>
					presentWebhookMessage(
						message,
						details,
						await loadConversation(store, files, details.conversation),
						place,
						present,
					),
			);
		},

		async conversation(event, details) {
			const { id, account_id, inbox_id, status } = details.conversation;
			await queue(
				await receiversOf(account_id, inbox_id),
				{
					bot: event === 'conversation.status_changed' ? STATUS_EVENTS[status] : undefined,
					webhook: WEBHOOK_NAMES[event],
				},
				ofConversation(id),
				() => presentWebhookConversation(details, present),
			);
		},

		contactCreated: (contact) =>
			queueContactEvent('contact_created', contact, async () =>
				presentWebhookContact(contact, await accountOf(contact)),
			),

		contactUpdated: (contact, before) =>
			queueContactEvent('contact_updated', contact, async () => ({
				...presentWebhookContact(contact, await accountOf(contact)),
				...(before && { changed_attributes: changesOf(before, contact) }),
			})),

		contactDeleted: (deleted) => queueContactEvent('contact_deleted', deleted, async () => deleted),

		async widgetOpened(opened) {
			const { channel, session, conversation } = opened;
			await queue(
				await receiversOf(channel.account.id, channel.inbox.id),
				{ bot: 'webwidget_triggered', webhook: 'webwidget_triggered' },
				conversation ? ofConversation(conversation.id) : { conversation_id: null, contact_inbox_id: session.id },
				async () =>
					presentWidgetOpened(opened, conversation && (await loadConversation(store, files, conversation)), present),
			);
		},
	};
}

function ofConversation(id: number): Subject {
	return { conversation_id: id, contact_inbox_id: null };
}

/** The event that a bot gets when the status changes. */
const STATUS_EVENTS: Partial<Record<string, BotEvent>> = {
	open: 'conversation_opened',
	resolved: 'conversation_resolved',
};

const WEBHOOK_NAMES = {
	'conversation.created': 'conversation_created',
	'conversation.updated': 'conversation_updated',
	'conversation.status_changed': 'conversation_status_changed',
} as const satisfies Record<string, WebhookEvent>;
