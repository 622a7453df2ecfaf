/** Changes an account's campaigns, for scripts of the team, commands and the demo alike. */
import { CAMPAIGN_SECONDS } from '#protocol/base/limits.ts';
import type { TranslationsChange } from '#protocol/entities/translations.ts';
import { Problem } from '../../base/problem.ts';
import type { CampaignRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { recordChange } from '../recordChange.ts';
import { takeTranslations } from '../translations/translations.ts';

type Changeable =
	| 'title'
	| 'message'
	| 'sender_id'
	| 'enabled'
	| 'trigger_url'
	| 'trigger_seconds'
	| 'trigger_only_during_business_hours';

/** Undefined fields stay unchanged. */
export type CampaignChange = { [Column in Changeable]?: CampaignRow[Column] | undefined } & {
	translations?: TranslationsChange | undefined;
};

/** Defaults for undefined fields: no sender, enabled, after ten seconds, at any hour. */
export type NewCampaign = CampaignChange &
	Pick<CampaignRow, 'account_id' | 'inbox_id' | 'title' | 'message' | 'trigger_url'>;

export async function createCampaign(store: Repositories, campaign: NewCampaign): Promise<CampaignRow> {
	const { account_id, inbox_id } = campaign;
	if (!(await store.channels.listIds(account_id)).includes(inbox_id)) throw new Problem({ code: 'INBOX_UNKNOWN' });
	await check(store, account_id, campaign);
	const created = await store.campaigns.insert({
		account_id,
		inbox_id,
		display_id: await store.accounts.takeCampaignDisplayId(account_id),
		title: campaign.title,
		message: campaign.message,
		translations: takeTranslations('campaign', campaign, null, campaign.translations) ?? null,
		sender_id: campaign.sender_id ?? null,
		enabled: campaign.enabled ?? true,
		trigger_url: campaign.trigger_url,
		trigger_seconds: campaign.trigger_seconds ?? CAMPAIGN_SECONDS,
		trigger_only_during_business_hours: campaign.trigger_only_during_business_hours ?? false,
	});
	await recordChange(store, { ...auditedOf(created), after: created });
	return created;
}

export async function changeCampaign(
	store: Repositories,
	campaign: CampaignRow,
	change: CampaignChange,
): Promise<CampaignRow> {
	await check(store, campaign.account_id, change);
	const changed = await store.campaigns.update(campaign.id, {
		...change,
		translations: takeTranslations(
			'campaign',
			{ message: change.message ?? campaign.message },
			campaign.translations,
			change.translations,
		),
	});
	await recordChange(store, { ...auditedOf(changed), before: campaign, after: changed });
	return changed;
}

/** Deletes a campaign. The conversations that it began stay, and its number is not used again. */
export async function deleteCampaign(store: Repositories, campaign: CampaignRow): Promise<void> {
	await store.campaigns.delete(campaign.id);
	await recordChange(store, { ...auditedOf(campaign), before: campaign });
}

function auditedOf({ account_id, display_id, title }: CampaignRow) {
	return { accountId: account_id, type: 'Campaign', id: display_id, name: title } as const;
}

/** Checks that the sender belongs to the account, and that browsers understand the pattern. */
async function check(store: Repositories, accountId: number, change: CampaignChange): Promise<void> {
	const { sender_id, trigger_url } = change;
	if (typeof sender_id === 'number' && !(await store.users.findMember(accountId, sender_id)))
		throw new Problem({ code: 'SENDER_UNKNOWN' });
	if (trigger_url !== undefined && !isPagePattern(trigger_url)) throw new Problem({ code: 'PAGE_PATTERN_INVALID' });
}

/**
 * A pattern that browsers do not understand would never match (docs/wire.md, Events and campaigns).
 */
function isPagePattern(pattern: string): boolean {
	try {
		return Boolean(new URLPattern(pattern));
	} catch {
		return false;
	}
}
