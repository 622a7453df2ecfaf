import { mailAddressOf } from '../domain/contacts/mailAddress.ts';
import type { Mail } from '../mail/mail.ts';
import { AGENT_MAIL_EVENTS, AWAY_MAIL_EVENTS, type UnaskedMail } from '../mail/unaskedMail.ts';
import type { ConversationRow, DeliveryRow } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';

const TO_VISITORS: ReadonlySet<string> = new Set(AWAY_MAIL_EVENTS);
const TO_AGENTS: ReadonlySet<string> = new Set(AGENT_MAIL_EVENTS);

type Sources = Pick<
	Repositories,
	| 'agentMails'
	| 'answerMails'
	| 'contacts'
	| 'conversations'
	| 'deliveries'
	| 'participants'
	| 'sessions'
	| 'unsubscriptions'
	| 'users'
>;

/**
 * Whether a queued mail may still be sent. One that its recipient has not asked for may have waited
 * for the mail server for hours: its messages may have been read, and its recipient have
 * unsubscribed, or left the team. It may also have been withdrawn since it was read from the queue,
 * because a message in it was deleted.
 */
export async function isMailWanted(
	store: Sources,
	{ id, receiver_type, event, conversation_id, payload }: DeliveryRow,
): Promise<boolean> {
	const isToAgent = TO_AGENTS.has(event);
	if (receiver_type !== 'mail' || conversation_id === null) return true;
	if (!isToAgent && !TO_VISITORS.has(event)) return true;
	if (!(await store.deliveries.isWaiting(id))) return false;
	const [conversation] = await store.conversations.listByIds([conversation_id]);
	if (!conversation) return false;
	const mail = JSON.parse(payload) as UnaskedMail;
	return isToAgent ? isAgentWaitedFor(store, conversation, mail, event) : isVisitorAway(store, conversation, mail.to);
}

async function isVisitorAway(store: Sources, conversation: ConversationRow, to: Mail['to']): Promise<boolean> {
	const [session] = await store.sessions.listByIds([conversation.contact_inbox_id]);
	if (!session) return false;
	const contact = await store.contacts.find(conversation.contact_id);
	if ((await mailAddressOf(store, contact, session)) !== to.address) return false;
	const mailedId = (await store.answerMails.find(conversation.id))?.mailed_message_id ?? 0;
	return mailedId > (conversation.contact_last_seen_message_id ?? 0);
}

/** An assignment is told of even where nothing is unread, and a mention in any conversation. */
async function isAgentWaitedFor(
	store: Sources,
	{ id, account_id, inbox_id, assignee_id, status, agent_last_seen_message_id }: ConversationRow,
	{ to, tellsOf }: UnaskedMail,
	event: string,
): Promise<boolean> {
	const agent = await store.users.findByEmail(to.address);
	if (!agent || !(await store.users.listReaderIds(account_id, inbox_id)).includes(agent.id)) return false;
	if (event === 'agent_conversation_mention') return true;
	if (status === 'resolved') return false;
	if (event === 'agent_participating_conversation_new_message')
		return (
			(await store.participants.list(id)).includes(agent.id) &&
			(tellsOf?.until ?? Infinity) > (agent_last_seen_message_id ?? 0)
		);
	if (event !== 'agent_conversation_creation' && assignee_id !== agent.id) return false;
	if (event === 'agent_conversation_assignment') return true;
	const mailedId = (await store.agentMails.find(id))?.mailed_message_id ?? 0;
	return mailedId > (agent_last_seen_message_id ?? 0);
}
