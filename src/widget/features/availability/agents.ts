/**
 * Which agents are online (docs/wire.md, Agents). A closed widget loads this file, so hours and
 * time zones are in another.
 */
import { atom } from 'jotai/vanilla';
import type { Agent, Message } from '#protocol/entities/entities.ts';
import type { PresenceEvent } from '#protocol/entities/realtime.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { callChannel } from '../session/session.ts';

const agentsAtom = atom<readonly Agent[]>([]);

/** Agents who can answer now; busy ones cannot. */
export const availableAgentsAtom = atom((get) =>
	get(agentsAtom).filter((agent) => agent.availability_status === 'online'),
);

export const loadAgents = atom(null, async (get, set) => {
	try {
		const { payload } = await callChannel(get, widgetRoutes.listAgents, {});
		set(agentsAtom, payload);
	} catch (error) {
		// The visitor sees no error: the team counts as away.
		console.debug(error);
	}
});

/** Agents that the event does not list are offline. */
export const receivePresence = atom(null, (_get, set, { users }: PresenceEvent) => {
	set(agentsAtom, (agents) => agents.map((agent) => ({ ...agent, availability_status: users[agent.id] ?? 'offline' })));
});

/** An agent who has just written is online, even before the next presence event says so. */
export const receiveSender = atom(null, (_get, set, { sender }: Pick<Message, 'sender'>) => {
	if (sender?.type !== 'user' || sender.availability_status !== 'online') return;
	const { id, name, available_name, avatar_url, availability_status } = sender;
	const agent: Agent = { id, name: available_name || name, avatar_url, availability_status };
	set(agentsAtom, (agents) => {
		const isKnown = agents.some((known) => known.id === id);
		return isKnown ? agents.map((known) => (known.id === id ? agent : known)) : [...agents, agent];
	});
});
