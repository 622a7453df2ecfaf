/** Access tokens by REST: each member's own and, for administrators, those of the account's agents and bots. */
import type { accessTokenRoutes } from '#protocol/accessTokenRoutes.ts';
import { createAccessToken, revokeAccessToken } from '../../domain/manageAccessTokens.ts';
import { presentAccessToken } from '../../present/accessToken.ts';
import type { Services } from '../../services/services.ts';
import type { TokenOwner } from '../../store/accessTokens.ts';
import type { Member } from '../../store/users.ts';
import { notFound } from '../httpError.ts';
import type { Handlers } from '../registerRoutes.ts';
import { findOwnAgent, onlyAdministrators } from './administrators.ts';

interface NewToken {
	name: string;
	expires_at?: number | null | undefined;
}

export function accessTokenHandlers({ store }: Services): Handlers<typeof accessTokenRoutes> {
	const list = async (owner: TokenOwner) => ({
		payload: (await store.accessTokens.list(owner)).map(presentAccessToken),
	});
	const create = async (owner: TokenOwner, { name, expires_at }: NewToken) => {
		const expiresAt = expires_at == null ? null : expires_at * 1000;
		const { token, row } = await store.transaction((repositories) =>
			createAccessToken(repositories, owner, { name, expiresAt }),
		);
		return { ...presentAccessToken(row), access_token: token };
	};
	const revoke = (owner: TokenOwner, id: number) =>
		store.transaction((repositories) => revokeAccessToken(repositories, owner, id));

	const agentOf = async (member: Member, userId: number): Promise<TokenOwner> => ({
		user_id: await findOwnAgent(store, member, userId),
	});
	const botOf = async (member: Member, botId: number): Promise<TokenOwner> => {
		onlyAdministrators(member);
		const bot = await store.bots.find(botId);
		if (bot?.account_id !== member.account_id) throw notFound();
		return { agent_bot_id: botId };
	};

	return {
		listOwnAccessTokens: ({ user }) => list({ user_id: user.id }),
		createOwnAccessToken: ({ user, body }) => create({ user_id: user.id }, body),
		revokeOwnAccessToken: ({ user, params }) => revoke({ user_id: user.id }, params.id),
		listAgentAccessTokens: async ({ member, params }) => list(await agentOf(member, params.user_id)),
		createAgentAccessToken: async ({ member, params, body }) => create(await agentOf(member, params.user_id), body),
		revokeAgentAccessToken: async ({ member, params }) => revoke(await agentOf(member, params.user_id), params.id),
		listBotAccessTokens: async ({ member, params }) => list(await botOf(member, params.bot_id)),
		createBotAccessToken: async ({ member, params, body }) => create(await botOf(member, params.bot_id), body),
		revokeBotAccessToken: async ({ member, params }) => revoke(await botOf(member, params.bot_id), params.id),
	};
}
