/** What the websites' chats say by themselves. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { TeamCampaign } from '#protocol/application/campaignRoutes.ts';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import type { TranslationsChange } from '#protocol/entities/translations.ts';
import { account, call, unlessChanged } from '../../session/api.ts';
import { loadInboxes, type Inbox } from '../people/people.ts';

export interface CampaignFacts {
	title: string;
	message: string;
	/** Null where the campaign speaks for the whole team. */
	sender_id: number | null;
	enabled: boolean;
	trigger_only_during_business_hours: boolean;
	trigger_rules: TeamCampaign['trigger_rules'];
	translations?: TranslationsChange;
}

/**
 * What a campaign is made of: the websites on which it can be, and the people who can speak in it.
 */
export interface CampaignChoices {
	websites: readonly Inbox[];
	senders: readonly TeamAgent[];
}

export const loadCampaigns = atom(null, (get) =>
	call(get, applicationRoutes.listTeamCampaigns, { params: account(get) }),
);

export const loadCampaignChoices = atom(null, async (get, set): Promise<CampaignChoices> => {
	const [websites, senders] = await Promise.all([
		set(loadInboxes),
		call(get, applicationRoutes.listAgents, { params: account(get) }),
	]);
	return { websites, senders };
});

export const addCampaign = atom(null, (get, _set, inbox_id: number, facts: CampaignFacts) =>
	call(get, applicationRoutes.createCampaign, { params: account(get), body: { ...facts, inbox_id } }),
);

export const changeCampaign = atom(null, (get, _set, id: number, facts: Partial<CampaignFacts>, etag?: string) =>
	call(get, applicationRoutes.updateCampaign, { params: { ...account(get), id }, body: facts }, unlessChanged(etag)),
);

export const deleteCampaign = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.deleteCampaign, { params: { ...account(get), id } }),
);
