/**
 * Withdraws mails that have not been sent and tell of a message that is deleted (docs/wire.md, Mail
 * that continues a chat).
 */
import { MessageType } from '#protocol/entities/entities.ts';
import { AGENT_MAIL_EVENTS, AWAY_MAIL_EVENTS, type UnaskedMail } from '../../mail/unaskedMail.ts';
import type { AgentMailReason } from '../../store/people/agentMails.ts';
import type { ConversationRow, DeliveryRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** What else they tell of goes into new mails. The conversation has to be locked. */
export async function withdrawMails(
	{ deliveries, answerMails, agentMails }: Repositories,
	conversation: ConversationRow,
	message: MessageRow,
): Promise<void> {
	const isToAgents = message.message_type === MessageType.INCOMING;
	const mails = isToAgents ? agentMails : answerMails;
	await mails.outdate(conversation.id);
	const events = isToAgents ? AGENT_MAIL_EVENTS : AWAY_MAIL_EVENTS;
	const queued = (await deliveries.listOfConversation(conversation.id, events)).map(withRange);
	const telling = queued.filter(({ after, until }) => after < message.id && message.id <= until);
	if (telling.length === 0) return;
	const waiting = withdrawnOf(queued, telling);
	await deliveries.withdraw([...new Set([...telling, ...waiting])].map(({ delivery }) => delivery));
	if (waiting.length === 0) return;
	if (isToAgents) await agentMails.expect(conversation.id, Date.now(), reasonOf(conversation, waiting));
	else await answerMails.expect(conversation.id, Date.now());
	await mails.setBack(conversation.id, Math.min(...waiting.map(({ after }) => after)));
}

interface QueuedMail {
	delivery: DeliveryRow;
	after: number;
	until: number;
}

/** Where it is not known what a mail tells of, it may be everything. */
function withRange(delivery: DeliveryRow): QueuedMail {
	const { tellsOf = { after: 0, until: Infinity } } = JSON.parse(delivery.payload) as UnaskedMail;
	return { delivery, ...tellsOf };
}

/**
 * The waiting ones that tell of the message, and those behind them, whose messages would otherwise
 * be mailed twice. Those that were given up are not mailed again.
 */
function withdrawnOf(queued: readonly QueuedMail[], telling: readonly QueuedMail[]): QueuedMail[] {
	const waiting = queued.filter(({ delivery }) => delivery.given_up_at === null);
	const first = waiting.findIndex((mail) => telling.includes(mail));
	return first === -1 ? [] : waiting.slice(first);
}

/** Why agents were mailed. */
function reasonOf({ assignee_id }: ConversationRow, withdrawn: readonly QueuedMail[]): AgentMailReason {
	const events = new Set(withdrawn.map(({ delivery }) => delivery.event));
	return {
		...(events.has('agent_conversation_creation') && { is_new: true }),
		...(events.has('agent_conversation_assignment') && { assigned_id: assignee_id }),
	};
}
