/**
 * Campaigns as visitors (docs/wire.md, Events and campaigns) and the team (docs/application-api.md,
 * Campaigns) see them.
 */
import type { TeamCampaign } from '#protocol/application/campaignRoutes.ts';
import type { Campaign } from '#protocol/entities/entities.ts';
import type { Channel } from '../store/websites/channels.ts';
import type { CampaignRow } from '../store/tables/schema.ts';
import type { Filled } from '../domain/messages/variables.ts';
import type { Present } from '../presence/presence.ts';
import type { Repositories } from '../store/store.ts';
import type { Member } from '../store/people/users.ts';
import { memberForVisitors, presentTeamAgent, presentUserSender } from './agent.ts';
import { etagOf } from './tagged.ts';
import { iso } from './times.ts';

/** `message` is filled in for the visitor. A sender who has left the account is not shown. */
export function presentCampaign(
	campaign: CampaignRow,
	sender: Member | undefined,
	{ content, contentAttributes }: Filled,
): Campaign {
	return {
		id: campaign.display_id,
		trigger_rules: { url: campaign.trigger_url, time_on_page: campaign.trigger_seconds },
		trigger_only_during_business_hours: campaign.trigger_only_during_business_hours,
		message: content,
		...contentAttributes,
		sender: sender ? presentUserSender(memberForVisitors(sender)) : null,
	};
}

/** Presents campaigns of one account with a few statements, however many they are. */
export async function presentTeamCampaigns(
	store: Repositories,
	campaigns: readonly CampaignRow[],
	now: Present,
): Promise<TeamCampaign[]> {
	const channels = await store.channels.list([...new Set(campaigns.map(({ inbox_id }) => inbox_id))]);
	const accountId = campaigns[0]?.account_id;
	const senderIds = campaigns.flatMap(({ sender_id }) => sender_id ?? []);
	const senders = accountId === undefined ? [] : await store.users.listWriters(accountId, senderIds);
	return campaigns.flatMap((campaign) => {
		const channel = channels.find(({ inbox }) => inbox.id === campaign.inbox_id);
		const sender = senders.find(({ user_id, removed_at }) => user_id === campaign.sender_id && removed_at === null);
		return channel ? presentOfChannel(campaign, channel, sender, now) : [];
	});
}

export async function presentTeamCampaign(
	store: Repositories,
	campaign: CampaignRow,
	now: Present,
): Promise<TeamCampaign> {
	const [presented] = await presentTeamCampaigns(store, [campaign], now);
	if (!presented) throw new Error('A campaign was not presented');
	return presented;
}

function presentOfChannel(
	campaign: CampaignRow,
	{ inbox, widget }: Channel,
	sender: Member | undefined,
	now: Present,
): TeamCampaign {
	const edited = {
		id: campaign.display_id,
		title: campaign.title,
		description: null,
		account_id: campaign.account_id,
		message: campaign.message,
		translations: campaign.translations ?? {},
		campaign_status: 'active',
		campaign_type: 'ongoing',
		enabled: campaign.enabled,
		trigger_rules: { url: campaign.trigger_url, time_on_page: campaign.trigger_seconds },
		trigger_only_during_business_hours: campaign.trigger_only_during_business_hours,
		created_at: iso(campaign.created_at),
	} as const;
	return {
		...edited,
		updated_at: iso(campaign.updated_at),
		inbox: {
			id: inbox.id,
			name: inbox.name,
			channel_type: 'Channel::WebWidget',
			website_token: widget.website_token,
		},
		...(sender && { sender: presentTeamAgent(sender, now) }),
		// The sender's own facts, such as whether they are there, are not the campaign's.
		etag: etagOf({ ...edited, sender_id: campaign.sender_id }),
	};
}
