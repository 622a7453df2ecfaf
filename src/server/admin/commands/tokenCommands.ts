/**
 * Commands about the access tokens of scripts, bots and other clients, such as `npm run admin --
 * create-token`.
 */
import * as v from 'valibot';
import { DAY } from '#protocol/base/duration.ts';
import { createAccessToken, revokeAccessToken } from '../../domain/people/manageAccessTokens.ts';
import { SettingError } from '../../base/settings.ts';
import type { TokenOwner } from '../../store/people/accessTokens.ts';
import type { AccessToken } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { date, type Command, command, email, findAccountId, findAgent, line, name, rowNumber } from './command.ts';
import { findBot } from './receiverCommands.ts';

const owner = { email: v.optional(email), bot: v.optional(line) };
const OWNER = '--email <address>|--bot <name>';

const days = v.optional(
	v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, 'must be a number of days from 1 to 9999'), v.transform(Number)),
);
const id = v.pipe(v.optional(v.string(), ''), rowNumber('must be the number of a token: see list-tokens'));

async function findOwner(
	store: Repositories,
	{ email: address, bot }: { email?: string | undefined; bot?: string | undefined },
): Promise<{ owner: TokenOwner; called: string }> {
	if ((address === undefined) === (bot === undefined)) throw new SettingError(`One of ${OWNER} is needed`);
	if (bot !== undefined) {
		const found = await findBot(store, await findAccountId(store), bot);
		return { owner: { agent_bot_id: found.id }, called: `Bot ${found.name}` };
	}
	const found = await findAgent(store, address ?? '');
	return { owner: { user_id: found.id }, called: `Agent ${found.name}` };
}

export const tokenCommands: Record<string, Command> = {
	'create-token': command({
		usage: `${OWNER} --name <what it is for> [--days <number>]`,
		options: v.object({ ...owner, name, days }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const of = await findOwner(repositories, options);
				const expiresAt = options.days === undefined ? null : Date.now() + options.days * DAY;
				const { token, row } = await createAccessToken(repositories, of.owner, { name: options.name, expiresAt });
				const until = expiresAt === null ? 'until it is revoked' : `until ${date(expiresAt)}`;
				return `${of.called} can call with token ${row.id}, ${until}. It is not shown again (header api_access_token):\n  ${token}`;
			}),
	}),

	'list-tokens': command({
		usage: OWNER,
		options: v.object(owner),
		async run(store, options) {
			const of = await findOwner(store, options);
			const tokens = await store.accessTokens.list(of.owner);
			return tokens.length === 0 ? `${of.called} has no tokens.` : tokens.map(describe).join('\n');
		},
	}),

	'revoke-token': command({
		usage: `${OWNER} --id <number>`,
		options: v.object({ ...owner, id }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const of = await findOwner(repositories, options);
				await revokeAccessToken(repositories, of.owner, options.id);
				return `Token ${options.id} is revoked.`;
			}),
	}),
};

function describe({ id: number, name: called, last_four, created_at, last_used_at, expires_at }: AccessToken): string {
	const used = last_used_at === null ? 'never used' : `last used ${date(last_used_at)}`;
	const end = expires_at === null ? '' : `, ${expires_at > Date.now() ? 'expires' : 'expired'} ${date(expires_at)}`;
	return `${number}  …${last_four}  ${called}: made ${date(created_at)}, ${used}${end}`;
}
