/** The author of a message of the team. */
import type { AgentBot } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';

export type Writer = { type: 'User'; member: Member } | { type: 'AgentBot'; bot: AgentBot };

export function senderOf(writer: Writer): { type: Writer['type']; id: number } {
	return { type: writer.type, id: writer.type === 'User' ? writer.member.user_id : writer.bot.id };
}

export function nameOf(writer: Writer): string {
	return writer.type === 'User' ? writer.member.name : writer.bot.name;
}

export function accountOf(writer: Writer): number {
	return writer.type === 'User' ? writer.member.account_id : writer.bot.account_id;
}

/** Ids of the inboxes whose conversations the writer may see. */
export async function listVisibleTo({ channels, bots }: Repositories, writer: Writer): Promise<number[]> {
	return writer.type === 'User'
		? channels.listVisibleInboxIds(writer.member.account_id, writer.member)
		: bots.listInboxIds(writer.bot.id);
}
