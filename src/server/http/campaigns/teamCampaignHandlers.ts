/**
 * Campaigns for the team's scripts (docs/application-api.md, Campaigns); `npm run admin` does the
 * same from the command line.
 */
import type { campaignRoutes, TeamCampaign } from '#protocol/application/campaignRoutes.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { presentTeamCampaign, presentTeamCampaigns } from '../../present/campaign.ts';
import { changeCampaign, createCampaign, deleteCampaign } from '../../domain/campaigns/editCampaign.ts';
import { withAccountLock, type Services } from '../../services/services.ts';
import type { CampaignRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

export function teamCampaignHandlers(services: Services): Handlers<typeof campaignRoutes> {
	const { store, presence } = services;
	const present = async (repositories: Repositories, campaign: CampaignRow): Promise<TeamCampaign> =>
		presentTeamCampaign(repositories, campaign, await presence.list(campaign.account_id));

	return {
		async listTeamCampaigns({ account }) {
			const campaigns = await store.campaigns.list(account.id);
			return presentTeamCampaigns(store, campaigns, await presence.list(account.id));
		},

		async showCampaign({ account, params }) {
			return present(store, await store.campaigns.require(account.id, params.id));
		},

		createCampaign({ account, body }) {
			return store.transaction(async (repositories) => {
				const { trigger_rules: rules, ...facts } = body;
				const campaign = await createCampaign(repositories, {
					...facts,
					account_id: account.id,
					trigger_url: rules.url,
					trigger_seconds: rules.time_on_page,
				});
				return present(repositories, campaign);
			});
		},

		updateCampaign({ account, params, body, changeIfMatch }) {
			return withAccountLock(services, account.id, async (repositories) => {
				const campaign = await repositories.campaigns.require(account.id, params.id);
				const { trigger_rules: rules, ...facts } = body;
				const change = { ...facts, trigger_url: rules?.url, trigger_seconds: rules?.time_on_page };
				const presentHere = (row: CampaignRow) => present(repositories, row);
				return presentHere(
					await changeIfMatch(campaign, presentHere, () => changeCampaign(repositories, campaign, change)),
				);
			});
		},

		async deleteCampaign({ account, params }) {
			await store.transaction(async (repositories) => {
				await deleteCampaign(repositories, await repositories.campaigns.require(account.id, params.id));
			});
		},
	};
}
