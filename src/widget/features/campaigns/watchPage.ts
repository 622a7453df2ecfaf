/**
 * The timers of one page's campaigns: a chunk of its own, since most channels have no campaigns.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { Campaign } from '#protocol/entities/entities.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isOpenAt } from '#protocol/entities/businessHours.ts';
import { readStored, watchStored } from '#client/storage.ts';
import { loadURLPattern } from '#client/loadURLPattern.ts';
import { matchesPage, type Pattern } from '#protocol/base/pagePattern.ts';
import { scheduleAtom } from '../availability/availability.ts';
import { channelAtom } from '../channel/channel.ts';
import { hostAtom } from '../host/host.ts';
import { callChannel } from '../session/session.ts';
import { activeCampaignAtom, resetCampaigns, showCampaign, snoozeKeyAtom } from './campaigns.ts';

/**
 * Starts the timers of the campaigns for the page `address`; aborting `signal` stops them. Never
 * rejects.
 */
export const watchPage = atom(null, async (get, set, address: string, signal: AbortSignal) => {
	try {
		await watch(get, set, address, signal);
	} catch (error) {
		// The visitor sees no error.
		console.debug('live-chat-widget: the campaigns could not be read', error);
	}
});

async function watch(get: Getter, set: Setter, address: string, signal: AbortSignal) {
	const [Pattern, campaigns] = await Promise.all([loadURLPattern(), listCampaigns(get, 'default')]);
	if (signal.aborted) return;
	const active = get(activeCampaignAtom);
	if (active && !isFor(Pattern, active, address)) set(resetCampaigns);
	const unwatch = watchStored(get(snoozeKeyAtom), () => {
		if (isSnoozed(get)) set(resetCampaigns);
	});
	signal.addEventListener('abort', unwatch, { once: true });
	for (const campaign of campaigns.filter((candidate) => isFor(Pattern, candidate, address))) {
		const timer = setTimeout(() => void fire(campaign.id), campaign.trigger_rules.time_on_page * 1_000);
		signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
	}

	/**
	 * Loads the campaign again before it is shown, since it may have been changed or ended. While
	 * the panel is open it is not shown, nor afterwards.
	 */
	async function fire(id: number) {
		if (get(hostAtom).isOpen) return;
		try {
			const campaign = (await listCampaigns(get, 'no-cache')).find((candidate) => candidate.id === id);
			if (signal.aborted || !campaign || !isFor(Pattern, campaign, address) || !isInHours(get, campaign)) return;
			if (!isSnoozed(get)) set(showCampaign, campaign);
		} catch (error) {
			console.debug('live-chat-widget: a campaign could not be read', error);
		}
	}
}

/** Whether the visitor has closed a campaign, perhaps in another tab. */
function isSnoozed(get: Getter): boolean {
	return Number(readStored(get(snoozeKeyAtom))) > Date.now();
}

function listCampaigns(get: Getter, cache: RequestCache): Promise<Campaign[]> {
	return callChannel(get, widgetRoutes.listCampaigns, {}, { init: { cache } });
}

function isFor(Pattern: Pattern, { trigger_rules }: Campaign, address: string): boolean {
	return matchesPage(trigger_rules.url, address, Pattern);
}

function isInHours(get: Getter, campaign: Campaign): boolean {
	if (!campaign.trigger_only_during_business_hours || !get(channelAtom).workingHoursEnabled) return true;
	return isOpenAt(get(scheduleAtom), Date.now());
}
