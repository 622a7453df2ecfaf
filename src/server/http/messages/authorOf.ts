import type { TeamMessageBody } from '#protocol/application/teamMessageBody.ts';
import { accountOf, type Writer } from '../../domain/messages/writer.ts';
import type { Repositories } from '../../store/store.ts';
import { invalid } from '../routing/httpError.ts';

/**
 * Who a message is from: the caller, or the bot in whose name a person writes. Throws 422 where
 * that is no bot of the account; a bot writes in its own name alone.
 */
export async function authorOf(
	{ bots }: Repositories,
	caller: Writer,
	{ sender_type, sender_id }: Pick<TeamMessageBody, 'sender_type' | 'sender_id'>,
): Promise<Writer> {
	if (sender_type !== 'AgentBot') return caller;
	const bot = await bots.find(sender_id ?? 0);
	const isOther = caller.type === 'AgentBot' && caller.bot.id !== bot?.id;
	if (bot?.account_id !== accountOf(caller) || isOther)
		throw invalid('Sender must be a bot of the account', ['sender_id']);
	return { type: 'AgentBot', bot };
}
