/** `npm run admin -- create-campaign` and its kind: what a website says to its visitors by itself. */
import * as v from 'valibot';
import { toLine } from '#markdown/blocks.ts';
import { parseMarkdown } from '#markdown/parseMarkdown.ts';
import { CAMPAIGN_SECONDS, CAMPAIGN_SECONDS_MAX, CONTENT_MAX } from '#protocol/limits.ts';
import { type Command, command, findAccountId, findAgentId, findChannel, given, name, onOrOff } from './command.ts';
import { isPagePattern } from '../domain/pagePattern.ts';
import { SettingError } from '../base/settings.ts';
import type { CampaignRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

const url = v.pipe(
	v.string(),
	v.regex(/^https?:\/\//, 'must start with http:// or https://'),
	v.check(isPagePattern, 'is no URL pattern'),
);
const seconds = v.pipe(
	v.string(),
	v.digits('must be a whole number'),
	v.transform(Number),
	v.maxValue(CAMPAIGN_SECONDS_MAX, `must be at most ${CAMPAIGN_SECONDS_MAX}`),
);
const message = v.pipe(v.string(), v.trim(), v.minLength(1, 'is needed'), v.maxLength(CONTENT_MAX, 'is too long'));
const title = v.pipe(v.string(), v.trim(), v.maxLength(255, 'is too long'));
const campaignId = v.optional(v.pipe(v.string(), v.digits('must be the number that list-campaigns shows')), '');

/** What `create-campaign` and `set-campaign` have in common. */
const about = {
	title: v.optional(title),
	seconds: v.optional(seconds),
	sender: v.optional(v.string()),
	'business-hours': onOrOff,
	enabled: onOrOff,
};

export const campaignCommands: Record<string, Command> = {
	'create-campaign': command({
		usage:
			"--channel <website token> --message <text> --url <https://shop.example/pricing> [--seconds 10] [--title <text>] [--sender <agent's email>|none] [--business-hours on|off] [--enabled on|off]",
		options: v.object({ ...about, channel: name, message: v.optional(message, ''), url: v.optional(url, '') }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const channel = await findChannel(repositories, options.channel);
				const campaign = await repositories.campaigns.insert({
					account_id: channel.account.id,
					inbox_id: channel.inbox.id,
					display_id: await repositories.accounts.takeCampaignDisplayId(channel.account.id),
					title: options.title ?? toLine(parseMarkdown(options.message)).slice(0, 80),
					message: options.message,
					sender_id: (await findAgentId(repositories, channel.account.id, options.sender)) ?? null,
					enabled: options.enabled ?? true,
					trigger_url: options.url,
					trigger_seconds: options.seconds ?? CAMPAIGN_SECONDS,
					trigger_only_during_business_hours: options['business-hours'] ?? false,
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
			"--campaign <number> [--enabled on|off] [--message <text>] [--url <https://…>] [--seconds <number>] [--title <text>] [--sender <agent's email>|none] [--business-hours on|off]",
		options: v.object({ ...about, campaign: campaignId, message: v.optional(message), url: v.optional(url) }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const { id, account_id } = await findCampaign(repositories, options.campaign);
				const changed = await repositories.campaigns.update(id, {
					...given('title', options.title),
					...given('message', options.message),
					...given('sender_id', await findAgentId(repositories, account_id, options.sender)),
					...given('enabled', options.enabled),
					...given('trigger_url', options.url),
					...given('trigger_seconds', options.seconds),
					...given('trigger_only_during_business_hours', options['business-hours']),
				});
				return `Campaign ${describe(changed)}`;
			}),
	}),

	'delete-campaign': command({
		usage: '--campaign <number>',
		options: v.object({ campaign: campaignId }),
		run: (store, options) =>
			store.transaction(async (repositories) => {
				const { id } = await findCampaign(repositories, options.campaign);
				await repositories.campaigns.delete(id);
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
