/** Whether somebody is there to answer (specification section 4, "team availability"; wire-contract 6.1 and 6.2). */
import { atom } from 'jotai/vanilla';
import type { ReplyTime } from '#protocol/channel.ts';
import type { Agent, Message } from '#protocol/entities.ts';
import type { PresenceEvent } from '#protocol/realtime.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { channelAtom } from '../channel/channel.ts';
import { callChannel } from '../session/session.ts';
import { isOpenAt, type Schedule, type TimeLeft, timeLeftAt } from './businessHours.ts';
import { minuteAtom } from './minute.ts';
import { knownTimeZone } from './timeZone.ts';

/** What a visitor is told to expect. `back` comes with the zone by whose clock the team works. */
export type Wait =
	| { kind: 'replies'; replyTime: ReplyTime }
	| { kind: 'back'; timeLeft: TimeLeft; timeZone: string }
	| { kind: 'away' };

const agentsAtom = atom<readonly Agent[]>([]);

const scheduleAtom = atom((get): Schedule => {
	const { workingHours, timezone, utcOffset } = get(channelAtom);
	return { hours: workingHours, timeZone: knownTimeZone(timezone, utcOffset) };
});

/** Agents who can answer now; a busy one cannot. */
export const availableAgentsAtom = atom((get) =>
	get(agentsAtom).filter((agent) => agent.availability_status === 'online'),
);

/** Where the channel has business hours, they alone decide. */
export const isOnlineAtom = atom((get) =>
	get(channelAtom).workingHoursEnabled
		? isOpenAt(get(scheduleAtom), get(minuteAtom))
		: get(availableAgentsAtom).length > 0,
);

export const waitAtom = atom((get): Wait => {
	const { replyTime, workingHoursEnabled } = get(channelAtom);
	if (get(isOnlineAtom)) return { kind: 'replies', replyTime };
	if (!workingHoursEnabled) return { kind: 'away' };
	const schedule = get(scheduleAtom);
	return { kind: 'back', timeLeft: timeLeftAt(schedule, get(minuteAtom)), timeZone: schedule.timeZone };
});

/** What the team has to say while it is away, or ''. */
export const outOfOfficeAtom = atom((get) =>
	get(isOnlineAtom) ? '' : (get(channelAtom).outOfOfficeMessage?.trim() ?? ''),
);

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
