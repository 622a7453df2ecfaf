/** Who of the team is there (docs/wire.md, Working hours). A closed widget follows it too, so hours and time zones stay out of here. */
import { atom } from 'jotai/vanilla';
import type { Agent, Message } from '#protocol/entities.ts';
import type { PresenceEvent } from '#protocol/realtime.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { callChannel } from '../session/session.ts';

const agentsAtom = atom<readonly Agent[]>([]);

/** Agents who can answer now; a busy one cannot. */
export const availableAgentsAtom = atom((get) =>
	get(agentsAtom).filter((agent) => agent.availability_status === 'online'),
);

export const loadAgents = atom(null, async (get, set) => {
	try {
		const { payload } = await callChannel(get, widgetRoutes.listAgents, {});
		set(agentsAtom, payload);
	} catch (error) {
		// Nothing is shown for it; the team counts as away.
		console.debug('live-chat-widget: the team could not be read', error);
	}
});

/** An agent whom the event leaves out is offline. */
export const receivePresence = atom(null, (_get, set, { users }: PresenceEvent) => {
	set(agentsAtom, (agents) => agents.map((agent) => ({ ...agent, availability_status: users[agent.id] ?? 'offline' })));
});

/** Who has just written is there, well before the next report of presence says so. */
export const receiveSender = atom(null, (_get, set, { sender }: Pick<Message, 'sender'>) => {
	if (sender?.type !== 'user' || sender.availability_status !== 'online') return;
	const { id, name, available_name, avatar_url, availability_status } = sender;
	const agent: Agent = { id, name: available_name || name, avatar_url, availability_status };
	set(agentsAtom, (agents) => {
		const isKnown = agents.some((known) => known.id === id);
		return isKnown ? agents.map((known) => (known.id === id ? agent : known)) : [...agents, agent];
	});
});
