/** The author of a message of the team. */
import type { AgentBot } from '../store/schema.ts';
import type { Member } from '../store/users.ts';

export type Writer = { type: 'User'; member: Member } | { type: 'AgentBot'; bot: AgentBot };

export function senderOf(writer: Writer): { type: Writer['type']; id: number } {
	return { type: writer.type, id: writer.type === 'User' ? writer.member.user_id : writer.bot.id };
}

export function nameOf(writer: Writer): string {
	return writer.type === 'User' ? writer.member.name : writer.bot.name;
}
