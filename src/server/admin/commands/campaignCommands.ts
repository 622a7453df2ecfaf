/** Commands about campaigns, such as `npm run admin -- create-campaign`. */
import * as v from 'valibot';
import { toLine } from '#markdown/blocks.ts';
import { parseMarkdown } from '#markdown/parseMarkdown.ts';
import { beginningOf, maxCharacters } from '#protocol/base/characters.ts';
import { CAMPAIGN_SECONDS_MAX, CAMPAIGN_URL_MAX, CONTENT_MAX } from '#protocol/base/limits.ts';
import { TranslationsChange } from '#protocol/entities/translations.ts';
import { type Command, command, findAccountId, findAgentId, findChannel, line, name, onOrOff } from './command.ts';
import { readJson } from './readJson.ts';
import { changeCampaign, createCampaign, deleteCampaign } from '../../domain/campaigns/editCampaign.ts';
import { SettingError } from '../../base/settings.ts';
import type { CampaignRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';

const url = v.pipe(
	v.string(),
	v.regex(/^https?:\/\//, 'must start with http:// or https://'),
	v.maxLength(CAMPAIGN_URL_MAX, 'is too long'),
);
const seconds = v.pipe(
	v.string(),
	v.digits('must be a whole number'),
	v.transform(Number),
	v.maxValue(CAMPAIGN_SECONDS_MAX, `must be at most ${CAMPAIGN_SECONDS_MAX}`),
);
const message = v.pipe(v.string(), v.trim(), v.minLength(1, 'is needed'), maxCharacters(CONTENT_MAX, 'is too long'));
const campaignId = v.optional(v.pipe(v.string(), v.digits('must be the number that list-campaigns shows')), '');

/** The options that `create-campaign` and `set-campaign` share. */
const about = {
	title: v.optional(line),
	seconds: v.optional(seconds),
	sender: v.optional(v.string()),
	'business-hours': onOrOff,
	enabled: onOrOff,
	translations: v.optional(v.string()),
};

export const campaignCommands: Record<string, Command> = {
	'create-campaign': command({
		usage:
			"--channel <website token> --message <text> --url <https://shop.example/pricing> [--seconds 10] [--title <text>] [--sender <agent's email>|none] [--business-hours on|off] [--enabled on|off] [--translations <file.json>]",
		options: v.object({ ...about, channel: name, message: v.optional(message, ''), url: v.optional(url, '') }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const channel = await findChannel(repositories, options.channel);
				const campaign = await createCampaign(repositories, {
					account_id: channel.account.id,
					inbox_id: channel.inbox.id,
					title: options.title ?? beginningOf(toLine(parseMarkdown(options.message)), 80),
					message: options.message,
					sender_id: await findAgentId(repositories, channel.account.id, options.sender),
					enabled: options.enabled,
					trigger_url: options.url,
					trigger_seconds: options.seconds,
					trigger_only_during_business_hours: options['business-hours'],
					translations: readJson('translations', options.translations, TranslationsChange),
				});
				return `Campaign ${describe(campaign)}`;
			}),
	}),

	'list-campaigns': command({
		usage: '',
		options: v.object({}),
		async run(store) {
			const campaigns = await store.campaigns.list(await findAccountId(store));
			return campaigns.map(describe).join('\n') || 'There are no campaigns.';
		},
	}),

	'set-campaign': command({
		usage:
			"--campaign <number> [--enabled on|off] [--message <text>] [--url <https://…>] [--seconds <number>] [--title <text>] [--sender <agent's email>|none] [--business-hours on|off] [--translations <file.json>]",
		options: v.object({ ...about, campaign: campaignId, message: v.optional(message), url: v.optional(url) }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const campaign = await findCampaign(repositories, options.campaign);
				const changed = await changeCampaign(repositories, campaign, {
					title: options.title,
					message: options.message,
					sender_id: await findAgentId(repositories, campaign.account_id, options.sender),
					enabled: options.enabled,
					trigger_url: options.url,
					trigger_seconds: options.seconds,
					trigger_only_during_business_hours: options['business-hours'],
					translations: readJson('translations', options.translations, TranslationsChange),
				});
				return `Campaign ${describe(changed)}`;
			}),
	}),

	'delete-campaign': command({
		usage: '--campaign <number>',
		options: v.object({ campaign: campaignId }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				await deleteCampaign(repositories, await findCampaign(repositories, options.campaign));
				return `Campaign ${options.campaign} is deleted; the conversations that it began stay.`;
			}),
	}),
};

async function findCampaign(store: Repositories, displayId: string): Promise<CampaignRow> {
	const campaign = await store.campaigns.findByDisplayId(await findAccountId(store), Number(displayId));
	if (!campaign) throw new SettingError(`There is no campaign ${displayId}: see list-campaigns`);
	return campaign;
}

function describe(campaign: CampaignRow): string {
	const hours = campaign.trigger_only_during_business_hours ? ', only during business hours' : '';
	const state = campaign.enabled ? '' : ', disabled';
	return `${campaign.display_id} "${campaign.title}": on ${campaign.trigger_url} after ${campaign.trigger_seconds} s${hours}${state}`;
}
