/** Whether the agent is there for visitors. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Availability } from '#protocol/entities/entities.ts';
import { createLatestOnly } from '../common/latestOnly.ts';
import { account, call } from './api.ts';
import { agentAtom, updateAgent } from './session.ts';

/** What the signed-in agent has chosen; undefined while no agent is signed in. */
export const availabilityAtom = atom((get): Availability | undefined => {
	const agent = get(agentAtom);
	return agent?.accounts.find(({ id }) => id === agent.account_id)?.availability;
});

const takeTurn = createLatestOnly();

/** Rejects with a RequestError. */
export const chooseAvailability = atom(null, async (get, set, availability: Availability) => {
	const profile = { ...account(get), availability };
	const isToKeep = set(takeTurn);
	const agent = await call(get, applicationRoutes.setAvailability, { body: profile });
	if (isToKeep()) set(updateAgent, agent);
});
