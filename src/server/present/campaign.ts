/** Campaigns as the visitor's side sees them (docs/wire.md, Events and campaigns). */
import type { Campaign } from '#protocol/entities.ts';
import type { CampaignRow } from '../store/schema.ts';
import type { Member } from '../store/users.ts';
import { presentUserSender } from './agent.ts';

/** `members`: those of its account. A sender who has left it is nobody. */
export function presentCampaign(campaign: CampaignRow, members: readonly Member[]): Campaign {
	const sender = members.find(({ user_id }) => user_id === campaign.sender_id);
	return {
		id: campaign.display_id,
		trigger_rules: { url: campaign.trigger_url, time_on_page: campaign.trigger_seconds },
		trigger_only_during_business_hours: campaign.trigger_only_during_business_hours,
		message: campaign.message,
		sender: sender ? presentUserSender(sender) : null,
	};
}
