import {
	listTexts,
	type OwnersText,
	type Translations,
	type TranslationsChange,
} from '#protocol/entities/translations.ts';
import type { Repositories } from '../../store/store.ts';
import type { Channel } from '../../store/websites/channels.ts';
import { changeCampaign } from '../campaigns/editCampaign.ts';
import { changeCannedResponse } from '../labels/editCannedResponse.ts';
import { changeChannel } from '../websites/editChannel.ts';

/** A record with texts for visitors. */
export interface TranslatedRecord {
	/** What tells its paths from those of the others. */
	prefix: string;
	texts: readonly Pick<OwnersText, 'path' | 'text'>[];
	translations: Translations | null;
	change: (translations: TranslationsChange) => Promise<unknown>;
}

/** The website itself, its campaigns, and the team's canned responses. */
export async function listTranslated(repositories: Repositories, channel: Channel): Promise<TranslatedRecord[]> {
	const { account, inbox, widget } = channel;
	const campaigns = await repositories.campaigns.list(account.id);
	const responses = await repositories.cannedResponses.list(account.id);
	return [
		{
			prefix: '',
			texts: listTexts('inbox', { ...widget, ...inbox }),
			translations: inbox.translations,
			change: (translations) => changeChannel(repositories, channel, { translations }),
		},
		...campaigns
			.filter(({ inbox_id }) => inbox_id === inbox.id)
			.map((campaign) => ({
				prefix: `campaigns.${campaign.display_id}.`,
				texts: listTexts('campaign', campaign),
				translations: campaign.translations,
				change: (translations: TranslationsChange) => changeCampaign(repositories, campaign, { translations }),
			})),
		...responses.map((response) => ({
			prefix: `canned_responses.${response.short_code}.`,
			texts: listTexts('canned_response', response),
			translations: response.translations,
			change: (translations: TranslationsChange) => changeCannedResponse(repositories, response, { translations }),
		})),
	];
}
