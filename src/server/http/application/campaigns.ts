/** What the team's scripts do with campaigns (docs/application-api.md, Campaigns); `npm run admin` does the same on the machine itself. */
import type { campaignRoutes, TeamCampaign } from '#protocol/campaignRoutes.ts';
import { notFound } from '../refusal.ts';
import type { Handlers } from '../registerRoutes.ts';
import { presentTeamAgent } from '../../present/agent.ts';
import { iso } from '../../present/times.ts';
import { changeCampaign, createCampaign, deleteCampaign } from '../../domain/editCampaign.ts';
import type { Services } from '../../services/services.ts';
import type { CampaignRow } from '../../store/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { onlyAdministrators } from './administrators.ts';

export function campaignHandlers({ store, presence }: Services): Handlers<typeof campaignRoutes> {
	async function present(repositories: Repositories, campaign: CampaignRow): Promise<TeamCampaign> {
		const { inbox, widget } = await repositories.channels.find(campaign.inbox_id);
		const sender =
			campaign.sender_id === null
				? undefined
				: await repositories.users.findMember(campaign.account_id, campaign.sender_id);
		return {
			id: campaign.display_id,
			title: campaign.title,
			description: null,
			account_id: campaign.account_id,
			inbox: {
				id: inbox.id,
				name: inbox.name,
				channel_type: 'Channel::WebWidget',
				website_token: widget.website_token,
			},
			...(sender && { sender: presentTeamAgent(sender, await presence.list(campaign.account_id)) }),
			message: campaign.message,
			campaign_status: 'active',
			campaign_type: 'ongoing',
			enabled: campaign.enabled,
			trigger_rules: { url: campaign.trigger_url, time_on_page: campaign.trigger_seconds },
			trigger_only_during_business_hours: campaign.trigger_only_during_business_hours,
			created_at: iso(campaign.created_at),
			updated_at: iso(campaign.updated_at),
		};
	}

	return {
		async listTeamCampaigns({ account, member }) {
			onlyAdministrators(member);
			const campaigns = await store.campaigns.list(account.id);
			return Promise.all(campaigns.map((campaign) => present(store, campaign)));
		},

		async showCampaign({ account, member, params }) {
			onlyAdministrators(member);
			return present(store, await findCampaign(store, account.id, params.id));
		},

		createCampaign({ account, member, body }) {
			onlyAdministrators(member);
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

		updateCampaign({ account, member, params, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const campaign = await findCampaign(repositories, account.id, params.id);
				const { trigger_rules: rules, ...facts } = body;
				const changed = await changeCampaign(repositories, campaign, {
					...facts,
					trigger_url: rules?.url,
					trigger_seconds: rules?.time_on_page,
				});
				return present(repositories, changed);
			});
		},

		async deleteCampaign({ account, member, params }) {
			onlyAdministrators(member);
			await store.transaction(async (repositories) => {
				await deleteCampaign(repositories, await findCampaign(repositories, account.id, params.id));
			});
		},
	};
}

async function findCampaign(store: Repositories, accountId: number, displayId: number): Promise<CampaignRow> {
	const campaign = await store.campaigns.findByDisplayId(accountId, displayId);
	if (!campaign) throw notFound();
	return campaign;
}
