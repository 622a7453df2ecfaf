/** Who is told what (wire-contract 2.3, application-api A8). Collects; `commit` sends when everything is stored. */
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
import type { Files } from '../files/files.ts';
import { presentUserSender } from '../present/agent.ts';
import { presentContactSender } from '../present/contact.ts';
import { loadSurroundings } from '../present/messageParts.ts';
import type { ConversationRow, MessageRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/users.ts';
import { agentRoom, visitorRoom, type Delivery } from './broadcaster.ts';
import type { Present } from './presence.ts';

type ConversationEvent = Extract<
	ServerEventName,
	'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.read'
>;

export interface Announcer {
	readonly deliveries: readonly Delivery[];
	/** To the agents and, except for `conversation.read`, to the visitor. */
	conversation(event: ConversationEvent, conversation: ConversationRow): Promise<void>;
	/** To the agents and, except for private notes and activity messages, to the visitor. */
	messageCreated(conversation: ConversationRow, message: MessageRow): Promise<void>;
	/** `changes`: column → [old, new]. */
	messagesUpdated(
		conversation: ConversationRow,
		messages: readonly MessageRow[],
		changes: PushMessage['previous_changes'],
	): Promise<void>;
	/** To everybody who sees the conversation but the typist; `member` is absent when the visitor types. */
	typing(conversation: ConversationRow, isOn: boolean, isPrivate: boolean, member?: Member): Promise<void>;
}

export function createAnnouncer(store: Repositories, files: Files, present: Present): Announcer {
	const deliveries: Delivery[] = [];

	/** `build` makes the payload from what the recipients may see. */
	const tell = async <E extends ServerEventName>(
		event: E,
		details: ConversationDetails,
		recipients: { agents: readonly string[]; visitors: readonly string[] },
		build: (details: ConversationDetails) => ServerEventData<E>,
	): Promise<void> => {
		if (recipients.agents.length > 0) deliveries.push(delivery(event, build(details), recipients.agents));
		if (recipients.visitors.length > 0)
			deliveries.push(delivery(event, build(detailsFor(details)), recipients.visitors));
	};

	const agentRooms = async ({ conversation }: ConversationDetails): Promise<string[]> =>
		(await store.users.listReaderIds(conversation.account_id, conversation.inbox_id)).map((id) =>
			agentRoom(conversation.account_id, id),
		);

	/** History follows a proven user to all his sessions; otherwise a conversation belongs to the session that began it. */
	const visitorRooms = async ({ session }: ConversationDetails): Promise<string[]> =>
		(session.hmac_verified ? await store.sessions.listVerified(session.contact_id) : [session]).map(visitorRoom);

	/** A message may be another one than the conversation's newest, and by somebody else. */
	const around = async (
		details: ConversationDetails,
		messages: readonly MessageRow[],
	): Promise<ConversationDetails> => ({
		...details,
		surroundings: await loadSurroundings(store, files, details.conversation.account_id, messages),
	});

	const tellMessage = async (
		event: 'message.created' | 'message.updated',
		details: ConversationDetails,
		message: MessageRow,
		changes?: PushMessage['previous_changes'],
	): Promise<void> => {
		const isHidden = message.private || message.message_type === MessageType.ACTIVITY;
		const recipients = { agents: await agentRooms(details), visitors: isHidden ? [] : await visitorRooms(details) };
		await tell(event, details, recipients, (visible) => ({
			...presentMessageOf(visible, message, present),
			...(changes ? { previous_changes: changes } : {}),
		}));
	};

	return {
		deliveries,

		async conversation(event, conversation) {
			const details = await loadConversation(store, files, conversation);
			const visitors = event === 'conversation.read' ? [] : await visitorRooms(details);
			await tell(event, details, { agents: await agentRooms(details), visitors }, (visible) =>
				presentPushConversation(visible, present),
			);
		},

		async messageCreated(conversation, message) {
			await tellMessage(
				'message.created',
				await around(await loadConversation(store, files, conversation), [message]),
				message,
			);
		},

		async messagesUpdated(conversation, messages, changes) {
			if (messages.length === 0) return;
			const details = await around(await loadConversation(store, files, conversation), messages);
			for (const message of messages) await tellMessage('message.updated', details, message, changes);
		},

		async typing(conversation, isOn, isPrivate, member) {
			const details = await loadConversation(store, files, conversation);
			const typist = member && agentRoom(conversation.account_id, member.user_id);
			const agents = (await agentRooms(details)).filter((room) => room !== typist);
			const visitors = member ? [visitorRoom(details.session)] : [];
			await tell(
				isOn ? 'conversation.typing_on' : 'conversation.typing_off',
				details,
				{ agents, visitors },
				(visible) => ({
					conversation: presentPushConversation(visible, present),
					user: member ? presentUserSender(member, present) : presentContactSender(visible.contact),
					is_private: isPrivate,
					account_id: conversation.account_id,
				}),
			);
		},
	};
}

/** TypeScript does not see that an event and its data, taken from one `E`, make one member of the union. */
function delivery<E extends ServerEventName>(event: E, data: ServerEventData<E>, rooms: readonly string[]): Delivery {
	return { event, data, rooms } as Delivery;
}
