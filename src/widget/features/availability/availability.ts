/** Whether somebody is there to answer (specification section 4, "team availability"). */
import { atom } from 'jotai/vanilla';
import type { Agent } from '#protocol/entities.ts';
import type { PresenceEvent } from '#protocol/realtime.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { callChannel } from '../session/session.ts';

const agentsAtom = atom<readonly Agent[]>([]);

/** Agents who can answer now; a busy one cannot. */
export const availableAgentsAtom = atom((get) =>
	get(agentsAtom).filter((agent) => agent.availability_status === 'online'),
);

export const isOnlineAtom = atom((get) => get(availableAgentsAtom).length > 0);

export const loadAgents = atom(null, async (get, set) => {
	try {
		const { payload } = await callChannel(get, widgetRoutes.listAgents, {});
		set(agentsAtom, payload);
	} catch (error) {
		// The specification shows nothing for it (section 8); the team counts as away.
		console.debug('live-chat-widget: the team could not be read', error);
	}
});

/** An agent whom the event leaves out is offline. */
export const receivePresence = atom(null, (_get, set, { users }: PresenceEvent) => {
	set(agentsAtom, (agents) => agents.map((agent) => ({ ...agent, availability_status: users[agent.id] ?? 'offline' })));
});
