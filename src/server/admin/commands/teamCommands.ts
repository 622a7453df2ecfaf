/** Commands about groups of the account's people, such as `npm run admin -- create-team`. */
import * as v from 'valibot';
import { teamName } from '#protocol/application/teams/teamRoutes.ts';
import { changeTeam, changeTeamMembers, createTeam, deleteTeam } from '../../domain/teams/editTeam.ts';
import { SettingError } from '../../base/settings.ts';
import type { Repositories } from '../../store/store.ts';
import type { TeamRow } from '../../store/tables/schema.ts';
import { type Command, command, findAccountId, findAgentId, line, onOrOff } from './command.ts';

/** Addresses of its people, or `none`. */
const member = v.optional(v.array(v.string()));
const MEMBERS = '[--member <address>|none]…';

async function findTeam(store: Repositories, name: string): Promise<TeamRow> {
	const team = await store.teams.findByName(await findAccountId(store), name);
	if (!team) throw new SettingError(`There is no team ${name}: see list-teams`);
	return team;
}

async function setMembers(store: Repositories, team: TeamRow, addresses: readonly string[] | undefined): Promise<void> {
	if (!addresses) return;
	const ids = await Promise.all(addresses.map((address) => findAgentId(store, team.account_id, address)));
	await changeTeamMembers(
		store,
		team,
		ids.filter((id) => typeof id === 'number'),
		'set',
	);
}

export const teamCommands: Record<string, Command> = {
	'create-team': command({
		usage: `--name <team> [--description <text>] [--auto-assign on|off] ${MEMBERS}`,
		options: v.object({ name: teamName, description: v.optional(line), 'auto-assign': onOrOff, member }),
		run: (store, { name, description, 'auto-assign': allow_auto_assign, member: members }) =>
			store.transaction(async (repositories) => {
				const accountId = await findAccountId(repositories);
				const team = await createTeam(repositories, accountId, name, { description, allow_auto_assign });
				await setMembers(repositories, team, members);
				return `Conversations can be assigned to the team ${name}.`;
			}),
	}),

	'set-team': command({
		usage: `--name <team> [--new-name <team>] [--description <text>] [--auto-assign on|off] ${MEMBERS}`,
		options: v.object({
			name: teamName,
			'new-name': v.optional(teamName),
			description: v.optional(line),
			'auto-assign': onOrOff,
			member,
		}),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const team = await changeTeam(repositories, await findTeam(repositories, options.name), {
					name: options['new-name'],
					description: options.description,
					allow_auto_assign: options['auto-assign'],
				});
				await setMembers(repositories, team, options.member);
				return `Team ${team.name} is changed.`;
			}),
	}),

	'list-teams': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const accountId = await findAccountId(store);
			const people = await store.users.listAccount(accountId);
			const lines = (await store.teams.list(accountId)).map(async ({ id, name }) => {
				const ids = await store.teams.listMemberIds(id);
				const addresses = people.filter(({ user_id }) => ids.includes(user_id)).map(({ email }) => email);
				return `${id}  ${name}  ${addresses.join(', ') || 'nobody'}`;
			});
			return (await Promise.all(lines)).join('\n') || 'There are no teams.';
		},
	}),

	'delete-team': command({
		usage: '--name <team>',
		options: v.object({ name: teamName }),
		run: (store, { name }) =>
			store.transaction(async (repositories) => {
				await deleteTeam(repositories, await findTeam(repositories, name));
				return `Team ${name} is deleted; its conversations stay.`;
			}),
	}),
};
