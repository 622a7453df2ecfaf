/**
 * Begins a conversation for the team or a bot, before the visitor has written
 * (docs/application-api.md, Conversations).
 */
import type { ConversationStatus } from '#protocol/entities/entities.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ContactInbox, ContactRow, ConversationRow, TeamRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { assignConversation } from './assignConversation.ts';
import { assignTeam } from './assignTeam.ts';
import { beginConversation, type ConversationOrigin } from './beginConversation.ts';
import { beginSession } from '../contacts/beginSession.ts';
import { hasProvenMailbox } from '../contacts/visitor.ts';
import type { Draft } from '../messages/insertMessage.ts';
import { isBotThere, postTeamMessage } from './postMessage.ts';
import type { Writer } from '../messages/writer.ts';

export interface TeamBeginning {
	writer: Writer;
	/** Of the message: the writer, or the bot in whose name they write. */
	author: Writer;
	channel: Channel;
	contactId: number;
	/** Of the contact, in the channel; undefined: it is chosen. */
	sourceId: string | undefined;
	/** Undefined: `pending` where a bot answers first, else `open`. */
	status: ConversationStatus | undefined;
	/** In milliseconds since the epoch; only where it is snoozed. */
	snoozedUntil: number | null;
	assignee: Member | undefined;
	team: TeamRow | undefined;
	/** Who of the account is online. */
	onlineIds: ReadonlySet<number>;
	origin: ConversationOrigin;
	isPrivate: boolean;
	draft: Draft | undefined;
	/** As for a visitor's message. */
	mayAskForEmail: boolean;
}

/** A message assigns the conversation to the agent who writes it, unless there is an assignee. */
export async function beginTeamConversation(
	store: Repositories,
	publish: EventPublisher,
	{ writer, author, channel, contactId, sourceId, assignee, team, onlineIds, draft, ...beginning }: TeamBeginning,
): Promise<ConversationRow> {
	const contact = await store.contacts.lock(contactId);
	const session = await findSession(store, contact, channel, sourceId);
	const status = beginning.status ?? ((await isBotThere(store, channel)) ? 'pending' : 'open');
	const begun = await beginConversation(store, { session, contact, status, origin: beginning.origin });
	const conversation =
		begun.status === 'snoozed' && beginning.snoozedUntil !== null
			? await store.conversations.update(begun.id, { snoozed_until: beginning.snoozedUntil })
			: begun;
	await publish.conversation('conversation.created', conversation);
	if (assignee) await assignConversation(store, publish, conversation, assignee, writer);
	if (team) await assignTeam(store, publish, conversation, team, { by: writer, onlineIds });
	if (draft) await postTeamMessage(store, publish, { ...beginning, writer: author, conversation, draft });
	return store.conversations.find(conversation.id);
}

/**
 * The session in which the visitor is most likely to see it: of the proven ones the newest, since
 * all of them share their conversations, else the newest of all. A new session proves nothing: no
 * visitor has shown to be the contact.
 */
async function findSession(
	store: Repositories,
	contact: ContactRow,
	channel: Channel,
	sourceId: string | undefined,
): Promise<ContactInbox> {
	const all =
		sourceId === undefined
			? await store.sessions.listOfChat(contact.id)
			: await store.sessions.listByContact(contact.id);
	const here = all
		.filter(({ inbox_id, source_id }) => inbox_id === channel.inbox.id && source_id === (sourceId ?? source_id))
		.toSorted((one, other) => other.id - one.id);
	return (
		here.find(({ hmac_verified }) => hmac_verified) ??
		here.find(hasProvenMailbox) ??
		here[0] ??
		(await beginSession(store, contact.id, channel.inbox.id))
	);
}
