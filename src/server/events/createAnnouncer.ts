/** Who is told what (docs/wire.md, Realtime; docs/application-api.md, Realtime). Collects; `commit` sends when everything is stored. */
import type { PushMessage } from '#protocol/entities.ts';
import type { ServerEventData, ServerEventName } from '#protocol/realtime.ts';
import { MessageType } from '#protocol/entities.ts';
import {
	detailsFor,
	loadConversation,
	presentMessageOf,
	presentPushConversation,
	type ConversationDetails,
} from '../present/conversation.ts';
import type { Announcer } from '../domain/announcer.ts';
import type { Files } from '../files/files.ts';
import { presentUserSender } from '../present/agent.ts';
import { presentContactSender } from '../present/contact.ts';
import { loadSurroundings } from '../present/messageParts.ts';
import type { ConversationRow, MessageRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import { createNotifier } from './notifier.ts';
import { agentRoom, visitorRoom, type Delivery } from './broadcaster.ts';
import type { Present } from '../presence/presence.ts';

/** Collects until `commit` sends. */
export interface CollectingAnnouncer extends Announcer {
	readonly deliveries: readonly Delivery[];
	/** Whether bots or webhooks are to be told something. */
	readonly hasQueued: boolean;
}

export function createAnnouncer(store: Repositories, files: Files, present: Present): CollectingAnnouncer {
	const deliveries: Delivery[] = [];
	const notifier = createNotifier(store, files, present);

	/** `build` makes the payload from what the recipients may see. */
	const tell = <E extends ServerEventName>(
		event: E,
		details: ConversationDetails,
		recipients: { agents: readonly string[]; visitors: readonly string[] },
		build: (details: ConversationDetails) => ServerEventData<E>,
	): void => {
		if (recipients.agents.length > 0) deliveries.push(delivery(event, build(details), recipients.agents));
		if (recipients.visitors.length > 0)
			deliveries.push(delivery(event, build(detailsFor(details)), recipients.visitors));
	};

	const agentRooms = async ({ conversation }: ConversationDetails): Promise<string[]> =>
		(await store.users.listReaderIds(conversation.account_id, conversation.inbox_id)).map((id) =>
			agentRoom(conversation.account_id, id),
		);

	/**
	 * History follows a proven user to all sessions of the same website, as REST has it (`src/server/domain/visitor.ts`); otherwise a
	 * conversation belongs to the session that began it.
	 */
	const visitorRooms = async ({ session }: ConversationDetails): Promise<string[]> => {
		if (!session.hmac_verified) return [visitorRoom(session)];
		const sessions = await store.sessions.listVerified(session.contact_id);
		return sessions.filter(({ inbox_id }) => inbox_id === session.inbox_id).map(visitorRoom);
	};

	/** A message may be another one than the conversation's newest, and by somebody else. */
	const around = async (
		details: ConversationDetails,
		messages: readonly MessageRow[],
	): Promise<ConversationDetails> => ({
		...details,
		surroundings: await loadSurroundings(store, files, details.conversation.account_id, messages),
	});

	/** All of one conversation; who hears of them is looked up once. */
	const tellMessages = async (
		event: 'message.created' | 'message.updated',
		conversation: ConversationRow,
		messages: readonly MessageRow[],
		changes?: PushMessage['previous_changes'],
	): Promise<void> => {
		const details = await around(await loadConversation(store, files, conversation), messages);
		const [agents, visitors] = [await agentRooms(details), await visitorRooms(details)];
		for (const message of messages) {
			const isHidden = message.private || message.message_type === MessageType.ACTIVITY;
			tell(event, details, { agents, visitors: isHidden ? [] : visitors }, (visible) => ({
				...presentMessageOf(visible, message, present),
				...(changes ? { previous_changes: changes } : {}),
			}));
			await notifier.message(MESSAGE_HOOKS[event], details, message);
		}
	};

	return {
		deliveries,

		get hasQueued() {
			return notifier.hasQueued;
		},

		async conversation(event, conversation) {
			const details = await loadConversation(store, files, conversation);
			const visitors = event === 'conversation.read' ? [] : await visitorRooms(details);
			tell(event, details, { agents: await agentRooms(details), visitors }, (visible) =>
				presentPushConversation(visible, present),
			);
			if (event !== 'conversation.read') await notifier.conversation(event, details);
		},

		messageCreated: (conversation, message) => tellMessages('message.created', conversation, [message]),

		async messagesUpdated(conversation, messages, changes) {
			if (messages.length > 0) await tellMessages('message.updated', conversation, messages, changes);
		},

		async contactDeleted({ id, account_id }, conversation_ids, ended) {
			const members = await store.users.listAccount(account_id);
			const agents = members.map((member) => agentRoom(account_id, member.user_id));
			const rooms = [...agents, ...ended.map(visitorRoom)];
			deliveries.push(delivery('contact.deleted', { id, account_id, conversation_ids }, rooms));
		},

		async typing(conversation, isOn, isPrivate, member) {
			const details = await loadConversation(store, files, conversation);
			const typist = member && agentRoom(conversation.account_id, member.user_id);
			const agents = (await agentRooms(details)).filter((room) => room !== typist);
			const visitors = member ? [visitorRoom(details.session)] : [];
			tell(isOn ? 'conversation.typing_on' : 'conversation.typing_off', details, { agents, visitors }, (visible) => ({
				conversation: presentPushConversation(visible, present),
				user: member ? presentUserSender(member, present) : presentContactSender(visible.contact),
				is_private: isPrivate,
				account_id: conversation.account_id,
			}));
		},

		widgetOpened: (opened) => notifier.widgetOpened(opened),
	};
}

/** What bots and webhooks call it. */
const MESSAGE_HOOKS = { 'message.created': 'message_created', 'message.updated': 'message_updated' } as const;

/** TypeScript does not see that an event and its data, taken from one `E`, make one member of the union. */
function delivery<E extends ServerEventName>(event: E, data: ServerEventData<E>, rooms: readonly string[]): Delivery {
	return { event, data, rooms } as Delivery;
}
