/** The people of the team, and in which inboxes they answer. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { TeamAgent } from '#protocol/entities.ts';
import { account, call } from '../../session/api.ts';

export interface Person extends TeamAgent {
	inboxIds: readonly number[];
}

export interface Inbox {
	id: number;
	name: string;
}

export interface PersonFacts extends Pick<TeamAgent, 'name' | 'email' | 'role'> {
	inboxIds: readonly number[];
}

export const loadInboxes = atom(null, async (get): Promise<readonly Inbox[]> => {
	const { payload } = await call(get, applicationRoutes.listInboxes, { params: account(get) });
	return payload.map(({ id, name }) => ({ id, name }));
});

export const loadPeople = atom(null, async (get, set): Promise<readonly Person[]> => {
	const [agents, inboxes] = await Promise.all([
		call(get, applicationRoutes.listAgents, { params: account(get) }),
		set(loadInboxes),
	]);
	const members = await Promise.all(
		inboxes.map(async ({ id }) => {
			const { payload } = await call(get, applicationRoutes.listInboxMembers, { params: { ...account(get), id } });
			return { id, userIds: payload.map((agent) => agent.id) };
		}),
	);
	return agents.map((agent) => ({
		...agent,
		inboxIds: members.filter(({ userIds }) => userIds.includes(agent.id)).map(({ id }) => id),
	}));
});

/** Adds a person, or changes one whose address stays. Resolves with the person, in the inboxes as before. */
export const savePerson = atom(
	null,
	async (get, _set, person: Person | undefined, { name, role, email }: PersonFacts): Promise<Person> => {
		const params = account(get);
		const saved = person
			? await call(get, applicationRoutes.updateAgent, { params: { ...params, id: person.id }, body: { name, role } })
			: await call(get, applicationRoutes.createAgent, { params, body: { name, role, email } });
		return { ...saved, inboxIds: person?.inboxIds ?? [] };
	},
);

/** Has the person answer in these inboxes alone. May be called again after a failure. */
export const saveInboxes = atom(null, async (get, _set, person: Person, inboxIds: readonly number[]) => {
	const params = account(get);
	const user_ids = [person.id];
	for (const inbox_id of inboxIds.filter((one) => !person.inboxIds.includes(one)))
		await call(get, applicationRoutes.addInboxMembers, { params, body: { inbox_id, user_ids } });
	for (const inbox_id of person.inboxIds.filter((one) => !inboxIds.includes(one)))
		await call(get, applicationRoutes.removeInboxMembers, { params, body: { inbox_id, user_ids } });
});

export const removePerson = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.removeAgent, { params: { ...account(get), id } }),
);

/** Resolves with a link that signs the person in once. */
export const createLink = atom(
	null,
	async (get, _set, id: number) =>
		(await call(get, applicationRoutes.createAgentLoginLink, { params: { ...account(get), id } })).login_url,
);
