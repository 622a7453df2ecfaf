import { mailAddressOf } from '../domain/mailAddress.ts';
import type { Mail } from '../mail/mail.ts';
import type { ConversationRow, DeliveryRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { AgentMailEvent } from './mailAgents.ts';

/** What deliveries of mails are called for which nobody has asked (mailAway.ts). */
export type AwayMailEvent = 'answers' | 'rating';

const AWAY_MAIL_EVENTS: ReadonlySet<string> = new Set<AwayMailEvent>(['answers', 'rating']);

const AGENT_MAIL_EVENTS: ReadonlySet<string> = new Set<AgentMailEvent>([
	'agent_conversation_creation',
	'agent_assigned_conversation_new_message',
	'agent_conversation_assignment',
]);

type Sources = Pick<Repositories, 'agentMails' | 'answerMails' | 'contacts' | 'conversations' | 'sessions' | 'users'>;

/**
 * Whether a queued mail may still be sent. One for which nobody has asked may have waited for the mail server for hours: its
 * messages may have been read, and its recipient have unsubscribed, or left the team.
 */
export async function isMailWanted(
	store: Sources,
	{ receiver_type, event, conversation_id, payload }: DeliveryRow,
): Promise<boolean> {
	const isToAgent = AGENT_MAIL_EVENTS.has(event);
	if (receiver_type !== 'mail' || conversation_id === null) return true;
	if (!isToAgent && !AWAY_MAIL_EVENTS.has(event)) return true;
	const [conversation] = await store.conversations.listByIds([conversation_id]);
	if (!conversation) return false;
	const { to } = JSON.parse(payload) as Mail;
	return isToAgent ? isAgentWaitedFor(store, conversation, to, event) : isVisitorAway(store, conversation, to);
}

async function isVisitorAway(store: Sources, conversation: ConversationRow, to: Mail['to']): Promise<boolean> {
	const [session] = await store.sessions.listByIds([conversation.contact_inbox_id]);
	if (!session) return false;
	const contact = await store.contacts.find(conversation.contact_id);
	if ((await mailAddressOf(store, contact, session)) !== to.address) return false;
	const mailedId = (await store.answerMails.find(conversation.id))?.mailed_message_id ?? 0;
	return mailedId > (conversation.contact_last_seen_message_id ?? 0);
}

/** An assignment is told of even where nothing is unread. */
async function isAgentWaitedFor(
	store: Sources,
	{ id, account_id, inbox_id, assignee_id, status, agent_last_seen_message_id }: ConversationRow,
	to: Mail['to'],
	event: string,
): Promise<boolean> {
	const agent = await store.users.findByEmail(to.address);
	if (!agent || status === 'resolved') return false;
	if (!(await store.users.listReaderIds(account_id, inbox_id)).includes(agent.id)) return false;
	if (event !== 'agent_conversation_creation' && assignee_id !== agent.id) return false;
	if (event === 'agent_conversation_assignment') return true;
	const mailedId = (await store.agentMails.find(id))?.mailed_message_id ?? 0;
	return mailedId > (agent_last_seen_message_id ?? 0);
}
