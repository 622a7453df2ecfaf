import type { Agent } from '#protocol/entities/entities.ts';
import { isInHours } from '../../domain/messages/isInHours.ts';
import { presentAgent } from '../../present/agent.ts';
import type { Services } from '../../services/services.ts';
import type { Channel } from '../../store/websites/channels.ts';

/** Who answers in a channel, and whether they are online. */
export async function listAgentsOf(
	{ store, presence }: Pick<Services, 'store' | 'presence'>,
	{ account, inbox }: Channel,
): Promise<Agent[]> {
	const present = await presence.listUsers(account.id);
	const members = await store.users.listInbox(account.id, inbox.id);
	return members.map((member) => presentAgent(member, present));
}

/** Whether an agent is there, or should be by the channel's hours. */
export async function isTeamOnline(services: Services, channel: Channel): Promise<boolean> {
	if (isInHours(channel.inbox, Date.now())) return true;
	const agents = await listAgentsOf(services, channel);
	return agents.some(({ availability_status }) => availability_status === 'online');
}
