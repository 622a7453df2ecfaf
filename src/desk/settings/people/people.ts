/** The people of the team, and in which inboxes they answer. */
import { i18n } from '@lingui/core';
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import { account, call } from '../../session/api.ts';

export interface Person extends TeamAgent {
	inboxIds: readonly number[];
}

export interface Inbox {
	id: number;
	name: string;
}

export interface PersonFacts extends Pick<TeamAgent, 'name' | 'email' | 'role'> {
	/** What visitors read in place of the name; '' for nothing else. */
	displayName: string;
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

/** What visitors read in place of the person's name; '' for nothing else. */
export function displayNameOf({ name, available_name }: Person): string {
	return available_name === name ? '' : available_name;
}

/**
 * Adds a person, or changes one. Resolves with the person, in the inboxes as before. A name that
 * the administrator has not touched is not sent: the server may not let it be changed here.
 */
export const savePerson = atom(
	null,
	async (get, _set, person: Person | undefined, { name, displayName, role, email }: PersonFacts): Promise<Person> => {
		const params = account(get);
		const body = { name, role, email };
		const isRenamed = person && (name !== person.name || displayName !== displayNameOf(person));
		const saved = person
			? await call(get, applicationRoutes.updateAgent, {
					params: { ...params, id: person.id },
					body: { ...body, ...(isRenamed && { display_name: displayName }) },
				})
			: await call(get, applicationRoutes.createAgent, { params, body });
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

/** Mails the person who invites them to which team, with a link that signs them in once. */
export const invitePerson = atom(null, async (get, _set, id: number) => {
	const params = { ...account(get), id };
	await call(get, applicationRoutes.inviteAgent, { params, body: { locale: i18n.locale } });
});

/** Resolves with a link that signs the person in once. */
export const createLink = atom(
	null,
	async (get, _set, id: number) =>
		(await call(get, applicationRoutes.createAgentLoginLink, { params: { ...account(get), id }, body: {} })).login_url,
);
