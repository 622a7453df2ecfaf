/**
 * Decides who is told what (docs/wire.md, Realtime; docs/application-api.md, Realtime). It collects
 * events; `commit` sends them once everything is stored.
 */
import type { PushMessage } from '#protocol/entities/entities.ts';
import type { ServerEventData, ServerEventName } from '#protocol/entities/realtime.ts';
import { MessageType } from '#protocol/entities/entities.ts';
import {
	detailsFor,
	loadConversation,
	loadMessageDetails,
	messagesFor,
	presentMessageOf,
	presentPushConversation,
	type ConversationDetails,
	type MessageDetails,
} from '../present/conversation.ts';
import { isShared, type EventPublisher, type Known } from '../domain/eventPublisher.ts';
import { listSharingSessions } from '../domain/contacts/visitor.ts';
import { memberForVisitors, presentUserSender } from '../present/agent.ts';
import { seconds } from '../present/times.ts';
import { presentContactSender } from '../present/contact.ts';
import { changesForVisitor, messageForVisitor } from '../present/message.ts';
import { presentNotifications } from '../present/notification.ts';
import { byId } from '../present/byId.ts';
import type { ContactInbox, ConversationRow, MessageRow, NotificationRow } from '../store/tables/schema.ts';
import type { Member } from '../store/people/users.ts';
import { createNotificationQueue } from './notificationQueue.ts';
import { createWebhookQueue, type DeletedContact, type Sources } from './webhookQueue.ts';
import { agentRoom, visitorRoom, type Delivery } from './broadcaster.ts';

/** Collects events until `commit` sends them. */
export interface CollectingPublisher extends EventPublisher {
	readonly deliveries: readonly Delivery[];
	/** Whether there are deliveries for bots, webhooks or agents' devices. */
	readonly hasQueued: boolean;
}

