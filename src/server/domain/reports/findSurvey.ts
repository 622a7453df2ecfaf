/**
 * Finds a conversation's rating by its secret address, which mails contain (docs/wire.md, Survey).
 */
import { DAY } from '#protocol/base/duration.ts';
import { Problem } from '../../base/problem.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ConversationRow, MessageRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

/** A rating can be given and changed for this many days after the day on which it was asked for. */
const SURVEY_DAYS = 14;

export interface Survey {
	channel: Channel;
	conversation: ConversationRow;
	message: MessageRow;
}

/**
 * The conversation with this uuid, and its message that asks for a rating. Throws NOT_FOUND when
 * either is missing, and ACCOUNT_SUSPENDED.
 */
export async function findSurvey(store: Repositories, uuid: string): Promise<Survey> {
	const conversation = await store.conversations.findByUuid(uuid);
	const message = conversation && (await store.messages.findByContentType(conversation.id, 'input_csat'));
	if (!message) throw new Problem({ code: 'NOT_FOUND' });
	const channel = await store.channels.find(conversation.inbox_id);
	if (channel.account.status === 'suspended') throw new Problem({ code: 'ACCOUNT_SUSPENDED' });
	return { channel, conversation, message };
}

/** Throws SURVEY_OVER when it is too late. Days are calendar days in UTC. */
export function checkSurveyTime(message: MessageRow): void {
	const days = Math.floor(Date.now() / DAY) - Math.floor(message.created_at / DAY);
	if (days > SURVEY_DAYS) throw new Problem({ code: 'SURVEY_OVER', days: SURVEY_DAYS });
}
