/** The groups of the account's people, with who is in them. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { RouteResponse } from '#protocol/base/routes.ts';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { loadAccount } from '../../account/account.ts';
import { account, call } from '../../session/api.ts';
import { createCollection } from '../parts/createCollection.ts';

export type Team = RouteResponse<typeof applicationRoutes.listTeams>[number];

export interface TeamValues {
	name: string;
	description: string;
	allow_auto_assign: boolean;
	userIds: readonly number[];
}

const teams = createCollection({
	list: applicationRoutes.listTeams,
	itemsOf: (all) => all,
	create: applicationRoutes.createTeam,
	update: applicationRoutes.updateTeam,
	remove: applicationRoutes.deleteTeam,
	after: loadAccount,
});

export const { load: loadTeams, remove: removeTeam } = teams;

/** Who can be in a team. */
export const loadAgents = atom(null, (get): Promise<readonly TeamAgent[]> =>
	call(get, applicationRoutes.listAgents, { params: account(get) }),
);

interface Saving {
	/** What a team has to be still, to be changed. */
	etag: string | undefined;
	/** Told the id, before its people are saved. */
	onSaved: (id: number) => void;
}

/** Adds a team, or changes one. May be called again after a failure. */
export const saveTeam = atom(
	null,
	async (get, set, id: number | undefined, { userIds, ...facts }: TeamValues, { etag, onSaved }: Saving) => {
		const saved = await set(teams.save, id, facts, etag);
		onSaved(saved.id);
		const params = { ...account(get), id: saved.id };
		await call(get, applicationRoutes.setTeamMembers, { params, body: { user_ids: [...userIds] } });
		return saved;
	},
);
