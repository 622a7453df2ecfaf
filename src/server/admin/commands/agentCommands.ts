/** Commands about the people of the team, such as `npm run admin -- create-agent`. */
import * as v from 'valibot';
import { addAgent, changeAgent, chooseInboxes, removeAgent } from '../../domain/people/agents.ts';
import { setAvatar } from '../../domain/people/agentPicture.ts';
import { createLoginLink } from '../../domain/people/loginLink.ts';
import { SettingError } from '../../base/settings.ts';
import type { Repositories } from '../../store/store.ts';
import type { Member } from '../../store/people/users.ts';
import {
	type Command,
	command,
	email,
	findAccountId,
	findAgent,
	findChannel,
	line,
	name,
	origin,
	rowNumber,
} from './command.ts';

/** Pages show the picture, and browsers load no http picture into an https page. */
const picture = v.pipe(
	v.string(),
	v.check((url) => URL.canParse(url) && new URL(url).protocol === 'https:', 'must be none or start with https://'),
	v.maxLength(2048, 'is too long'),
);
const role = v.optional(v.picklist(['agent', 'administrator'], 'must be agent or administrator'));
/** Website tokens. */
const channels = v.optional(v.array(v.string()));
const CHANNELS = '[--channel <website token>|all|none]…';

async function findMember(store: Repositories, address: string, accountId?: number): Promise<Member> {
	const { id } = await findAgent(store, address);
	const member = await store.users.findMember(accountId ?? (await findAccountId(store)), id);
	if (!member) throw new SettingError(`There is no agent ${address}`);
	return member;
}

async function findInboxIds(store: Repositories, accountId: number, tokens: readonly string[]): Promise<number[]> {
	if (tokens.includes('all')) return store.channels.listIds(accountId);
	const named = tokens.filter((token) => token !== 'none');
	return Promise.all(named.map(async (token) => (await findChannel(store, token)).inbox.id));
}

export const agentCommands: Record<string, Command> = {
	'create-agent': command({
		usage: `--name <name> --email <address> [--role agent|administrator] [--account <number>] ${CHANNELS} [--origin <https://…>]`,
		options: v.object({
			name,
			email,
			role,
			account: v.optional(rowNumber('must be the number of an account')),
			channel: channels,
			origin,
		}),
		async run(store, options, defaultOrigin) {
			const { user, said, isElsewhere } = await store.transaction(async (repositories) => {
				const accountId = options.account ?? (await findAccountId(repositories));
				if (!(await repositories.accounts.find(accountId))) throw new SettingError(`There is no account ${accountId}`);
				const members = await repositories.users.listAccount(accountId);
				// Every installation needs an administrator: the first person becomes one.
				const isFirst = members.every((member) => member.role !== 'administrator');
				const chosenRole = options.role ?? (isFirst ? 'administrator' : 'agent');
				const facts = { ...options, role: chosenRole, mayBeElsewhere: true };
				const agent = await addAgent(repositories, accountId, facts);
				const chosen = options.channel ?? (chosenRole === 'administrator' ? ['all'] : []);
				const member = await findMember(repositories, options.email, accountId);
				await chooseInboxes(repositories, member, await findInboxIds(repositories, accountId, chosen));
				const isElsewhere = (await repositories.users.listAccounts(agent.id)).length > 1;
				const isIdle = chosenRole === 'agent' && chosen.length === 0;
				const hint = `\nThey see no conversations yet: npm run admin -- set-agent --email ${agent.email} --channel <website token>|all`;
				const said = `${agent.name}, ${chosenRole},${isIdle ? ` has no channel.${hint}\nThey` : ''}`;
				return { user: agent, said, isElsewhere };
			});
			const link = await store.transaction((repositories) =>
				createLoginLink(repositories, user, options.origin ?? defaultOrigin, { asksPassword: true }),
			);
			const ended = isElsewhere
				? '\nThey are in another account too: their sign-ins, tokens and password from before have ended.'
				: '';
			return `Agent ${said} can log in, once, within a day, with\n  ${link}${ended}`;
		},
	}),

	'set-agent': command({
		usage: `--email <address> [--name <name>] [--role agent|administrator] [--avatar <https://…>|none] ${CHANNELS}`,
		options: v.object({
			email,
			name: v.optional(line),
			role,
			avatar: v.optional(v.union([v.literal('none'), picture], 'must be none or start with https://')),
			channel: channels,
		}),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const member = await findMember(repositories, options.email);
				await changeAgent(repositories, member, { name: options.name, role: options.role, mayBeElsewhere: true });
				if (options.avatar !== undefined)
					await setAvatar(repositories, member.user_id, options.avatar === 'none' ? '' : options.avatar);
				if (options.channel)
					await chooseInboxes(
						repositories,
						member,
						await findInboxIds(repositories, member.account_id, options.channel),
					);
				return `Agent ${options.name ?? member.name} is changed.`;
			}),
	}),

	'list-agents': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const accountId = await findAccountId(store);
			const members = await store.users.listAccount(accountId);
			const lines = members.map(async (member) => {
				const ids = await store.channels.listVisibleInboxIds(accountId, member);
				const seen = await Promise.all(ids.map(async (id) => (await store.channels.findInbox(id)).name));
				return `${member.email}  ${member.name}, ${member.role}, sees ${seen.join(', ') || 'no channel'}`;
			});
			return (await Promise.all(lines)).join('\n') || 'There are no agents.';
		},
	}),

	'remove-agent': command({
		usage: '--email <address>',
		options: v.object({ email }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const member = await findMember(repositories, options.email);
				await removeAgent(repositories, member);
				return `${member.name} is no agent any more. Their messages stay; the running server takes them off their conversations.`;
			}),
	}),
};
