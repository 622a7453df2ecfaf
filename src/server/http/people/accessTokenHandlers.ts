/** Access tokens by REST: each member's own, and those of the account's agents and bots. */
import type { accessTokenRoutes } from '#protocol/application/accessTokenRoutes.ts';
import { createAccessToken, revokeAccessToken } from '../../domain/people/manageAccessTokens.ts';
import { holdAccess } from '../../domain/people/signIn.ts';
import { presentAccessToken } from '../../present/accessToken.ts';
import type { Services } from '../../services/services.ts';
import type { TokenOwner } from '../../store/people/accessTokens.ts';
import type { Repositories } from '../../store/store.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { findOwnAgent, lockOwnAgent } from './ownAgent.ts';
import { requireProof } from './proveCaller.ts';

interface NewToken {
	name: string;
	expires_at?: number | null | undefined;
}

export function accessTokenHandlers(services: Services): Handlers<typeof accessTokenRoutes> {
	const { store } = services;
	const list = async (owner: TokenOwner) => ({
		payload: (await store.accessTokens.list(owner)).map(presentAccessToken),
	});
	const create = async (
		findOwner: (repositories: Repositories) => Promise<TokenOwner>,
		{ name, expires_at }: NewToken,
	) => {
		const expiresAt = expires_at == null ? null : expires_at * 1000;
		const { token, row } = await store.transaction(async (repositories) =>
			createAccessToken(repositories, await findOwner(repositories), { name, expiresAt }),
		);
		return { ...presentAccessToken(row), access_token: token };
	};
	const revoke = (owner: TokenOwner, id: number) =>
		store.transaction((repositories) => revokeAccessToken(repositories, owner, id));

	const agentOf = async (accountId: number, userId: number): Promise<TokenOwner> => ({
		user_id: await findOwnAgent(store, accountId, userId),
	});
	const botOf = async (accountId: number, botId: number): Promise<TokenOwner> => {
		await store.bots.require(accountId, botId);
		return { agent_bot_id: botId };
	};

	return {
		listOwnAccessTokens: ({ user }) => list({ user_id: user.id }),
		async createOwnAccessToken({ user, credential, body }) {
			await requireProof(services, user, credential, body);
			return create(async (repositories) => {
				await holdAccess(repositories, user.id, credential);
				return { user_id: user.id };
			}, body);
		},
		revokeOwnAccessToken: ({ user, params }) => revoke({ user_id: user.id }, params.id),
		listAgentAccessTokens: async ({ account, params }) => list(await agentOf(account.id, params.user_id)),
		async createAgentAccessToken({ account, user, credential, params, body }) {
			await findOwnAgent(store, account.id, params.user_id);
			await requireProof(services, user, credential, body);
			return create(
				async (repositories) => ({ user_id: await lockOwnAgent(repositories, account.id, params.user_id) }),
				body,
			);
		},
		revokeAgentAccessToken: async ({ account, params }) => revoke(await agentOf(account.id, params.user_id), params.id),
		listBotAccessTokens: async ({ account, params }) => list(await botOf(account.id, params.bot_id)),
		createBotAccessToken: async ({ account, params, body }) => {
			const owner = await botOf(account.id, params.bot_id);
			return create(async () => owner, body);
		},
		revokeBotAccessToken: async ({ account, params }) => revoke(await botOf(account.id, params.bot_id), params.id),
	};
}
