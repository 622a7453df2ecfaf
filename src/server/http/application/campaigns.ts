/** What the team's scripts do with campaigns (docs/application-api.md, Campaigns); `npm run admin` does the same on the machine itself. */
import type { campaignRoutes, TeamCampaign } from '#protocol/campaignRoutes.ts';
import { CAMPAIGN_SECONDS } from '#protocol/limits.ts';
import { invalid, notFound } from '../refusal.ts';
import type { Handlers } from '../registerRoutes.ts';
import { presentTeamAgent } from '../../present/agent.ts';
import { iso } from '../../present/times.ts';
import { isPagePattern } from '../../domain/pagePattern.ts';
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
				await check(repositories, account.id, body);
				const campaign = await repositories.campaigns.insert({
					account_id: account.id,
					inbox_id: body.inbox_id,
					display_id: await repositories.accounts.takeCampaignDisplayId(account.id),
					title: body.title,
					message: body.message,
					sender_id: body.sender_id ?? null,
					enabled: body.enabled ?? true,
					trigger_url: body.trigger_rules.url,
					trigger_seconds: body.trigger_rules.time_on_page ?? CAMPAIGN_SECONDS,
					trigger_only_during_business_hours: body.trigger_only_during_business_hours ?? false,
				});
				return present(repositories, campaign);
			});
		},

		updateCampaign({ account, member, params, body }) {
			onlyAdministrators(member);
			return store.transaction(async (repositories) => {
				const { id } = await findCampaign(repositories, account.id, params.id);
				await check(repositories, account.id, body);
				const { trigger_rules: { url, time_on_page } = {}, ...facts } = body;
				const change = {
					...facts,
					...(url !== undefined && { trigger_url: url }),
					...(time_on_page !== undefined && { trigger_seconds: time_on_page }),
				};
				return present(repositories, await repositories.campaigns.update(id, change));
			});
		},

		async deleteCampaign({ account, member, params }) {
			onlyAdministrators(member);
			await store.transaction(async (repositories) => {
				const { id } = await findCampaign(repositories, account.id, params.id);
				await repositories.campaigns.delete(id);
			});
		},
	};
}

async function findCampaign(store: Repositories, accountId: number, displayId: number): Promise<CampaignRow> {
	const campaign = await store.campaigns.findByDisplayId(accountId, displayId);
	if (!campaign) throw notFound();
	return campaign;
}

interface Written {
	inbox_id?: number | undefined;
	sender_id?: number | null | undefined;
	trigger_rules?: { url?: string | undefined } | undefined;
}

/** What a campaign names belongs to its account, and browsers understand its pattern. */
async function check(store: Repositories, accountId: number, written: Written): Promise<void> {
	const { inbox_id, sender_id, trigger_rules } = written;
	if (inbox_id !== undefined && !(await store.channels.listIds(accountId)).includes(inbox_id))
		throw invalid('Inbox must exist', ['inbox_id']);
	if (typeof sender_id === 'number' && !(await store.users.findMember(accountId, sender_id)))
		throw invalid('Sender must exist', ['sender_id']);
	if (trigger_rules?.url !== undefined && !isPagePattern(trigger_rules.url)) throw invalid('Url invalid', ['url']);
}
