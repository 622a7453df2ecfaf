/**
 * The parts of a message outside of its row, sender and attachments, looked up for a whole list at
 * once.
 */
import type { Attachment } from '#protocol/entities/attachments.ts';
import type { Message, Sender } from '#protocol/entities/entities.ts';
import type { SessionTrust } from '../domain/contacts/visitor.ts';
import type { Known } from '../domain/eventPublisher.ts';
import type { Files } from '../files/files.ts';
import type { PresentUsers } from '../presence/presence.ts';
import type { AgentBot, ContactRow, MessageRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/people/users.ts';
import { memberForVisitors, presentUserSender } from './agent.ts';
import { presentAttachment } from './attachment.ts';
import { byId } from './byId.ts';
import { contactForVisitor, presentContactSender } from './contact.ts';

export interface MessageRelations {
	members: ReadonlyMap<number, Member>;
	contacts: ReadonlyMap<number, ContactRow>;
	bots: ReadonlyMap<number, AgentBot>;
	/** Message id → its attachments. */
	attachments: ReadonlyMap<number, Attachment[]>;
}

export type MessageParts = Pick<Message, 'attachments' | 'sender'>;

/** `messages` are all of one account. Rows that are already known are not looked up. */
export async function loadRelations(
	store: Repositories,
	files: Files,
	accountId: number,
	messages: readonly MessageRow[],
	{ contact, hasAttachments = true }: Omit<Known, 'session'> = {},
): Promise<MessageRelations> {
	const senders = (type: MessageRow['sender_type']) => [
		...new Set(
			messages.flatMap((message) => (message.sender_type === type && message.sender_id ? [message.sender_id] : [])),
		),
	];
	const members = await store.users.listWriters(accountId, senders('User'));
	const unknown = senders('Contact').filter((id) => id !== contact?.id);
	const contacts = [...(contact ? [contact] : []), ...(await store.contacts.listByIds(unknown))];
	const bots = await store.bots.listByIds(senders('AgentBot'));
	const attachments = await store.attachments.listByMessages(hasAttachments ? messages.map(({ id }) => id) : []);
	return {
		members: new Map(members.map((member) => [member.user_id, member])),
		contacts: byId(contacts),
		bots: byId(bots),
		attachments: Map.groupBy(
			attachments.map((attachment) => presentAttachment(files, attachment)),
			(attachment) => attachment.message_id,
		),
	};
}

/** The same relations, reduced to what the visitor of this session may see of the senders. */
export function relationsFor(session: SessionTrust, relations: MessageRelations): MessageRelations {
	return {
		...relations,
		members: new Map([...relations.members].map(([id, member]) => [id, memberForVisitors(member)])),
		contacts: new Map([...relations.contacts].map(([id, contact]) => [id, contactForVisitor(session, contact)])),
	};
}

/**
 * The parts of one message. A part that does not exist is absent: activity messages and templates
 * have no sender.
 */
export function partsOf(
	message: MessageRow,
	relations: MessageRelations,
	present: PresentUsers | undefined,
): MessageParts {
	const sender = senderOf(message, relations, present);
	const attachments = relations.attachments.get(message.id);
	return { ...(attachments ? { attachments } : {}), ...(sender ? { sender } : {}) };
}

function senderOf(
	{ sender_type, sender_id }: MessageRow,
	{ members, contacts, bots }: MessageRelations,
	present: PresentUsers | undefined,
): Sender | undefined {
	if (sender_type === null || sender_id === null) return undefined;
	switch (sender_type) {
		case 'User': {
			const member = members.get(sender_id);
			return member && presentUserSender(member, present);
		}
		case 'Contact': {
			const contact = contacts.get(sender_id);
			return contact && presentContactSender(contact);
		}
		case 'AgentBot': {
			const bot = bots.get(sender_id);
			return bot && { id: bot.id, name: bot.name, avatar_url: bot.avatar_url, type: 'agent_bot' };
		}
	}
}
