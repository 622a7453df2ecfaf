/** The people of a team, by REST (docs/application-api.md, Agents). */
import type { agentRoutes } from '#protocol/application/agentRoutes.ts';
import {
	addAgent,
	changeAgent,
	changeInboxMembers,
	removeAgent,
	type InboxMembersChange,
} from '../../domain/people/agents.ts';
import { createLoginLink } from '../../domain/people/loginLink.ts';
import { presentTeamAgent } from '../../present/agent.ts';
import { createAccountChanger, type Services } from '../../services/services.ts';
import { unassignFormer } from '../../services/unassignFormer.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import { publicOrigin } from '../routing/publicOrigin.ts';
import { notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { lockOwnAgent } from './ownAgent.ts';
import { requireProof } from './proveCaller.ts';
import { requireInbox } from '../routing/guard.ts';
import { requirePeople } from '../websites/teamInboxHandlers.ts';

interface InboxMembers {
	inbox_id: number;
	user_ids: number[];
}

/** Conversations of a removed person that lose their assignee before the answer. */
const LEFT_AT_ONCE = 25;

export function teamAgentHandlers(services: Services): Omit<Handlers<typeof agentRoutes>, 'inviteAgent'> {
	const { store, presence } = services;
	const changeWebsites = createAccountChanger(services, 'inbox');
	const present = async (accountId: number, members: readonly Member[]) => {
		const now = await presence.list(accountId);
		return members.toSorted(byName).map((member) => presentTeamAgent(member, now));
	};
	const presentOne = async (accountId: number, userId: number) => {
		const [agent] = await present(accountId, [await store.users.requireMember(accountId, userId)]);
		return agent ?? Promise.reject(notFound());
	};
	const listInbox = async (accountId: number, inboxId: number) => ({
		payload: await present(accountId, await store.users.listInbox(accountId, inboxId)),
	});
	const changeInbox = async (accountId: number, { inbox_id, user_ids }: InboxMembers, change: InboxMembersChange) => {
		await changeWebsites(accountId, async (repositories) => {
			await requireInbox(repositories, accountId, inbox_id);
			await requirePeople(repositories, accountId, user_ids);
			await changeInboxMembers(repositories, await repositories.channels.findInbox(inbox_id), user_ids, change);
		});
	};

	return {
		listAgents: async ({ account }) => present(account.id, await store.users.listAccount(account.id)),

		async createAgent({ account, body }) {
			const { role, availability, auto_offline } = body;
			const facts = {
				role: role ?? undefined,
				availability: availability ?? undefined,
				autoOffline: auto_offline ?? undefined,
			};
			const { id } = await store.transaction((repositories) =>
				addAgent(repositories, account.id, { ...facts, name: body.name, email: body.email }),
			);
			return presentOne(account.id, id);
		},

		async updateAgent({ account, params, body }) {
			// Desks are told, since a person's role decides what they see.
			const change = (work: (repositories: Repositories) => Promise<void>) =>
				body.role ? changeWebsites(account.id, work) : store.transaction(work);
			await change(async (repositories) => {
				await repositories.users.lock(params.id);
				const agent = await repositories.users.requireMember(account.id, params.id);
				await changeAgent(repositories, agent, {
					name: body.name || undefined,
					displayName: body.display_name,
					email: body.email ?? undefined,
					role: body.role ?? undefined,
					availability: body.availability ?? undefined,
					autoOffline: body.auto_offline ?? undefined,
				});
			});
			return presentOne(account.id, params.id);
		},

		async removeAgent({ account, params }) {
			await store.transaction(async (repositories) =>
				removeAgent(repositories, await repositories.users.requireMember(account.id, params.id)),
			);
			// The first ones at once, so that the caller sees them; the job goes on, also where one
			// fails (jobs/unassignFormerAgents.ts).
			await unassignFormer(services, LEFT_AT_ONCE, () => {});
		},

		async createAgentLoginLink({ account, user: caller, credential, params, body, http }) {
			// A session that a link has begun needs no other proof for a while.
			if (params.id === caller.id) await requireProof(services, caller, credential, body);
			const origin = publicOrigin(services, http);
			return store.transaction(async (repositories) => {
				const user = await repositories.users.find(await lockOwnAgent(repositories, account.id, params.id));
				if (!user) throw notFound();
				return { login_url: await createLoginLink(repositories, user, origin, { asksPassword: true }) };
			});
		},

		listInboxMembers: ({ account, params }) => listInbox(account.id, params.id),

		async listAssignableAgents({ account, params }) {
			const readers = await store.users.listReaderIds(account.id, params.id);
			const members = (await store.users.listAccount(account.id)).filter(({ user_id }) => readers.includes(user_id));
			return { payload: await present(account.id, members) };
		},

		async addInboxMembers({ account, body }) {
			await changeInbox(account.id, body, 'add');
			return listInbox(account.id, body.inbox_id);
		},

		async setInboxMembers({ account, body }) {
			await changeInbox(account.id, body, 'set');
			return listInbox(account.id, body.inbox_id);
		},

		removeInboxMembers: ({ account, body }) => changeInbox(account.id, body, 'remove'),
	};
}

/** The order in which people are listed. */
export function byName(one: Member, other: Member): number {
	return one.name.toLowerCase().localeCompare(other.name.toLowerCase(), 'en') || one.id - other.id;
}