export function createEventPublisher(sources: Sources): CollectingPublisher {
	const { store, configuration, files, present } = sources;
	const deliveries: Delivery[] = [];
	const webhooks = createWebhookQueue(sources);
	const notifications = createNotificationQueue(sources);

	/** Visitors and agents get different data, which is only made if there are such recipients. */
	const push = <E extends ServerEventName>(
		event: E,
		rooms: { agents: readonly string[]; visitors: readonly string[] },
		build: { forAgents: () => ServerEventData<E>; forVisitors: () => ServerEventData<E> },
	): void => {
		if (rooms.agents.length > 0) deliveries.push(delivery(event, build.forAgents(), rooms.agents));
		if (rooms.visitors.length > 0) deliveries.push(delivery(event, build.forVisitors(), rooms.visitors));
	};

	/** Of those who see the conversation, without one of them. */
	const agentRooms = async ({ account_id, inbox_id }: ConversationRow, without?: Member): Promise<string[]> =>
		(await configuration.readerIds(store, account_id, inbox_id))
			.filter((id) => id !== without?.user_id)
			.map((id) => agentRoom(account_id, id));

	const roomsOfAccount = async (accountId: number): Promise<string[]> =>
		(await store.users.listAccount(accountId)).map(({ user_id }) => agentRoom(accountId, user_id));

	/** Tells the agents of the account, and the sessions that have ended. */
	const tellOfDeleted = async (deleted: DeletedContact, ended: readonly ContactInbox[]): Promise<void> => {
		const rooms = [...(await roomsOfAccount(deleted.account_id)), ...ended.map(visitorRoom)];
		deliveries.push(delivery('contact.deleted', deleted, rooms));
	};

	const visitorRooms = async (session: ContactInbox): Promise<string[]> =>
		(await listSharingSessions(store, session)).map(visitorRoom);

	/**
	 * The conversation's details that were looked up last, since several events describe the same
	 * state.
	 */
	let known: ConversationDetails | undefined;
	const detailsOf = async (conversation: ConversationRow): Promise<ConversationDetails> => {
		if (known?.conversation !== conversation) known = await loadConversation(store, files, conversation);
		return known;
	};

	/** An activity message changes none of these details, and has neither sender nor files. */
	const detailsOfMessages = async (
		conversation: ConversationRow,
		messages: readonly MessageRow[],
		atHand: Known | undefined,
	): Promise<MessageDetails> => {
		const before = known?.conversation === conversation ? known : undefined;
		if (before && messages.every(({ message_type }) => message_type === MessageType.ACTIVITY)) return before;
		known = undefined;
		return loadMessageDetails(store, files, conversation, messages, {
			...(before ? { session: before.session } : {}),
			...atHand,
		});
	};

	/** Tells of messages of one conversation; the recipients are looked up once. */
	const pushMessages = async (
		event: 'message.created' | 'message.updated',
		conversation: ConversationRow,
		messages: readonly MessageRow[],
		{ changes, atHand }: { changes?: PushMessage['previous_changes']; atHand?: Known | undefined },
	): Promise<void> => {
		const details = await detailsOfMessages(conversation, messages, atHand);
		const visible = messagesFor(details);
		const [agents, visitors] = [await agentRooms(conversation), await visitorRooms(details.session)];
		for (const message of messages) {
			const isHidden = message.private || message.message_type === MessageType.ACTIVITY;
			const build = (of: MessageDetails, shown: MessageRow, changed = changes) => ({
				...presentMessageOf(of, shown, present),
				...(changed ? { previous_changes: changed } : {}),
			});
			push(
				event,
				{ agents, visitors: isHidden ? [] : visitors },
				{
					forAgents: () => build(details, message),
					forVisitors: () => build(visible, messageForVisitor(message), changesForVisitor(changes)),
				},
			);
			await webhooks.message(MESSAGE_HOOKS[event], details, message);
		}
	};

	/** Each of the rows' owners hears of their own, and how many are unread now. */
	const pushToOwners = async <E extends NotificationEventName>(
		event: E,
		rows: readonly NotificationRow[],
		notificationOf: (row: NotificationRow) => ServerEventData<E>['notification'] | undefined,
	): Promise<void> => {
		const [first] = rows;
		if (!first) return;
		const unread = await store.notifications.countUnread(first.account_id, [
			...new Set(rows.map((row) => row.user_id)),
		]);
		for (const row of rows) {
			const notification = notificationOf(row);
			const count = unread.get(row.user_id) ?? 0;
			const data = { notification, unread_count: count, count } as ServerEventData<E>;
			if (notification) deliveries.push(delivery(event, data, [agentRoom(row.account_id, row.user_id)]));
		}
	};

	const pushNotifications = async (
		event: 'notification.created' | 'notification.updated',
		rows: readonly NotificationRow[],
	): Promise<void> => {
		const presented = byId(await presentNotifications(sources, rows));
		await pushToOwners(event, rows, ({ id, account_id }) => {
			const notification = presented.get(id);
			return notification && { ...notification, account_id };
		});
	};

	const notificationsDeleted = (rows: readonly NotificationRow[]) =>
		pushToOwners('notification.deleted', rows, ({ id }) => ({ id }));

	const notify: EventPublisher['notify'] = async (...event) => {
		const { added, replaced } = await notifications.notify(...event);
		await notificationsDeleted(replaced);
		await pushNotifications('notification.created', added);
	};

	return {
		deliveries,

		get hasQueued() {
			return webhooks.hasQueued || notifications.hasQueued;
		},

		async conversation(event, conversation) {
			const details = await detailsOf(conversation);
			const visitors = isShared(event) ? await visitorRooms(details.session) : [];
			push(
				event,
				{ agents: await agentRooms(conversation), visitors },
				{
					forAgents: () => presentPushConversation(details, present),
					forVisitors: () => presentPushConversation(detailsFor(details), present),
				},
			);
			if (isShared(event)) await webhooks.conversation(event, details);
		},

		messageCreated: (conversation, message, atHand) =>
			pushMessages('message.created', conversation, [message], { atHand }),

		async messagesUpdated(conversation, messages, changes) {
			if (messages.length > 0) await pushMessages('message.updated', conversation, messages, { changes });
		},

		async messageAppended(conversation, message, piece) {
			const [session] = message.private ? [] : await store.sessions.listByIds([conversation.contact_inbox_id]);
			const rooms = [...(await agentRooms(conversation)), ...(session ? await visitorRooms(session) : [])];
			const event = {
				id: message.id,
				conversation_id: conversation.display_id,
				account_id: conversation.account_id,
				created_at: seconds(message.created_at),
				...piece,
			};
			if (rooms.length > 0) deliveries.push(delivery('message.appended', event, rooms));
		},

		contactCreated: (contact) => webhooks.contactCreated(contact),
		contactUpdated: (contact, before) => webhooks.contactUpdated(contact, before),
		contactAbsorbed: ({ id, account_id }) => webhooks.contactDeleted({ id, account_id, conversation_ids: [] }),

		async contactDeleted({ id, account_id }, conversation_ids, ended) {
			const deleted = { id, account_id, conversation_ids };
			await tellOfDeleted(deleted, ended);
			await webhooks.contactDeleted(deleted);
		},

		sessionDeleted: ({ id, account_id }, conversation_ids, session) =>
			tellOfDeleted({ id, account_id, conversation_ids }, [session]),

		async conversationsDeleted(account_id, displayIds) {
			const rooms = await roomsOfAccount(account_id);
			for (const id of displayIds) deliveries.push(delivery('conversation.deleted', { id, account_id }, rooms));
		},

		async accountChanged(account_id, what) {
			const changed = { account_id, cache_keys: { [what]: String(seconds(Date.now())) } };
			deliveries.push(delivery('account.cache_invalidated', changed, await roomsOfAccount(account_id)));
		},

		async typing(conversation, isOn, isPrivate, member) {
			const details = await loadConversation(store, files, conversation);
			const agents = await agentRooms(conversation, member);
			// That the team begins a note is nothing to the visitor; the end of typing may be that
			// of an answer.
			const visitors = member && !(isOn && isPrivate) ? [visitorRoom(details.session)] : [];
			const build = (of: ConversationDetails, typist: Member | undefined) => ({
				conversation: presentPushConversation(of, present),
				user: typist ? presentUserSender(typist, present) : presentContactSender(of.contact),
				is_private: isPrivate,
				account_id: conversation.account_id,
			});
			push(
				isOn ? 'conversation.typing_on' : 'conversation.typing_off',
				{ agents, visitors },
				{
					forAgents: () => build(details, member),
					forVisitors: () => build(detailsFor(details), member && memberForVisitors(member)),
				},
			);
		},

		async viewing({ account_id, ...conversation }, viewers, member) {
			const rooms = await agentRooms({ account_id, ...conversation }, member);
			const users = viewers.map((viewer) => presentUserSender(viewer, present));
			const event = { conversation_id: conversation.display_id, account_id, users };
			if (rooms.length > 0) deliveries.push(delivery('conversation.viewing', event, rooms));
		},

		async mentioned(conversation, note, userIds) {
			const rooms = userIds.map((id) => agentRoom(conversation.account_id, id));
			const event = presentPushConversation(await detailsOf(conversation), present);
			deliveries.push(delivery('conversation.mentioned', event, rooms));
			await notify('conversation_mention', conversation, note);
		},

		notify,
		notificationsUpdated: (rows) => pushNotifications('notification.updated', rows),
		notificationsDeleted,

		widgetOpened: (opened) => webhooks.widgetOpened(opened),
	};
}

type NotificationEventName = Extract<ServerEventName, `notification.${string}`>;

/** The names of these events for bots and webhooks. */
const MESSAGE_HOOKS = { 'message.created': 'message_created', 'message.updated': 'message_updated' } as const;

/**
 * TypeScript does not know that an event and its data, taken from one `E`, make one member of the
 * union.
 */
function delivery<E extends ServerEventName>(event: E, data: ServerEventData<E>, rooms: readonly string[]): Delivery {
	return { event, data, rooms } as Delivery;
}
