/** Who answers on a website. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { account, call } from '../../session/api.ts';

export interface Answering {
	/** All people of the team, by name. */
	people: readonly { id: number; name: string }[];
	/** Ids of those who answer on the website. */
	memberIds: readonly number[];
}

export const loadAnswering = atom(null, async (get, _set, inboxId: number): Promise<Answering> => {
	const [people, members] = await Promise.all([
		call(get, applicationRoutes.listAgents, { params: account(get) }),
		call(get, applicationRoutes.listInboxMembers, { params: { ...account(get), id: inboxId } }),
	]);
	return {
		people: people.map(({ id, name }) => ({ id, name })),
		memberIds: members.payload.map(({ id }) => id),
	};
});

/** Has these people answer on the website, and no others. */
export const saveMembers = atom(null, async (get, _set, inboxId: number, memberIds: readonly number[]) => {
	const body = { inbox_id: inboxId, user_ids: [...memberIds] };
	await call(get, applicationRoutes.setInboxMembers, { params: account(get), body });
});
