import type { Agent } from '#protocol/entities.ts';
import { presentAgent } from '../present/agent.ts';
import type { Services } from '../services/services.ts';
import type { Channel } from '../store/channels.ts';

/** Who answers in a channel, and whether they are online. */
export async function listAgentsOf(
	{ store, presence }: Pick<Services, 'store' | 'presence'>,
	{ account, inbox }: Channel,
): Promise<Agent[]> {
	const present = await presence.listUsers(account.id);
	const members = await store.users.listInbox(account.id, inbox.id);
	return members.map((member) => presentAgent(member, present));
}
